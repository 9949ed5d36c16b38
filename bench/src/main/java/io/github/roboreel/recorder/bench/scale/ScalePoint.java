package io.github.roboreel.recorder.bench.scale;

import io.github.roboreel.recorder.bench.record.BenchProcess;
import io.github.roboreel.recorder.bench.record.PeerFigures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One recording of the sweep.
 *
 * @param numEnvs parallel envs
 * @param compressorThreads threads that compress
 * @param rowBytes size of a row of float32; 0 for RoboLab's fields
 * @param steps per env
 */
record ScalePoint(int numEnvs, int compressorThreads, int rowBytes, int steps) {
    private static final int LEAST_STEPS = 600;
    private static final int MOST_STEPS = 8000;
    private static final int PROPRIO_BYTES = 597;

    /** With as many steps as make up that many bytes, within bounds. */
    static ScalePoint of(int numEnvs, int compressorThreads, int rowBytes, long bytes) {
        long rowsBytes = (long) numEnvs * (rowBytes == 0 ? PROPRIO_BYTES : rowBytes);
        long steps = Math.max(LEAST_STEPS, Math.min(MOST_STEPS, bytes / rowsBytes));
        return new ScalePoint(numEnvs, compressorThreads, rowBytes, (int) steps);
    }

    ScalePoint withSteps(int newSteps) {
        return new ScalePoint(numEnvs, compressorThreads, rowBytes, newSteps);
    }

    /** Records it in a JVM of its own. */
    ScaleResult measure(Path folder, int rounds) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("record", "--json"));
        add(arguments, "--num-envs", numEnvs);
        add(arguments, "--steps", steps);
        add(arguments, "--compressor-threads", compressorThreads);
        add(arguments, "--row-bytes", rowBytes);
        add(arguments, "--rounds", rounds);
        arguments.addAll(List.of("--output-dir", folder.toString()));
        PeerFigures json = BenchProcess.run(arguments);
        return new ScaleResult(
                this,
                (long) json.number("row_bytes"),
                json.number("env_steps_per_s"),
                json.number("raw_mb_per_s"),
                json.number("open_s"),
                json.number("close_s"),
                json.number("peak_rss_mb"),
                json.number("file_mb") * 1e6 / numEnvs / steps,
                json.number("slowest_flush_ms"),
                json.number("stall_us", "99.9"));
    }

    private static void add(List<String> arguments, String option, int value) {
        arguments.addAll(List.of(option, String.format(Locale.ROOT, "%d", value)));
    }
}
