/** Checks of whole recordings, run in the background. */
package io.github.roboreel.dashboard.check;
