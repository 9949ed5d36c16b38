package io.github.roboreel.runner;

import io.github.roboreel.format.Provenance;
import io.github.roboreel.simulation.Simulation;
import io.github.roboreel.simulation.SimulationProvider;

/** Which simulator makes a recording, and who brings it. */
final class SimulationProvenance {
    private SimulationProvenance() {}

    static Provenance of(SimulationProvider provider, Simulation simulation) {
        Provenance simulator = Provenance.ofSimulator(provider.simulatorName(), provider.simulatorVersion())
                .withGpu(simulation.gpu());
        Class<?> type = provider.getClass();
        boolean isPlugin = type.getClassLoader() != SimulationProvider.class.getClassLoader();
        return isPlugin
                ? simulator.withPlugin(
                        type.getClassLoader().getName(), type.getPackage().getImplementationVersion())
                : simulator;
    }
}
