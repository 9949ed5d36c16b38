package io.github.roboreel.systemtests.torture;

import java.util.List;
import picocli.CommandLine.Option;

/** The options that say what is recorded. */
final class TortureOptions {
    /** An env begins its next episode at once. */
    static final String CONTINUOUS = "continuous";

    private static final String ONE = "one";

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

    @Option(
            names = "--episodes",
            defaultValue = ONE,
            description = "one: per env; continuous: an env begins again at once, in episodes of 1 to 100 steps.")
    private String episodes;

    @Option(
            names = {"--episodes-per-file", "--episodes_per_file"},
            defaultValue = "16",
            description = "Continuous episodes of a run file, at least as many as envs (${DEFAULT-VALUE}).")
    private int episodesPerFile;

    @Option(
            names = {"--length-seed", "--length_seed"},
            defaultValue = "0",
            description = "Of the lengths of continuous episodes (${DEFAULT-VALUE}).")
    private int lengthSeed;

    TortureSpec spec(int steps) {
        if (!List.of(ONE, CONTINUOUS).contains(episodes)) {
            throw new IllegalArgumentException("--episodes is " + episodes + "; expected " + ONE + " or " + CONTINUOUS);
        }
        CameraSize size = images == null ? null : CameraSize.parse(images);
        TortureSpec spec = new TortureSpec(numEnvs, steps, paceHz, size, cameras, flushIntervalSteps);
        return episodes.equals(CONTINUOUS) ? spec.continuous(episodesPerFile, lengthSeed) : spec;
    }
}
