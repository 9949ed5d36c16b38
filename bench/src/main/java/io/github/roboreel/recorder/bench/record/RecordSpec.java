package io.github.roboreel.recorder.bench.record;

import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.nio.file.Path;
import java.util.List;

/**
 * What a benchmark records.
 *
 * @param numEnvs parallel envs, at least 1
 * @param steps per env, at least 1
 * @param fields what a step holds
 * @param paceHz vector steps per second; 0 for as fast as the recorder takes them
 * @param compression null for the recorder's default
 * @param imageChunks null for the recorder's default
 * @param flushIntervalSteps 0 for the recorder's default
 * @param compressorThreads 0 for the recorder's default
 * @param metrics whether each episode's metrics are computed, as in a recording for use
 */
public record RecordSpec(
        int numEnvs,
        int steps,
        BenchFields fields,
        double paceHz,
        Compression compression,
        ImageChunks imageChunks,
        int flushIntervalSteps,
        int compressorThreads,
        boolean metrics) {
    private static final double DT_SECONDS = 1 / 15.0;

    /** Checks the ranges. */
    public RecordSpec {
        Arguments.requireAtLeast("--num-envs", numEnvs, 1);
        Arguments.requireAtLeast("--steps", steps, 1);
        Arguments.requireAtLeast("--flush-interval-steps", flushIntervalSteps, 0);
        Arguments.requireAtLeast("--compressor-threads", compressorThreads, 0);
        if (!(paceHz >= 0 && paceHz <= 1e6)) {
            throw new IllegalArgumentException("--pace-hz is " + paceHz + "; expected 0 (unpaced) to 1000000");
        }
    }

    /** Proprioception only, unpaced, everything else as the recorder's defaults. */
    public static RecordSpec proprio(int numEnvs, int steps) {
        return new RecordSpec(numEnvs, steps, BenchFields.proprio(), 0, null, null, 0, 0, false);
    }

    /** The same with other fields. */
    public RecordSpec withFields(BenchFields newFields) {
        return new RecordSpec(
                numEnvs,
                steps,
                newFields,
                paceHz,
                compression,
                imageChunks,
                flushIntervalSteps,
                compressorThreads,
                metrics);
    }

    /** The same with another compression. */
    public RecordSpec withCompression(Compression newCompression) {
        return new RecordSpec(
                numEnvs,
                steps,
                fields,
                paceHz,
                newCompression,
                imageChunks,
                flushIntervalSteps,
                compressorThreads,
                metrics);
    }

    /** Bytes of one env's step, timestamps not counted, as the peers count. */
    public long rowBytes() {
        return fields.specs().stream().mapToLong(FieldSpec::rowBytes).sum();
    }

    /** Steps of all envs. */
    public long envSteps() {
        return (long) numEnvs * steps;
    }

    FieldSchema schema() {
        return fields.schema();
    }

    RecorderConfig config() {
        RecorderConfig.Builder config = RecorderConfig.builder();
        if (compression != null) {
            config.set(Hdf5Settings.COMPRESSION, compression.label());
        }
        if (imageChunks != null) {
            config.set(Hdf5Settings.IMAGE_CHUNKS, imageChunks.label());
        }
        if (flushIntervalSteps > 0) {
            config.set(Hdf5Settings.FLUSH_INTERVAL_STEPS, flushIntervalSteps);
        }
        if (compressorThreads > 0) {
            config.set(Hdf5Settings.COMPRESSOR_THREADS, compressorThreads);
        }
        return config.build();
    }

    RunSpec run(Path folder) {
        EpisodeInfo episode = new EpisodeInfo("put the banana into the bowl", "bench", 0, DT_SECONDS);
        String envConfig = "{\"sim\":{\"dt\":" + DT_SECONDS / 8 + "},\"decimation\":8}";
        List<EpisodeInfo> episodes = EpisodeInfo.repeat(numEnvs, episode);
        return RunSpec.builder(folder, "Bench")
                .episodes(episodes)
                .envConfigJson(envConfig)
                .build();
    }
}
