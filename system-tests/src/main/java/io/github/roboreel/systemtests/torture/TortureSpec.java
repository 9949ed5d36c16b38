package io.github.roboreel.systemtests.torture;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a torture run records.
 *
 * @param paceHz vector steps per second; 0 for as fast as it goes
 * @param images null without cameras
 * @param flushIntervalSteps 0 for the recorder's default
 * @param episodesPerFile places of a run file of continuous episodes; 0 where each env has one episode
 * @param lengthSeed of the lengths of continuous episodes
 */
record TortureSpec(
        int numEnvs,
        int steps,
        double paceHz,
        CameraSize images,
        int cameras,
        int flushIntervalSteps,
        int episodesPerFile,
        int lengthSeed) {
    /** As many continuous episodes begin at most. */
    static final int MAX_EPISODES = 4096;

    private static final int LENGTHS = 100;
    private static final long HASH = 2654435761L;
    private static final String ENV_NAME = "TortureTask";
    private static final double DT_SECONDS = 1 / 15.0;
    private static final int CHANNELS = 3;

    /** Memory for frames on their way: little, so that none waits for long. */
    private static final long FRAMES_BYTES = 16L << 20;

    TortureSpec {
        requireAtLeast("--num_envs", numEnvs, 1);
        requireAtLeast("--steps", steps, 0);
        requireAtLeast("--cameras", cameras, 0);
        requireAtLeast("--flush-interval-steps", flushIntervalSteps, 0);
        requireAtLeast("--length-seed", lengthSeed, 0);
        if (paceHz < 0 || Double.isNaN(paceHz)) {
            throw new IllegalArgumentException("--pace-hz is " + paceHz + "; expected a number above 0");
        }
        if (images == null && cameras > 0) {
            throw new IllegalArgumentException("--cameras is " + cameras + " without --images; give their size");
        }
        if (images != null && cameras == 0) {
            cameras = 1;
        }
    }

    /** Each env has one episode. */
    TortureSpec(int numEnvs, int steps, double paceHz, CameraSize images, int cameras, int flushIntervalSteps) {
        this(numEnvs, steps, paceHz, images, cameras, flushIntervalSteps, 0, 0);
    }

    private static void requireAtLeast(String option, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(option + " is " + value + "; expected " + least + " or more");
        }
    }

    TortureSpec withSteps(int newSteps) {
        return new TortureSpec(
                numEnvs, newSteps, paceHz, images, cameras, flushIntervalSteps, episodesPerFile, lengthSeed);
    }

    TortureSpec withFlushIntervalSteps(int newInterval) {
        return new TortureSpec(numEnvs, steps, paceHz, images, cameras, newInterval, episodesPerFile, lengthSeed);
    }

    /** The same, env after env in episodes of their own lengths. */
    TortureSpec continuous(int placesPerFile, int seed) {
        return new TortureSpec(
                numEnvs, steps, paceHz, images, cameras, flushIntervalSteps, Math.max(placesPerFile, numEnvs), seed);
    }

    boolean isContinuous() {
        return episodesPerFile > 0;
    }

    /** Steps of a continuous episode. */
    int lengthOf(int episode) {
        long hash = ((long) episode + lengthSeed) * HASH & 0xFFFFFFFFL;
        return 1 + (int) ((hash >>> 16) % LENGTHS);
    }

    /** Numbers in the ack file: one per env, of continuous episodes one per episode. */
    int acks() {
        return isContinuous() ? MAX_EPISODES : numEnvs;
    }

    /** Whether so many steps were acknowledged in every env, of continuous episodes in the mean of all. */
    boolean hasAcknowledged(AckFile ack, int stepsPerEnv) {
        return isContinuous() ? ack.sum() >= (long) stepsPerEnv * numEnvs : ack.least() >= stepsPerEnv;
    }

    FieldSchema schema() {
        return TortureFields.schema(images, cameras);
    }

    RunSpec run(Path folder) {
        EpisodeInfo episode = new EpisodeInfo("be killed at any moment", "torture", 0, DT_SECONDS);
        return RunSpec.builder(folder, ENV_NAME)
                .episodes(EpisodeInfo.repeat(numEnvs, episode))
                .envConfigJson("{\"sim\": {\"dt\": " + DT_SECONDS / 8 + "}, \"decimation\": 8}")
                .build();
    }

    /** Where a run file stands. */
    static Path runFile(Path folder, int run) {
        return folder.resolve(ENV_NAME).resolve(RunFolder.runFile(run));
    }

    /** Where a copy of it without dead space is made before that takes its name. */
    static Path compacting(Path folder, int run) {
        Path runFile = runFile(folder, run);
        return runFile.resolveSibling(runFile.getFileName() + RunFolder.COMPACTING_SUFFIX);
    }

    RecorderConfig config() {
        RecorderConfig.Builder config = RecorderConfig.builder();
        if (isContinuous()) {
            config.set(RecorderSettings.EPISODES_PER_FILE, episodesPerFile);
        }
        if (flushIntervalSteps > 0) {
            config.set(Hdf5Settings.FLUSH_INTERVAL_STEPS, flushIntervalSteps);
        }
        if (images != null) {
            long stepBytes = (long) images.width() * images.height() * CHANNELS * cameras * numEnvs;
            long bytes = Math.max(FRAMES_BYTES, 3 * stepBytes);
            config.set(RecorderSettings.FRAME_POOL_MB, (int) ((bytes >> 20) + 1));
        }
        return config.build();
    }

    /** The options of the torture command. */
    List<String> options() {
        List<String> options = new ArrayList<>(List.of("--num_envs", "" + numEnvs, "--steps", "" + steps));
        if (paceHz > 0) {
            options.addAll(List.of("--pace-hz", "" + paceHz));
        }
        if (images != null) {
            options.addAll(List.of("--images", images.toString(), "--cameras", "" + cameras));
        }
        if (flushIntervalSteps > 0) {
            options.addAll(List.of("--flush-interval-steps", "" + flushIntervalSteps));
        }
        if (isContinuous()) {
            options.addAll(List.of("--episodes", TortureOptions.CONTINUOUS));
            options.addAll(List.of("--episodes-per-file", "" + episodesPerFile, "--length-seed", "" + lengthSeed));
        }
        return options;
    }
}
