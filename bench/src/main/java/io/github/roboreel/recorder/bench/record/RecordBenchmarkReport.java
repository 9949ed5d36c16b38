package io.github.roboreel.recorder.bench.record;

import io.github.roboreel.recorder.bench.record.MeasuredRecording.StallTimes;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * What {@link RecordBenchmark} measured.
 *
 * @param cold the JVM's first recording
 * @param warm those after it, at least one
 * @param peakRssMb most memory of the process, the values to record included, MB
 */
public record RecordBenchmarkReport(MeasuredRecording cold, List<MeasuredRecording> warm, double peakRssMb) {
    private static final double[] PERCENTILES = {50, 99, 99.9, 100};

    public RecordBenchmarkReport {
        warm = List.copyOf(warm);
    }

    /** The warm recording of median speed. */
    private MeasuredRecording median() {
        return warm.stream()
                .sorted(Comparator.comparingDouble(
                        recording -> recording.seconds().wall()))
                .skip((warm.size() - 1) / 2)
                .findFirst()
                .orElseThrow();
    }

    /** Bytes that the producer's thread allocated per vector step, once warm. */
    private double allocatedBytesPerStep() {
        double steps = (double) cold.spec().steps() * warm.size();
        return warm.stream().mapToLong(MeasuredRecording::allocatedBytes).sum() / steps;
    }

    private double slowestFlushMillis() {
        return warm.stream()
                .mapToDouble(MeasuredRecording::slowestFlushMillis)
                .max()
                .orElse(0);
    }

    private long gcPauseMillis() {
        return warm.stream().mapToLong(MeasuredRecording::gcPauseMillis).sum();
    }

    private List<String> outliers() {
        return warm.stream().flatMap(r -> r.stalls().outliers().stream()).toList();
    }

    private Histogram stalls() {
        return merged(StallTimes::nanos);
    }

    private Histogram merged(Function<StallTimes, Histogram> part) {
        Histogram all = new Histogram(part.apply(cold.stalls()));
        all.reset();
        warm.forEach(recording -> all.add(part.apply(recording.stalls())));
        return all;
    }

    /** Everything, keys as the peers'. */
    public Figures figures() {
        MeasuredRecording median = median();
        RecordSpec spec = median.spec();
        Figures figures = new Figures()
                .put("bench", "record")
                .put("num_envs", spec.numEnvs())
                .put("steps", spec.steps())
                .put("row_bytes", spec.rowBytes())
                .put("compression", spec.hdf5().config().get(Hdf5Settings.COMPRESSION));
        if (spec.fields().specs().stream().anyMatch(FieldSpec::image)) {
            figures.put("image_kind", spec.fields().imageKind().label());
            figures.put("image_chunks", spec.hdf5().config().get(Hdf5Settings.IMAGE_CHUNKS));
        }
        figures.put("pace_hz", spec.paceHz()).put("metrics", spec.metrics()).put("rounds", warm.size());
        addSpeed(figures, median);
        figures.put("cpu_us_per_env_step", median.cpuMicrosPerEnvStep(), 3)
                .put("stall_us", stalls(), 1e3, 2, PERCENTILES);
        if (spec.paceHz() > 0) {
            figures.put("stall_own_us", merged(StallTimes::ownNanos), 1e3, 2, PERCENTILES);
        }
        return figures.put("count_above_2ms", outliers().size())
                .put("stalls_above_2ms", outliers())
                .put("slowest_flush_ms", slowestFlushMillis(), 2)
                .put("peak_rss_mb", peakRssMb, 1)
                .put("allocated_bytes_per_step", allocatedBytesPerStep(), 3)
                .put("gc_pause_ms", gcPauseMillis())
                .put("cold_env_steps_per_s", cold.envStepsPerSecond(), 1)
                .put("cold_wall_s", cold.seconds().wall(), 3)
                .put("cold_stall_us", cold.stalls().nanos(), 1e3, 2, PERCENTILES)
                .put("cold_gc_pause_ms", cold.gcPauseMillis())
                .put(
                        "each_env_steps_per_s",
                        warm.stream()
                                .map(r -> Figures.rounded(r.envStepsPerSecond(), 1))
                                .toList());
    }

    private static Figures addSpeed(Figures figures, MeasuredRecording recording) {
        return figures.put("env_steps_per_s", recording.envStepsPerSecond(), 1, "env-steps/s", 0)
                .put("episodes_per_s", recording.episodesPerSecond(), 1, "episodes/s", 1)
                .put("raw_mb_per_s", recording.rawMbPerSecond(), 1, "raw MB/s", 1)
                .put("file_mb", recording.fileMb(), 3, "file MB", 2)
                .put("wall_s", recording.seconds().wall(), 3, "wall s", 3)
                .put("open_s", recording.seconds().open(), 3, "open s", 3)
                .put("close_s", recording.seconds().close(), 3, "close s", 3);
    }

    /** For people. */
    public String table() {
        RecordSpec spec = cold.spec();
        Map<String, Figures> rows = new LinkedHashMap<>();
        rows.put("cold", addSpeed(new Figures(), cold).cells(cold.stalls().nanos(), 1e3, "us", 1, PERCENTILES));
        rows.put("warm", addSpeed(new Figures(), median()).cells(stalls(), 1e3, "us", 1, PERCENTILES));
        String head = String.format(
                Locale.ROOT,
                "record: %d envs x %d steps of %d bytes, median of %d recordings%n",
                spec.numEnvs(),
                spec.steps(),
                spec.rowBytes(),
                warm.size());
        String rest = String.format(
                Locale.ROOT,
                "%n%.2f us of CPU per env-step, peak RSS %.0f MB, %.3f bytes allocated per vector step, %d ms of GC"
                        + " pauses, slowest flush %.1f ms",
                median().cpuMicrosPerEnvStep(),
                peakRssMb,
                allocatedBytesPerStep(),
                gcPauseMillis(),
                slowestFlushMillis());
        return head
                + Figures.table("", rows)
                + rest
                + outliers().stream().map(o -> System.lineSeparator() + o).collect(Collectors.joining());
    }
}
