package io.github.roboreel.simulator;

/**
 * Chooses a tabletop's actions from all that is in it. An instance serves one env at a time and belongs to the thread
 * that steps it; equal seeds and env states give equal actions.
 */
interface TabletopPolicy {
    /** Prepares for an episode; the env has been reset. */
    void reset(TabletopEnv env, long seed);

    /**
     * Chooses the next action from the env's present state.
     *
     * @param actionOut receives {@link TabletopEnv#ACTION_SIZE} values: 7 joint targets in rad, gripper in [0, 1]
     */
    void act(TabletopEnv env, double[] actionOut);
}
