package io.github.roboreel.recorder.bench.record;

import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.nio.file.Path;
import java.util.Locale;

/**
 * What a benchmark records.
 *
 * @param numEnvs parallel envs, at least 1
 * @param steps per env, at least 1
 * @param fields what a step holds
 * @param paceHz vector steps per second; 0 for as fast as the recorder takes them
 * @param hdf5 how the run file is written
 * @param metrics whether each episode's metrics are computed, as in a recording for use
 */
public record RecordSpec(int numEnvs, int steps, BenchFields fields, double paceHz, Hdf5Options hdf5, boolean metrics) {
    /** How the run file's chunks are compressed: the values of {@code hdf5.compression}. */
    public enum Compression {
        /** The least time. */
        FAST,
        /** Smaller files for more time. */
        BALANCED,
        NONE;

        /** The setting's value. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Cuts of frames into chunks: the values of {@code hdf5.image_chunks}. */
    public enum ImageChunks {
        /** As each field's {@code noiseFree} says. */
        AUTO,
        /** A chunk for each colour plane. */
        PLANES,
        /** A chunk for each frame. */
        FRAMES
    }

    /**
     * Settings of the run file that are measured.
     *
     * @param compression null for the recorder's default
     * @param imageChunks null for the recorder's default
     * @param flushIntervalSteps 0 for the recorder's default
     * @param compressorThreads 0 for the recorder's default
     */
    public record Hdf5Options(
            Compression compression, ImageChunks imageChunks, int flushIntervalSteps, int compressorThreads) {
        /** The recorder's. */
        static final Hdf5Options DEFAULT = new Hdf5Options(null, null, 0, 0);

        /** Checks the ranges. */
        public Hdf5Options {
            BenchArguments.requireAtLeast("--flush-interval-steps", flushIntervalSteps, 0);
            BenchArguments.requireAtLeast("--compressor-threads", compressorThreads, 0);
        }

        RecorderConfig config() {
            RecorderConfig.Builder config = RecorderConfig.builder();
            if (compression != null) {
                config.set(Hdf5Settings.COMPRESSION, compression.label());
            }
            if (imageChunks != null) {
                config.set(Hdf5Settings.IMAGE_CHUNKS, imageChunks.name().toLowerCase(Locale.ROOT));
            }
            if (flushIntervalSteps > 0) {
                config.set(Hdf5Settings.FLUSH_INTERVAL_STEPS, flushIntervalSteps);
            }
            if (compressorThreads > 0) {
                config.set(Hdf5Settings.COMPRESSOR_THREADS, compressorThreads);
            }
            return config.build();
        }
    }

    private static final double DT_SECONDS = 1 / 15.0;

    /** Checks the ranges. */
    public RecordSpec {
        BenchArguments.requireAtLeast("--num-envs", numEnvs, 1);
        BenchArguments.requireAtLeast("--steps", steps, 1);
        if (!(paceHz >= 0 && paceHz <= 1e6)) {
            throw new IllegalArgumentException("--pace-hz is " + paceHz + "; expected 0 (unpaced) to 1000000");
        }
    }

    /** Proprioception only, unpaced, everything else as the recorder's defaults. */
    public static RecordSpec proprio(int numEnvs, int steps) {
        return new RecordSpec(numEnvs, steps, BenchFields.proprio(), 0, Hdf5Options.DEFAULT, false);
    }

    /** The same with other fields. */
    public RecordSpec withFields(BenchFields newFields) {
        return new RecordSpec(numEnvs, steps, newFields, paceHz, hdf5, metrics);
    }

    /** The same with another compression, else as the recorder's defaults. */
    public RecordSpec withCompression(Compression compression) {
        Hdf5Options compressed = new Hdf5Options(compression, null, 0, 0);
        return new RecordSpec(numEnvs, steps, fields, paceHz, compressed, metrics);
    }

    /** Bytes of one env's step, timestamps not counted, as the peers count. */
    public long rowBytes() {
        return fields.rowBytes();
    }

    public long envSteps() {
        return (long) numEnvs * steps;
    }

    FieldSchema schema() {
        return fields.schema();
    }

    /** A run below a folder, as every benchmark records it. */
    public static RunSpec run(Path folder, int numEnvs) {
        return RunSpec.builder(folder, "Bench")
                .envs(numEnvs, "put the banana into the bowl")
                .policy("bench")
                .seed(0)
                .physics(DT_SECONDS / 8, 8)
                .build();
    }
}
