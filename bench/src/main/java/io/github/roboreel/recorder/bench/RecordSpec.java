package io.github.roboreel.recorder.bench;

import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
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

    /** Proprioception only, unpaced, everything else as the recorder's defaults. */
    static RecordSpec proprio(int numEnvs, int steps) {
        return new RecordSpec(numEnvs, steps, BenchFields.proprio(), 0, RecorderConfig.defaults(), false);
    }

    /** The same with other fields. */
    RecordSpec withFields(BenchFields newFields) {
        return new RecordSpec(numEnvs, steps, newFields, paceHz, config, metrics);
    }

    /** The same with another value of {@code hdf5.compression}, else as the recorder's defaults. */
    RecordSpec withCompression(String compression) {
        RecorderConfig compressed = RecorderConfig.builder()
                .set(Hdf5Settings.COMPRESSION, compression)
                .build();
        return new RecordSpec(numEnvs, steps, fields, paceHz, compressed, metrics);
    }

    long envSteps() {
        return (long) numEnvs * steps;
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
}
