package io.github.roboreel.recorder.bench;

import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeRecorderBuilder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.hdf5.Hdf5SinkProvider;
import java.nio.file.Path;

/**
 * What a benchmark records.
 *
 * @param numEnvs parallel envs
 * @param steps per env
 * @param fields what a step holds
 * @param paceHz vector steps per second; 0 for as fast as the recorder takes them
 * @param config the recorder's settings
 * @param metrics whether each episode's metrics are computed, as in a recording for use
 */
record RecordSpec(int numEnvs, int steps, BenchFields fields, double paceHz, RecorderConfig config, boolean metrics) {
    private static final double DT_SECONDS = 1 / 15.0;

    /** Unpaced, everything else as the recorder's defaults. */
    static RecordSpec of(int numEnvs, int steps, BenchFields fields) {
        return new RecordSpec(numEnvs, steps, fields, 0, RecorderConfig.defaults(), false);
    }

    static RecordSpec proprio(int numEnvs, int steps) {
        return of(numEnvs, steps, BenchFields.proprio());
    }

    /** The same with these settings. */
    RecordSpec with(RecorderConfig settings) {
        return new RecordSpec(numEnvs, steps, fields, paceHz, settings, metrics);
    }

    /** The same with another value of {@code hdf5.compression}, else as the recorder's defaults. */
    RecordSpec withCompression(String compression) {
        return with(RecorderConfig.builder()
                .set(Hdf5Settings.COMPRESSION, compression)
                .build());
    }

    long envSteps() {
        return (long) numEnvs * steps;
    }

    BenchSignal signal() {
        return new BenchSignal(fields.schema(), numEnvs, steps, fields.imageKind());
    }

    /** A recorder of its values into run files, to be opened. */
    EpisodeRecorderBuilder builder(Path folder) {
        return builder(run(folder, numEnvs));
    }

    EpisodeRecorderBuilder builder(RunSpec run) {
        EpisodeRecorderBuilder builder =
                EpisodeRecorder.builder(run, fields.schema()).config(config).sink(new Hdf5SinkProvider());
        return metrics ? builder : builder.withoutMetrics();
    }

    /** A run below a folder, as every benchmark records it. */
    static RunSpec run(Path folder, int numEnvs) {
        return RunSpec.builder(folder, "Bench")
                .envs(numEnvs, "put the banana into the bowl")
                .policy("bench")
                .seed(0)
                .physics(DT_SECONDS / 8, 8)
                .build();
    }

    static EpisodeRecorder begin(EpisodeRecorderBuilder builder) {
        EpisodeRecorder recorder = builder.open();
        recorder.envs().forEach(EnvRecorder::begin);
        return recorder;
    }

    static void end(EpisodeRecorder recorder) {
        recorder.envs().forEach(env -> env.end(EpisodeOutcome.success("done")));
    }
}
