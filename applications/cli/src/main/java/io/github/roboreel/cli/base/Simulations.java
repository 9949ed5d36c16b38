package io.github.roboreel.cli.base;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.simulation.SimulationProvider;
import java.util.List;

/** The simulations that {@code --env} may name. */
public final class Simulations {
    private Simulations() {}

    /**
     * The simulation of a name.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when there is none of that name
     */
    public static SimulationProvider named(String env) {
        List<SimulationProvider> all = SimulationProvider.all();
        return all.stream()
                .filter(provider -> provider.name().equals(env))
                .findFirst()
                .orElseThrow(() -> Arguments.unknown(
                        "env", env, all.stream().map(SimulationProvider::name).toList()));
    }
}
