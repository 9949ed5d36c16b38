/** The tabletop as a simulation that can be recorded: its fields and where their values come from. */
package io.github.roboreel.simulator.record;
