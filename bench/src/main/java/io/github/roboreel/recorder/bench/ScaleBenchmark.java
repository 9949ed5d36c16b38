package io.github.roboreel.recorder.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code bench scale}: cost against envs, compressor threads and size of a row. */
@Command(
        name = "scale",
        description = "What recording costs against the number of envs, compressor threads and bytes of a"
                + " row: every number of envs with every number of threads, then every size of"
                + " a row with 16 envs. Each point records in a JVM of its own.")
final class ScaleBenchmark extends Scenario {
    private static final int ROW_ENVS = 16;

    @Param("Parallel envs, separated by commas")
    private List<Integer> numEnvs = List.of(1, 4, 16, 64, 256, 1024);

    @Param("Threads that compress, separated by commas")
    private List<Integer> compressorThreads = List.of(1, 2, 4);

    @Param(value = "Sizes of rows of float32, separated by commas", min = Float.BYTES)
    private List<Integer> rowBytes = List.of(100, 1000, 10_000, 100_000);

    @Param(value = "Steps per env; 0 for 600 to 8000, as 100 MB of rows take", min = 0)
    private int steps;

    @Param
    private int rounds = 3;

    @Override
    void check() {
        rowBytes.forEach(bytes -> BenchFields.ofRowBytes(bytes, 1));
    }

    @Override
    void measure(Path folder) throws IOException, InterruptedException {
        List<Figures> points = new ArrayList<>();
        for (int envs : numEnvs) {
            for (int threads : compressorThreads) {
                add(points, point(folder, envs, threads, 0));
            }
        }
        for (int bytes : rowBytes) {
            add(points, point(folder, ROW_ENVS, compressorThreads.get(0), bytes));
        }
        figures.put("points", points);
    }

    /** @param bytes size of a row of float32; 0 for RoboLab's fields */
    private Figures point(Path folder, int envs, int threads, int bytes) throws IOException, InterruptedException {
        BenchFields fields = bytes == 0 ? BenchFields.proprio() : BenchFields.ofRowBytes(bytes, 1);
        int ownSteps = steps == 0 ? fields.sweepSteps(envs) : steps;
        Child.Printed printed = Child.bench("record", "--num-envs", envs, "--steps", ownSteps, "--rounds", rounds)
                .and("--compressor-threads", threads, "--row-bytes", bytes, "--output-dir", folder)
                .printed();
        return new Figures()
                .put("num_envs", envs)
                .put("compressor_threads", threads)
                .put("row_bytes", fields.rowBytes())
                .put("steps", ownSteps)
                .put(printed.pick(
                        "env_steps_per_s", "episodes_per_s", "raw_mb_per_s", "open_s", "close_s", "peak_rss_mb"))
                .put("file_bytes_per_step", printed.number("file_mb") * 1e6 / envs / ownSteps)
                .put(printed.pick("slowest_flush_ms", "stall_us/99.9"));
    }
}
