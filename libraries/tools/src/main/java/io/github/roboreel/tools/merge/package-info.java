/** Moves the env folders and results of several output folders into one. */
package io.github.roboreel.tools.merge;
