package io.github.roboreel.simulation;

import java.util.Objects;

/**
 * Envs that want a policy. Immutable.
 *
 * @param policy as {@code --policy} was given
 * @param simulation what is simulated
 * @param envs in which it is to act
 * @param numEnvs how many these are
 */
public record PolicyRequest(String policy, Simulation simulation, VectorEnv envs, int numEnvs) {
    /** Requires all. */
    public PolicyRequest {
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(simulation, "simulation");
        Objects.requireNonNull(envs, "envs");
    }
}
