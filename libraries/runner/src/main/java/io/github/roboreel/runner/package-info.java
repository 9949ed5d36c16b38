/** Runs of N envs of any simulation with any policy: threads, episodes, and their recording. */
package io.github.roboreel.runner;
