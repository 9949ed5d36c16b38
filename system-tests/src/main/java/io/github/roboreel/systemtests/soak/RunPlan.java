package io.github.roboreel.systemtests.soak;

import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.video.VideoSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * One run, all of it decided beforehand.
 *
 * @param number of the run among all, which sets its values apart
 * @param index of the run in its env folder
 * @param imageScale its images have 24 times as many rows and 32 times as many columns
 * @param producer how steps are handed over
 * @param disturbance what else goes on
 */
record RunPlan(
        long number,
        int index,
        SoakSchema schema,
        int imageScale,
        Producer producer,
        Disturbance disturbance,
        RecorderConfig config,
        List<EnvPlan> envs) {
    /**
     * Hands over steps.
     *
     * @param isVectorised whether one thread hands over all envs, or each env has its own
     * @param paceHz steps per second; 0 for as fast as it goes
     */
    record Producer(boolean isVectorised, double paceHz) {}

    /**
     * What goes on beside the recording.
     *
     * @param trouble of a side sink
     * @param troublePeriod events between its troubles
     * @param liveReader whether a thread of this process reads along
     * @param livePython whether a process with h5py reads along, with SWMR
     */
    record Disturbance(TroubledSink.Trouble trouble, int troublePeriod, boolean liveReader, boolean livePython) {}

    private static final double DT_SECONDS = 1 / 15.0;
    private static final List<TroubledSink.Trouble> TROUBLES = List.of(
            TroubledSink.Trouble.NONE,
            TroubledSink.Trouble.NONE,
            TroubledSink.Trouble.NONE,
            TroubledSink.Trouble.SLEEPS,
            TroubledSink.Trouble.THROWS);

    static RunPlan random(long number, int index, SoakSchema schema, int numEnvs, int mostSteps, Random random) {
        boolean hasImages = schema.hasSensorVideo();
        int steps = Math.max(1, hasImages ? mostSteps / 4 : mostSteps);
        List<EnvPlan> envs = new ArrayList<>();
        for (int env = 0; env < numEnvs; env++) {
            envs.add(EnvPlan.random(steps, random));
        }
        return new RunPlan(
                number,
                index,
                schema,
                1 + random.nextInt(3),
                new Producer(random.nextBoolean(), random.nextInt(3) == 0 ? 100 + random.nextInt(400) : 0),
                new Disturbance(
                        TROUBLES.get(random.nextInt(TROUBLES.size())),
                        20 + random.nextInt(400),
                        random.nextInt(3) > 0,
                        random.nextInt(4) == 0),
                settings(numEnvs, random),
                envs);
    }

    private static RecorderConfig settings(int numEnvs, Random random) {
        return RecorderConfig.builder()
                .set(RecorderSettings.RING_SIZE, random.nextBoolean() ? 64 : 4096)
                .set(RecorderSettings.FRAME_POOL_MB, numEnvs + random.nextInt(32))
                .set(RecorderSettings.CLOSE_TIMEOUT_SECONDS, 120)
                .set(Hdf5Settings.FLUSH_INTERVAL_STEPS, List.of(20, 100, 500).get(random.nextInt(3)))
                .set(Hdf5Settings.FLUSH_INTERVAL_SECONDS, random.nextBoolean() ? 0.05 : 1.0)
                .set(Hdf5Settings.STAGING_MAX_MB, 8 + numEnvs + random.nextInt(64))
                .set(Hdf5Settings.DURABILITY, random.nextInt(5) == 0 ? "data" : "process")
                .set(VideoSettings.ENCODER, random.nextInt(4) == 0 ? "jcodec" : "auto")
                .build();
    }

    int numEnvs() {
        return envs.size();
    }

    FieldSchema fields() {
        return schema.fields(24 * imageScale, 32 * imageScale);
    }

    RunSpec spec(Path folder) {
        EpisodeInfo episode = new EpisodeInfo("go on and on", "soak", number, DT_SECONDS);
        return RunSpec.builder(folder, schema.envName())
                .run(index)
                .episodes(EpisodeInfo.repeat(numEnvs(), episode))
                .attributes(List.of("soak"))
                .envConfigJson("{\"sim\": {\"dt\": " + DT_SECONDS / 8 + "}, \"decimation\": 8}")
                .build();
    }

    /** What a complaint calls it. */
    String label() {
        return "run " + number + " (" + schema.envName() + "/run_" + index + ".hdf5)";
    }
}
