package io.github.roboreel.recorder.bench.record;

import io.github.roboreel.recorder.bench.record.RecordSpec.Compression;
import io.github.roboreel.recorder.bench.record.RecordSpec.Hdf5Options;
import io.github.roboreel.recorder.bench.record.RecordSpec.ImageChunks;
import picocli.CommandLine.Option;

/** Options that say what is recorded, and where. */
final class RecordOptions {
    @Option(
            names = {"--num_envs", "--num-envs"},
            defaultValue = "16",
            description = "Parallel envs, 1 or more (${DEFAULT-VALUE}).")
    private int numEnvs;

    @Option(names = "--steps", defaultValue = "2000", description = "Steps per env, 1 or more (${DEFAULT-VALUE}).")
    private int steps;

    @Option(
            names = "--images",
            paramLabel = "WxH",
            description = "Size of the cameras' frames; no cameras if not given.")
    private String images;

    @Option(names = "--cameras", defaultValue = "2", description = "Cameras per env, with --images (${DEFAULT-VALUE}).")
    private int cameras;

    @Option(
            names = {"--image-kind", "--image_kind"},
            defaultValue = "gradient",
            description = "What the cameras see: gradient, texture or rendered (${DEFAULT-VALUE}).")
    private ImageKind imageKind;

    @Option(
            names = {"--image-chunks", "--image_chunks"},
            description = "auto, planes or frames; the recorder's default if not given.")
    private ImageChunks imageChunks;

    @Option(
            names = {"--pace-hz", "--pace_hz"},
            defaultValue = "0",
            description = "Vector steps per second; 0 for as fast as possible (${DEFAULT-VALUE}).")
    private double paceHz;

    @Option(names = "--compression", description = "fast, balanced or none; the recorder's default if not given.")
    private Compression compression;

    @Option(
            names = {"--flush-interval-steps", "--flush_interval_steps"},
            defaultValue = "0",
            description = "Steps after which live readers see them; 0 for the default.")
    private int flushIntervalSteps;

    @Option(
            names = {"--compressor-threads", "--compressor_threads"},
            defaultValue = "0",
            description = "Threads that compress; 0 for the default.")
    private int compressorThreads;

    @Option(
            names = {"--row-bytes", "--row_bytes"},
            defaultValue = "0",
            description = "Rows of float32 of this size instead of RoboLab's fields.")
    private int rowBytes;

    @Option(
            names = {"--row-fields", "--row_fields"},
            defaultValue = "1",
            description = "Fields that such a row has at least (${DEFAULT-VALUE}).")
    private int rowFields;

    @Option(
            names = {"--log-variables", "--log_variables"},
            defaultValue = "0",
            description = "So many named scalars in one field instead of RoboLab's fields, as a robot's log has them.")
    private int logVariables;

    @Option(names = "--metrics", description = "Compute each episode's metrics, too, which no peer does.")
    private boolean metrics;

    @Option(names = "--keep", description = "Leave the last recording there.")
    private boolean keep;

    RecordSpec spec() {
        BenchArguments.requireAtLeast("--row-fields", rowFields, 1);
        BenchFields fields = fields();
        if (cameras < 1) {
            throw new IllegalArgumentException("--cameras is " + cameras + "; expected 1 or more");
        }
        if (images != null) {
            fields = fields.withCameras(FrameSize.parse(images), cameras, imageKind);
        }
        return new RecordSpec(
                numEnvs,
                steps,
                fields,
                paceHz,
                new Hdf5Options(compression, imageChunks, flushIntervalSteps, compressorThreads),
                metrics);
    }

    private BenchFields fields() {
        BenchArguments.requireAtLeast("--log-variables", logVariables, 0);
        if (logVariables > 0 && rowBytes != 0) {
            throw new IllegalArgumentException("--log-variables and --row-bytes both say what a row is; give one");
        }
        if (logVariables > 0) {
            return BenchFields.log(logVariables);
        }
        return rowBytes == 0 ? BenchFields.proprio() : BenchFields.ofRowBytes(rowBytes, rowFields);
    }

    boolean keep() {
        return keep;
    }
}
