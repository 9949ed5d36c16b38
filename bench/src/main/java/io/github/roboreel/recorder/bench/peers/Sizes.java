package io.github.roboreel.recorder.bench.peers;

import io.github.roboreel.recorder.bench.record.FrameSize;

/**
 * How much is recorded.
 *
 * @param proprioEnvs envs without cameras
 * @param proprioSteps steps of each
 * @param images size of a camera's frames
 * @param cameraSteps steps of each env with cameras
 * @param pacedSeconds length of the paced recording
 * @param manyEnvs envs of the wide run
 * @param rows rows into staging
 * @param chunks ready-made chunks
 * @param endedRuns runs of the end-of-episode measurement
 * @param episodes stored episodes whose metrics are computed
 * @param videoFrames frames of each video
 * @param readEpisodes stored episodes that are read by each binding of HDF5
 */
record Sizes(
        int proprioEnvs,
        int proprioSteps,
        FrameSize images,
        int cameraSteps,
        int pacedSeconds,
        int manyEnvs,
        int rows,
        int chunks,
        int endedRuns,
        int episodes,
        int videoFrames,
        int readEpisodes) {
    /** Those of the targets. */
    static final Sizes FULL =
            new Sizes(16, 10_000, new FrameSize(1280, 720), 150, 60, 1024, 2_000_000, 400, 4, 10_000, 300, 200);

    /** As small as everything still runs. */
    static final Sizes QUICK = new Sizes(2, 30, new FrameSize(32, 24), 4, 1, 8, 20_000, 8, 1, 6, 10, 2);
}
