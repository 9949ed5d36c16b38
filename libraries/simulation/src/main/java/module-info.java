/** What a simulator and a policy implement to be recorded by the command line. */
module io.github.roboreel.simulation {
    requires transitive io.github.roboreel.recorder;

    exports io.github.roboreel.simulation;

    uses io.github.roboreel.simulation.PolicyProvider;
    uses io.github.roboreel.simulation.SimulationProvider;
}
