/** Runs of N envs: threads, episodes, and their recording. */
package io.github.roboreel.simulator.run;
