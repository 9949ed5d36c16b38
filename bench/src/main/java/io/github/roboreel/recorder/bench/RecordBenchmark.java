package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.bench.RecordRun.Measured;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench record}: whole recordings, from open to the closed and complete file. */
@Command(
        name = "record",
        description = {
            "Records what bench/peers/peer_h5py.py records, several times in one JVM, and says how"
                    + " fast: from open to the closed and complete file."
        },
        mixinStandardHelpOptions = true)
final class RecordBenchmark extends BenchCommand.OnDisk {
    private static final double[] PERCENTILES = {50, 99, 99.9, 100};

    /** The values of {@code hdf5.compression}. */
    private enum Compression {
        FAST,
        BALANCED,
        NONE
    }

    /** The values of {@code hdf5.image_chunks}. */
    private enum ImageChunks {
        AUTO,
        PLANES,
        FRAMES
    }

    @Mixin
    private Options.Envs envs = new Options.Envs(16);

    @Mixin
    private Options.Steps steps = new Options.Steps(2000);

    @Mixin
    private Options.PaceHz pace = new Options.PaceHz(0);

    @Mixin
    private Options.Rounds rounds = new Options.Rounds(5);

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

    @Option(names = "--profile", description = "Record as often again and say which thread used the processors where.")
    private boolean profile;

    private RecordSpec spec;

    @Override
    boolean keep() {
        return keep;
    }

    @Override
    void check() {
        rounds.count();
        Options.requireAtLeast("--row-fields", rowFields, 1);
        Options.requireAtLeast("--cameras", cameras, 1);
        spec = new RecordSpec(envs.count(), steps.count(), fields(), pace.hz(), config(), metrics);
    }

    private BenchFields fields() {
        Options.requireAtLeast("--log-variables", logVariables, 0);
        if (logVariables > 0 && rowBytes != 0) {
            throw new IllegalArgumentException("--log-variables and --row-bytes both say what a row is; give one");
        }
        BenchFields fields = logVariables > 0
                ? BenchFields.log(logVariables)
                : rowBytes == 0 ? BenchFields.proprio() : BenchFields.ofRowBytes(rowBytes, rowFields);
        return images == null ? fields : fields.withCameras(FrameSize.parse(images), cameras, imageKind);
    }

    private RecorderConfig config() {
        Options.requireAtLeast("--flush-interval-steps", flushIntervalSteps, 0);
        Options.requireAtLeast("--compressor-threads", compressorThreads, 0);
        RecorderConfig.Builder config = RecorderConfig.builder();
        if (compression != null) {
            config.set(Hdf5Settings.COMPRESSION, compression.name().toLowerCase(Locale.ROOT));
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

    @Override
    Figures measure(Path folder) throws IOException, InterruptedException {
        RecordRun run = new RecordRun(spec);
        List<Measured> recordings = run.measure(folder, rounds.count());
        double peakRssMb = ProcessFigures.peakRssMb();
        Recorded recorded = new Recorded(recordings.get(0), recordings.subList(1, recordings.size()));
        Figures figures = figures(recorded, peakRssMb);
        tell(figures, recorded, peakRssMb);
        if (profile) {
            ThreadProfiler.Profile used = run.profile(folder.resolve("profile"), rounds.count());
            figures.put("profile", used.figures()).say(used.table());
        }
        return keep ? figures.put("file", recordings.get(rounds.count()).file()) : figures;
    }

    /**
     * All recordings.
     *
     * @param cold the JVM's first
     * @param warm those after it, at least one
     */
    private record Recorded(Measured cold, List<Measured> warm) {
        /** The warm recording of median speed. */
        Measured median() {
            return warm.stream()
                    .sorted(Comparator.comparingDouble(
                            recording -> recording.seconds().wall()))
                    .skip((warm.size() - 1) / 2)
                    .findFirst()
                    .orElseThrow();
        }

        Histogram merged(Function<Stalls, Histogram> part) {
            Histogram all = new Histogram(part.apply(cold.stalls()));
            warm.forEach(recording -> all.add(part.apply(recording.stalls())));
            return all;
        }

        List<String> outliers() {
            return warm.stream().flatMap(r -> r.stalls().outliers().stream()).toList();
        }

        /** On the producer's thread, once warm. */
        double allocatedBytesPerStep() {
            double steps = (double) cold.spec().steps() * warm.size();
            return warm.stream().mapToLong(Measured::allocatedBytes).sum() / steps;
        }

        long gcPauseMillis() {
            return warm.stream().mapToLong(Measured::gcPauseMillis).sum();
        }

        double slowestFlushMillis() {
            return warm.stream().mapToDouble(Measured::slowestFlushMillis).max().orElse(0);
        }
    }

    /** Keys as the peers'. */
    private Figures figures(Recorded recorded, double peakRssMb) {
        Measured median = recorded.median();
        Measured cold = recorded.cold;
        Figures figures = new Figures()
                .put("bench", "record")
                .put("num_envs", spec.numEnvs())
                .put("steps", spec.steps())
                .put("row_bytes", spec.fields().rowBytes())
                .put("compression", spec.config().get(Hdf5Settings.COMPRESSION));
        if (images != null) {
            figures.put("image_kind", imageKind.label());
            figures.put("image_chunks", spec.config().get(Hdf5Settings.IMAGE_CHUNKS));
        }
        figures.put("pace_hz", spec.paceHz()).put("metrics", metrics).put("rounds", rounds.count());
        addSpeed(figures, median);
        figures.put("cpu_us_per_env_step", median.cpuMicrosPerEnvStep(), 3)
                .put("stall_us", recorded.merged(Stalls::nanos), 1e3, 2, PERCENTILES);
        if (spec.paceHz() > 0) {
            figures.put("stall_own_us", recorded.merged(Stalls::ownNanos), 1e3, 2, PERCENTILES);
        }
        return figures.put("count_above_2ms", recorded.outliers().size())
                .put("stalls_above_2ms", recorded.outliers())
                .put("slowest_flush_ms", recorded.slowestFlushMillis(), 2)
                .put("peak_rss_mb", peakRssMb, 1)
                .put("allocated_bytes_per_step", recorded.allocatedBytesPerStep(), 3)
                .put("gc_pause_ms", recorded.gcPauseMillis())
                .put("cold_env_steps_per_s", cold.envStepsPerSecond(), 1)
                .put("cold_wall_s", cold.seconds().wall(), 3)
                .put("cold_stall_us", cold.stalls().nanos(), 1e3, 2, PERCENTILES)
                .put("cold_gc_pause_ms", cold.gcPauseMillis())
                .put(
                        "each_env_steps_per_s",
                        recorded.warm.stream()
                                .map(r -> Figures.rounded(r.envStepsPerSecond(), 1))
                                .toList());
    }

    private void tell(Figures figures, Recorded recorded, double peakRssMb) {
        Map<String, Figures> rows = new LinkedHashMap<>();
        rows.put("cold", row(recorded.cold, recorded.cold.stalls().nanos()));
        rows.put("warm", row(recorded.median(), recorded.merged(Stalls::nanos)));
        figures.say(Sentence.of(
                        "record: %d envs x %d steps of %d bytes, median of %d recordings",
                        spec.numEnvs(), spec.steps(), spec.fields().rowBytes(), rounds.count()))
                .say(Figures.table("", rows))
                .say(Sentence.of(
                        "%.2f us of CPU per env-step, peak RSS %.0f MB, %.3f bytes allocated per vector step, %d ms of GC"
                                + " pauses, slowest flush %.1f ms",
                        recorded.median().cpuMicrosPerEnvStep(),
                        peakRssMb,
                        recorded.allocatedBytesPerStep(),
                        recorded.gcPauseMillis(),
                        recorded.slowestFlushMillis()));
        recorded.outliers().forEach(figures::say);
    }

    private static Figures row(Measured recording, Histogram stalls) {
        return addSpeed(new Figures(), recording).cells(stalls, 1e3, "us", 1, PERCENTILES);
    }

    private static Figures addSpeed(Figures figures, Measured recording) {
        return figures.put("env_steps_per_s", recording.envStepsPerSecond(), 1, "env-steps/s", 0)
                .put("episodes_per_s", recording.episodesPerSecond(), 1, "episodes/s", 1)
                .put("raw_mb_per_s", recording.rawMbPerSecond(), 1, "raw MB/s", 1)
                .put("file_mb", recording.fileMb(), 3, "file MB", 2)
                .put("wall_s", recording.seconds().wall(), 3, "wall s", 3)
                .put("open_s", recording.seconds().open(), 3, "open s", 3)
                .put("close_s", recording.seconds().close(), 3, "close s", 3);
    }
}
