package io.github.roboreel.simulation;

import java.util.Objects;

/**
 * Envs that want a policy. Immutable.
 *
 * @param choice who is to act in them
 * @param simulation what is simulated
 * @param envs in which it is to act
 * @param numEnvs how many these are
 */
public record PolicyRequest(PolicyChoice choice, Simulation simulation, VectorEnv envs, int numEnvs) {
    /** Requires all. */
    public PolicyRequest {
        Objects.requireNonNull(choice, "choice");
        Objects.requireNonNull(simulation, "simulation");
        Objects.requireNonNull(envs, "envs");
    }
}
