package io.github.roboreel.simulation;

/**
 * Chooses the actions of one env. Belongs to the thread that steps the env; equal seeds and observations give equal
 * actions. Becomes a {@link VectorPolicy} by {@link VectorPolicy#of}.
 */
public interface Policy extends AutoCloseable {
    /**
     * Prepares for an episode; the env has been reset.
     *
     * @param first what is seen at its start; not to be changed
     * @param seed of all that is random in the policy
     */
    void reset(Observation first, long seed);

    /**
     * Chooses the next action.
     *
     * @param now what is seen before the step; not to be changed
     * @param actionOut receives the values of the action space, all finite
     */
    void act(Observation now, double[] actionOut);

    /** Frees what the policy holds. */
    @Override
    default void close() {}
}
