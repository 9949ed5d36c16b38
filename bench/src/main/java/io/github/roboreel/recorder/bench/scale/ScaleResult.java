package io.github.roboreel.recorder.bench.scale;

import io.github.roboreel.recorder.bench.record.Json;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What a point of the sweep reached.
 *
 * @param point what was recorded
 * @param rowBytes bytes of one env's step
 * @param envStepsPerSecond from open to the closed file
 * @param rawMbPerSecond bytes handed over
 * @param openSeconds until steps were accepted
 * @param closeSeconds from the last step to the closed file
 * @param peakRssMb most memory of its process, the values to record included
 * @param fileBytesPerStep size of the run file per env and step
 * @param slowestFlushMillis longest flush of the run file
 * @param stallMicros the producer's time per vector step, 99.9th percentile
 */
record ScaleResult(
        ScalePoint point,
        long rowBytes,
        double envStepsPerSecond,
        double rawMbPerSecond,
        double openSeconds,
        double closeSeconds,
        double peakRssMb,
        double fileBytesPerStep,
        double slowestFlushMillis,
        double stallMicros) {
    static final String HEAD = String.format(
            Locale.ROOT,
            "%5s %7s %7s %6s %12s %9s %8s %8s %8s %12s %9s %11s",
            "envs",
            "threads",
            "row B",
            "steps",
            "env-steps/s",
            "raw MB/s",
            "open s",
            "close s",
            "RSS MB",
            "file B/step",
            "flush ms",
            "p99.9 us");

    String row() {
        return String.format(
                Locale.ROOT,
                "%5d %7d %7d %6d %12.0f %9.1f %8.3f %8.3f %8.0f %12.1f %9.1f %11.1f",
                point.numEnvs(),
                point.compressorThreads(),
                rowBytes,
                point.steps(),
                envStepsPerSecond,
                rawMbPerSecond,
                openSeconds,
                closeSeconds,
                peakRssMb,
                fileBytesPerStep,
                slowestFlushMillis,
                stallMicros);
    }

    Map<String, Object> figures() {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("num_envs", point.numEnvs());
        figures.put("compressor_threads", point.compressorThreads());
        figures.put("row_bytes", rowBytes);
        figures.put("steps", point.steps());
        figures.put("env_steps_per_s", Json.rounded(envStepsPerSecond, 1));
        figures.put("raw_mb_per_s", Json.rounded(rawMbPerSecond, 1));
        figures.put("open_s", Json.rounded(openSeconds, 3));
        figures.put("close_s", Json.rounded(closeSeconds, 3));
        figures.put("peak_rss_mb", Json.rounded(peakRssMb, 1));
        figures.put("file_bytes_per_step", Json.rounded(fileBytesPerStep, 2));
        figures.put("slowest_flush_ms", Json.rounded(slowestFlushMillis, 2));
        figures.put("stall_us_99.9", Json.rounded(stallMicros, 2));
        return figures;
    }
}
