package io.github.roboreel.simulation;

/** What an env can be set back to, which says how its episodes can be replayed. */
public enum Restores {
    /** Nothing: no two episodes are equal. */
    NOTHING,
    /** The start of an episode, from its seed: equal seeds and actions give equal episodes. */
    SEED,
    /** Any recorded state ({@link VectorEnv#restore}), and the start of an episode from its seed. */
    STATE
}
