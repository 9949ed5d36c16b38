/** The door for simulators and policies: {@link SimulationProvider} and {@link PolicyProvider}. */
package io.github.roboreel.simulation;
