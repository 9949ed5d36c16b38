package io.github.roboreel.recorder.plan;

import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recorder.StepWriter;

/**
 * Puts values into every row that is stored, for example a reward or the age of the policy's observation: fields that
 * the schema declares and the simulator does not put itself. Called when a step is published, on its producer's thread,
 * before the row is found complete; envs may call it at once. It must neither block nor allocate. It is called again
 * when a row that lacked something is completed and published again.
 */
@FunctionalInterface
public interface StepCallback {
    /** Puts nothing. */
    StepCallback NONE = (episode, step, row) -> {};

    /**
     * Puts its fields.
     *
     * @param episode its run, env and number over all runs
     * @param step index in the episode, from 0
     * @param row takes values; must not be published nor kept
     */
    void put(EpisodeId episode, long step, StepWriter row);
}
