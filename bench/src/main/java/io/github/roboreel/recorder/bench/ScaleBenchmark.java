package io.github.roboreel.recorder.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench scale}: cost against envs, compressor threads and size of a row, each point in a JVM of its own. */
@Command(
        name = "scale",
        description = {
            "What recording costs against the number of envs, compressor threads and bytes of a"
                    + " row: every number of envs with every number of threads, then every size of"
                    + " a row with 16 envs. Each point records in a JVM of its own."
        },
        mixinStandardHelpOptions = true)
final class ScaleBenchmark extends BenchCommand.OnDisk {
    private static final int ROW_ENVS = 16;

    @Option(
            names = {"--num_envs", "--num-envs"},
            split = ",",
            defaultValue = "1,4,16,64,256,1024",
            description = "Parallel envs, separated by commas (${DEFAULT-VALUE}).")
    private List<Integer> numEnvs;

    @Option(
            names = {"--compressor-threads", "--compressor_threads"},
            split = ",",
            defaultValue = "1,2,4",
            description = "Threads that compress, separated by commas (${DEFAULT-VALUE}).")
    private List<Integer> threads;

    @Option(
            names = {"--row-bytes", "--row_bytes"},
            split = ",",
            defaultValue = "100,1000,10000,100000",
            description = "Sizes of rows of float32, separated by commas (${DEFAULT-VALUE}).")
    private List<Integer> rowBytes;

    @Option(
            names = "--steps",
            defaultValue = "0",
            description = "Steps per env; 0 for 600 to 8000, as 100 MB of rows take.")
    private int steps;

    @Mixin
    private Options.Rounds rounds = new Options.Rounds(3);

    @Override
    void check() {
        Options.requireEach("--num-envs", numEnvs, 1);
        Options.requireEach("--compressor-threads", threads, 1);
        Options.requireEach("--row-bytes", rowBytes, Float.BYTES);
        rowBytes.forEach(bytes -> BenchFields.ofRowBytes(bytes, 1));
        Options.requireAtLeast("--steps", steps, 0);
        rounds.count();
    }

    @Override
    Figures measure(Path folder) throws IOException, InterruptedException {
        List<Figures> points = new ArrayList<>();
        for (int envs : numEnvs) {
            for (int count : threads) {
                add(points, measure(folder, envs, count, 0));
            }
        }
        for (int bytes : rowBytes) {
            add(points, measure(folder, ROW_ENVS, threads.get(0), bytes));
        }
        return new Figures().put("bench", "scale").put("rounds", rounds.count()).put("points", points);
    }

    /** @param bytes size of a row of float32; 0 for RoboLab's fields */
    private Figures measure(Path folder, int envs, int compressorThreads, int bytes)
            throws IOException, InterruptedException {
        BenchFields fields = bytes == 0 ? BenchFields.proprio() : BenchFields.ofRowBytes(bytes, 1);
        int ownSteps = steps == 0 ? fields.sweepSteps(envs) : steps;
        PeerFigures json = PeerProcess.java(
                List.of(),
                BenchMain.class.getName(),
                List.of(
                        "record",
                        "--num-envs=" + envs,
                        "--steps=" + ownSteps,
                        "--compressor-threads=" + compressorThreads,
                        "--row-bytes=" + bytes,
                        "--rounds=" + rounds.count(),
                        "--output-dir=" + folder));
        double fileBytesPerStep = json.number("file_mb") * 1e6 / envs / ownSteps;
        return new Figures()
                .put("num_envs", envs, "envs")
                .put("compressor_threads", compressorThreads, "threads")
                .put("row_bytes", (long) json.number("row_bytes"), "row B")
                .put("steps", ownSteps, "steps")
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
}
