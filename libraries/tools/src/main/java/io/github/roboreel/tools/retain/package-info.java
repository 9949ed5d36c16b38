/** Removal of what was uploaded. */
package io.github.roboreel.tools.retain;
