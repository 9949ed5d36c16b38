package io.github.roboreel.recorder.bench.record;

import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What {@link RecordBenchmark} measured.
 *
 * @param cold the JVM's first recording
 * @param warm those after it, at least one
 * @param peakRssMb most memory of the process, the values to record included, MB
 */
public record RecordReport(Recording cold, List<Recording> warm, double peakRssMb) {
    private static final double[] PERCENTILES = {50, 99, 99.9, 100};

    /** Copies the list. */
    public RecordReport {
        warm = List.copyOf(warm);
    }

    /** The warm recording of median speed. */
    public Recording median() {
        return warm.stream()
                .sorted(Comparator.comparingDouble(Recording::wallSeconds))
                .skip((warm.size() - 1) / 2)
                .findFirst()
                .orElseThrow();
    }

    /** Stalls of all warm recordings. */
    public Histogram stalls() {
        return merged(warm.stream().map(Recording::stallNanos).toList());
    }

    /** Bytes that the producer's thread allocated per vector step, once warm. */
    public double allocatedBytesPerStep() {
        double steps = (double) cold.spec().steps() * warm.size();
        return warm.stream().mapToLong(Recording::allocatedBytes).sum() / steps;
    }

    /** Everything, keys as the peers'. */
    public Map<String, Object> figures() {
        Recording median = median();
        RecordSpec spec = median.spec();
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("bench", "record");
        figures.put("num_envs", spec.numEnvs());
        figures.put("steps", spec.steps());
        figures.put("row_bytes", spec.rowBytes());
        figures.put("compression", compression(spec));
        if (spec.fields().specs().stream().anyMatch(FieldSpec::image)) {
            figures.put("image_kind", spec.fields().imageKind().label());
            figures.put("image_chunks", imageChunks(spec));
        }
        figures.put("pace_hz", spec.paceHz());
        figures.put("metrics", spec.metrics());
        figures.put("rounds", warm.size());
        figures.put("env_steps_per_s", Json.rounded(median.envStepsPerSecond(), 1));
        figures.put("raw_mb_per_s", Json.rounded(median.rawMbPerSecond(), 1));
        figures.put("file_mb", Json.rounded(median.fileMb(), 3));
        figures.put("wall_s", Json.rounded(median.wallSeconds(), 3));
        figures.put("open_s", Json.rounded(median.openSeconds(), 3));
        figures.put("close_s", Json.rounded(median.closeSeconds(), 3));
        figures.put("cpu_us_per_env_step", Json.rounded(median.cpuMicrosPerEnvStep(), 3));
        figures.put("stall_us", Json.percentiles(stalls(), 1e3, 2, PERCENTILES));
        if (spec.paceHz() > 0) {
            figures.put("stall_own_us", Json.percentiles(ownStalls(), 1e3, 2, PERCENTILES));
        }
        figures.put(
                "count_above_2ms",
                warm.stream().mapToInt(r -> r.outliers().size()).sum());
        figures.put(
                "stalls_above_2ms",
                warm.stream().flatMap(r -> r.outliers().stream()).toList());
        figures.put(
                "slowest_flush_ms",
                Json.rounded(
                        warm.stream()
                                .mapToDouble(Recording::slowestFlushMillis)
                                .max()
                                .orElse(0),
                        2));
        figures.put("peak_rss_mb", Json.rounded(peakRssMb, 1));
        figures.put("allocated_bytes_per_step", Json.rounded(allocatedBytesPerStep(), 3));
        figures.put(
                "gc_pause_ms", warm.stream().mapToLong(Recording::gcPauseMillis).sum());
        figures.put("cold_env_steps_per_s", Json.rounded(cold.envStepsPerSecond(), 1));
        figures.put("cold_wall_s", Json.rounded(cold.wallSeconds(), 3));
        figures.put("cold_stall_us", Json.percentiles(cold.stallNanos(), 1e3, 2, PERCENTILES));
        figures.put("cold_gc_pause_ms", cold.gcPauseMillis());
        figures.put(
                "each_env_steps_per_s",
                warm.stream().map(r -> Json.rounded(r.envStepsPerSecond(), 1)).toList());
        return figures;
    }

    private static String imageChunks(RecordSpec spec) {
        return spec.imageChunks() == null
                ? Hdf5Settings.IMAGE_CHUNKS.defaultValue()
                : spec.imageChunks().label();
    }

    private static String compression(RecordSpec spec) {
        return spec.compression() == null
                ? Hdf5Settings.COMPRESSION.defaultValue()
                : spec.compression().label();
    }

    private Histogram ownStalls() {
        return merged(warm.stream().map(Recording::ownStallNanos).toList());
    }

    private static Histogram merged(List<Histogram> parts) {
        Histogram all = new Histogram(parts.get(0));
        all.reset();
        parts.forEach(all::add);
        return all;
    }

    /** For people. */
    public String table() {
        RecordSpec spec = cold.spec();
        String head = String.format(
                Locale.ROOT,
                "record: %d envs x %d steps of %d bytes, median of %d recordings%n"
                        + "%-8s %12s %9s %8s %8s %8s %8s %9s %9s %9s %9s",
                spec.numEnvs(),
                spec.steps(),
                spec.rowBytes(),
                warm.size(),
                "",
                "env-steps/s",
                "raw MB/s",
                "wall s",
                "open s",
                "close s",
                "file MB",
                "p50 us",
                "p99 us",
                "p99.9 us",
                "max us");
        return head
                + row("cold", cold, cold.stallNanos())
                + row("warm", median(), stalls())
                + String.format(
                        Locale.ROOT,
                        "%n%.2f us of CPU per env-step, peak RSS %.0f MB, %.3f bytes allocated per vector step, %d ms of GC"
                                + " pauses, slowest flush %.1f ms",
                        median().cpuMicrosPerEnvStep(),
                        peakRssMb,
                        allocatedBytesPerStep(),
                        warm.stream().mapToLong(Recording::gcPauseMillis).sum(),
                        warm.stream()
                                .mapToDouble(Recording::slowestFlushMillis)
                                .max()
                                .orElse(0))
                + outliers();
    }

    private String outliers() {
        StringBuilder text = new StringBuilder();
        for (Recording recording : warm) {
            recording
                    .outliers()
                    .forEach(o -> text.append(System.lineSeparator()).append(o));
        }
        return text.toString();
    }

    private static String row(String name, Recording recording, Histogram stalls) {
        return String.format(
                Locale.ROOT,
                "%n%-8s %12.0f %9.1f %8.3f %8.3f %8.3f %8.2f %9.1f %9.1f %9.1f %9.1f",
                name,
                recording.envStepsPerSecond(),
                recording.rawMbPerSecond(),
                recording.wallSeconds(),
                recording.openSeconds(),
                recording.closeSeconds(),
                recording.fileMb(),
                stalls.getValueAtPercentile(50) / 1e3,
                stalls.getValueAtPercentile(99) / 1e3,
                stalls.getValueAtPercentile(99.9) / 1e3,
                stalls.getValueAtPercentile(100) / 1e3);
    }
}
