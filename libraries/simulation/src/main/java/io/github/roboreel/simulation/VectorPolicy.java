package io.github.roboreel.simulation;

import java.util.List;
import java.util.Map;

/** Chooses the actions of the envs of a {@link VectorEnv}; the rules are those of {@link Policy}. */
public interface VectorPolicy extends AutoCloseable {
    /** One policy per env, asked one after the other. */
    static VectorPolicy of(List<? extends Policy> oneEach) {
        return new PolicyPerEnv(List.copyOf(oneEach));
    }

    /** Prepares for an episode of one env, see {@link Policy#reset}. */
    void reset(int env, Observation first, long seed);

    /**
     * Chooses the next actions of some envs.
     *
     * @param envs those that act, ascending; not to be changed
     * @param now one per env by its number; not to be changed
     * @param actionsOut one per env by its number: receives the values of the action space, all finite
     * @throws EnvFailedException where it is known for which env it failed
     */
    void act(int[] envs, Observation[] now, double[][] actionsOut);

    /**
     * What the policy reports of an env's episode up to now: whole and finite numbers, booleans and texts by name, for
     * example the time that a server took. They become attributes of the episode when it ends.
     */
    default Map<String, Object> attributes(int env) {
        return Map.of();
    }

    /** Frees what the policy holds. */
    @Override
    default void close() {}
}
