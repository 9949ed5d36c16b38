package io.github.roboreel.recorder.bench.scale;

import io.github.roboreel.recorder.bench.record.BenchFields;
import io.github.roboreel.recorder.bench.record.Figures;
import io.github.roboreel.recorder.bench.record.PeerFigures;
import io.github.roboreel.recorder.bench.record.PeerProcess;
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
    /** With as many steps as a sweep's points have. */
    static ScalePoint of(int numEnvs, int compressorThreads, int rowBytes) {
        BenchFields fields = rowBytes == 0 ? BenchFields.proprio() : BenchFields.ofRowBytes(rowBytes, 1);
        return new ScalePoint(numEnvs, compressorThreads, rowBytes, fields.sweepSteps(numEnvs));
    }

    ScalePoint withSteps(int newSteps) {
        return new ScalePoint(numEnvs, compressorThreads, rowBytes, newSteps);
    }

    /** Records it in a JVM of its own. */
    Figures measure(Path folder, int rounds) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("record", "--json"));
        add(arguments, "--num-envs", numEnvs);
        add(arguments, "--steps", steps);
        add(arguments, "--compressor-threads", compressorThreads);
        add(arguments, "--row-bytes", rowBytes);
        add(arguments, "--rounds", rounds);
        arguments.addAll(List.of("--output-dir", folder.toString()));
        PeerFigures json = PeerProcess.bench(List.of(), arguments);
        double fileBytesPerStep = json.number("file_mb") * 1e6 / numEnvs / steps;
        return new Figures()
                .put("num_envs", numEnvs, "envs")
                .put("compressor_threads", compressorThreads, "threads")
                .put("row_bytes", (long) json.number("row_bytes"), "row B")
                .put("steps", steps, "steps")
                .put("env_steps_per_s", json.number("env_steps_per_s"), 1, "env-steps/s", 0)
                .put("episodes_per_s", json.number("episodes_per_s"), 1, "episodes/s", 1)
                .put("raw_mb_per_s", json.number("raw_mb_per_s"), 1, "raw MB/s", 1)
                .put("open_s", json.number("open_s"), 3, "open s", 3)
                .put("close_s", json.number("close_s"), 3, "close s", 3)
                .put("peak_rss_mb", json.number("peak_rss_mb"), 1, "RSS MB", 0)
                .put("file_bytes_per_step", fileBytesPerStep, 2, "file B/step", 1)
                .put("slowest_flush_ms", json.number("slowest_flush_ms"), 2, "flush ms", 1)
                .put("stall_us_99.9", json.number("stall_us", "99.9"), 2, "p99.9 us", 1);
    }

    private static void add(List<String> arguments, String option, int value) {
        arguments.addAll(List.of(option, String.format(Locale.ROOT, "%d", value)));
    }
}
