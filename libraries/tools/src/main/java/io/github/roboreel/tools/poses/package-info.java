/** Poses of robots and objects when episodes began. */
package io.github.roboreel.tools.poses;
