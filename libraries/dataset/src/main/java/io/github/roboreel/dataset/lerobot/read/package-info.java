/** Reads LeRobot datasets, version 3.0 and 2.1, ours and others'. */
package io.github.roboreel.dataset.lerobot.read;
