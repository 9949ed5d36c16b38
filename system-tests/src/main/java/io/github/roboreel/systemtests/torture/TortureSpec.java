package io.github.roboreel.systemtests.torture;

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
 */
record TortureSpec(int numEnvs, int steps, double paceHz, CameraSize images, int cameras, int flushIntervalSteps) {
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

    private static void requireAtLeast(String option, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(option + " is " + value + "; expected " + least + " or more");
        }
    }

    TortureSpec withSteps(int newSteps) {
        return new TortureSpec(numEnvs, newSteps, paceHz, images, cameras, flushIntervalSteps);
    }

    TortureSpec withFlushIntervalSteps(int newInterval) {
        return new TortureSpec(numEnvs, steps, paceHz, images, cameras, newInterval);
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

    /** Where the run file stands. */
    static Path runFile(Path folder) {
        return folder.resolve(ENV_NAME).resolve("run_0.hdf5");
    }

    /** Where a copy of it without dead space is made before that takes its name. */
    static Path compacting(Path folder) {
        return runFile(folder).resolveSibling("run_0.hdf5.compacting");
    }

    RecorderConfig config() {
        RecorderConfig.Builder config = RecorderConfig.builder();
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
        return options;
    }
}
