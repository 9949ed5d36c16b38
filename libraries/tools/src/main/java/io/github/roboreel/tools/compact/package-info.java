/** Gives back what is dead in the run files of a folder. */
package io.github.roboreel.tools.compact;
