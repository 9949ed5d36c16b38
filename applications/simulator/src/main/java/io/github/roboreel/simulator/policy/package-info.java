/** Policies that choose the arm's actions. */
package io.github.roboreel.simulator.policy;
