package io.github.roboreel.recorder.hdf5.read;

import io.github.roboreel.recorder.EpisodeStatus;

/**
 * How an episode stands in the staging file of a run that is being recorded. Immutable.
 *
 * @param demo number of its demo
 * @param simEnv the simulator's env
 * @param status recording, or its outcome
 * @param numSamples steps of it that survive the death of its recorder, with their images
 * @param numEvents events of it, likewise
 */
public record LiveEpisode(int demo, int simEnv, EpisodeStatus status, long numSamples, long numEvents) {
    /** Whether it is still being recorded. */
    public boolean isRecording() {
        return status == EpisodeStatus.RECORDING;
    }
}
