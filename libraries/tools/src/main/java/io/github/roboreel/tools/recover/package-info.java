/** Bringing an output folder back after its recorder died. */
package io.github.roboreel.tools.recover;
