/** Task files and what they say of an episode. */
package io.github.roboreel.simulator.task;
