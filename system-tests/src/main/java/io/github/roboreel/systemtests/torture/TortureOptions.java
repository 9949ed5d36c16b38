package io.github.roboreel.systemtests.torture;

import picocli.CommandLine.Option;

/** The options that say what is recorded. */
final class TortureOptions {
    @Option(
            names = {"--num_envs", "--num-envs"},
            required = true,
            description = "Parallel envs, 1 or more.")
    private int numEnvs;

    @Option(
            names = {"--pace-hz", "--pace_hz"},
            defaultValue = "0",
            description = "Vector steps per second; as fast as it goes if not given.")
    private double paceHz;

    @Option(names = "--images", description = "Size of camera frames, for example 320x180.")
    private String images;

    @Option(names = "--cameras", defaultValue = "0", description = "Cameras per env; 1 if only --images is given.")
    private int cameras;

    @Option(
            names = {"--flush-interval-steps", "--flush_interval_steps"},
            defaultValue = "0",
            description = "Steps of one env between flushes; the recorder's default if not given.")
    private int flushIntervalSteps;

    TortureSpec spec(int steps) {
        CameraSize size = images == null ? null : CameraSize.parse(images);
        return new TortureSpec(numEnvs, steps, paceHz, size, cameras, flushIntervalSteps);
    }
}
