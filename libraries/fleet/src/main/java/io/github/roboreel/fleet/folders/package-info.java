/** Output folders of a fleet: finding them, and working on each as if it lay on this machine. */
package io.github.roboreel.fleet.folders;
