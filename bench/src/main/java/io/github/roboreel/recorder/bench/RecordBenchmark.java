package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;

/** {@code bench record}: whole recordings, the first of which warms the JVM up. */
@Command(
        name = "record",
        description = "Records what bench/peers/peer_h5py.py records, several times in one JVM, and says how"
                + " fast: from open to the closed and complete file.")
final class RecordBenchmark extends Scenario {
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

    @Param
    private int numEnvs = 16;

    @Param
    private int steps = 2000;

    @Param(min = 0)
    private double paceHz;

    @Param
    private int rounds = 5;

    @Param("Size of the cameras' frames, WxH; no cameras if not given")
    private FrameSize images;

    @Param("Cameras per env, with --images")
    private int cameras = 2;

    @Param("What the cameras see")
    private ImageKind imageKind = ImageKind.GRADIENT;

    @Param("The recorder's default if not given")
    private ImageChunks imageChunks;

    @Param("The recorder's default if not given")
    private Compression compression;

    @Param(value = "Steps after which live readers see them; 0 for the recorder's default", min = 0)
    private int flushIntervalSteps;

    @Param(value = "Threads that compress; 0 for the recorder's default", min = 0)
    private int compressorThreads;

    @Param(value = "Rows of float32 of this size instead of RoboLab's fields", min = 0)
    private int rowBytes;

    @Param("Fields that such a row has at least")
    private int rowFields = 1;

    @Param(value = "So many named scalars in one field instead of RoboLab's fields, as a robot's log has them", min = 0)
    private int logVariables;

    @Param("Compute each episode's metrics, too, which no peer does")
    private boolean metrics;

    @Param("Leave the last recording there")
    private boolean keep;

    @Param
    private boolean profile;

    private RecordSpec spec;

    @Override
    boolean keep() {
        return keep;
    }

    @Override
    void check() {
        if (logVariables > 0 && rowBytes != 0) {
            throw new IllegalArgumentException("--log-variables and --row-bytes both say what a row is; give one");
        }
        BenchFields fields = logVariables > 0
                ? BenchFields.log(logVariables)
                : rowBytes == 0 ? BenchFields.proprio() : BenchFields.ofRowBytes(rowBytes, rowFields);
        fields = images == null ? fields : fields.withCameras(images, cameras, imageKind);
        spec = new RecordSpec(numEnvs, steps, fields, paceHz, config(), metrics);
    }

    private RecorderConfig config() {
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
    void measure(Path folder) throws IOException, InterruptedException {
        BenchSignal signal = spec.signal();
        RecordRun cold = RecordRun.of(spec, signal, folder.resolve("round-0"));
        List<RecordRun> warm = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            Scenario.delete(folder.resolve("round-" + (round - 1)));
            warm.add(RecordRun.of(spec, signal, folder.resolve("round-" + round)));
        }
        double peakRssMb = ProcessFigures.peakRssMb();
        RecordRun median = warm.stream()
                .sorted(Comparator.comparingDouble(RecordRun::wallSeconds))
                .skip((rounds - 1) / 2)
                .findFirst()
                .orElseThrow();
        List<String> outliers =
                warm.stream().flatMap(run -> run.stalls().outliers().stream()).toList();
        figures.put("row_bytes", spec.fields().rowBytes())
                .put("compression", spec.config().get(Hdf5Settings.COMPRESSION));
        if (images != null) {
            figures.put("image_kind", imageKind.label())
                    .put("image_chunks", spec.config().get(Hdf5Settings.IMAGE_CHUNKS));
        }
        Figures ofWarm = new Figures()
                .put(median.figures().members())
                .put("stall_us", merged(cold, warm, Stalls::nanos))
                .put(
                        "allocated_bytes_per_step",
                        warm.stream()
                                        .mapToLong(RecordRun::allocatedBytes)
                                        .average()
                                        .orElseThrow()
                                / steps);
        figures.put("metrics", metrics).put(ofWarm.members());
        if (paceHz > 0) {
            figures.put("stall_own_us", merged(cold, warm, Stalls::ownNanos));
        }
        figures.put("count_above_2ms", outliers.size())
                .put("stalls_above_2ms", outliers)
                .put(
                        "slowest_flush_ms",
                        warm.stream()
                                .mapToDouble(RecordRun::slowestFlushMillis)
                                .max()
                                .orElse(0))
                .put("peak_rss_mb", peakRssMb)
                .put(
                        "gc_pause_ms",
                        warm.stream().mapToLong(RecordRun::gcPauseMillis).sum())
                .put("cold_env_steps_per_s", speed(cold))
                .put("cold_wall_s", cold.wallSeconds())
                .put("cold_stall_us", cold.stalls().nanos())
                .put("cold_gc_pause_ms", cold.gcPauseMillis())
                .put(
                        "each_env_steps_per_s",
                        warm.stream().map(RecordBenchmark::speed).toList());
        Map<String, Figures> rows = new LinkedHashMap<>();
        rows.put("cold", cold.figures());
        rows.put("warm", ofWarm);
        say("", rows);
        say(Sentence.of(
                "peak RSS %.0f MB, %s ms of GC pauses, slowest flush %s ms",
                peakRssMb,
                figures.members().get("gc_pause_ms"),
                figures.members().get("slowest_flush_ms")));
        outliers.forEach(this::say);
        if (profile) {
            Figures used = RecordRun.profile(spec, folder.resolve("profile"), rounds);
            figures.put("profile", used);
            say(ThreadProfiler.table(used));
        }
        if (keep) {
            figures.put("file", warm.get(rounds - 1).file().toString());
        }
    }

    private static Object speed(RecordRun run) {
        return run.figures().members().get("env_steps_per_s");
    }

    private static Histogram merged(RecordRun cold, List<RecordRun> warm, Function<Stalls, Histogram> part) {
        Histogram all = new Histogram(part.apply(cold.stalls()));
        warm.forEach(run -> all.add(part.apply(run.stalls())));
        return all;
    }
}
