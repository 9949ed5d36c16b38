package io.github.roboreel.fleet.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.fleet.engine.Engine;
import io.github.roboreel.fleet.engine.EngineProvider;
import io.github.roboreel.fleet.engine.Task;
import io.github.roboreel.fleet.spark.StandaloneCluster;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tasks that wait, on workers of a standalone Spark on this machine: each has one result, and a line of JSON says how
 * long all took on one worker and on more. Executors have started before the clock does.
 */
@Tag("slow")
class ScalingIT {
    private static final int REPEATS = Integer.getInteger("fleet.scaling.repeats", 1);
    private static final int WAIT_MILLISECONDS = 1000;

    /** Waits as a task does whose bytes come from elsewhere. */
    private record Waiting(int milliseconds) implements Task<Integer, Integer> {
        private static final long serialVersionUID = 1L;

        @Override
        public Integer run(Integer input) throws IOException {
            try {
                Thread.sleep(milliseconds);
            } catch (InterruptedException e) {
                throw new InterruptedIOException("interrupted");
            }
            return input * input;
        }
    }

    @Test
    void twoWorkersOfOneCore(@TempDir Path one, @TempDir Path two) throws Exception {
        compare(one, two, 2, 1, 12);
    }

    @Test
    void sixteenWorkersThatOneProcessStandsInFor(@TempDir Path one, @TempDir Path many) throws Exception {
        compare(one, many, 1, 16, 32);
    }

    private static void compare(Path one, Path more, int workers, int cores, int tasks) throws Exception {
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            double alone = seconds(one.resolve("" + repeat), 1, 1, tasks);
            double together = seconds(more.resolve("" + repeat), workers, cores, tasks);
            double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
            System.out.println(Sentence.of(
                    "{\"workers\": %d, \"cores_each\": %d, \"tasks\": %d, \"wait_ms\": %d, \"one_s\": %.2f,"
                            + " \"all_s\": %.2f, \"ratio\": %.2f, \"efficiency\": %.3f, \"load\": %.1f}",
                    workers,
                    cores,
                    tasks,
                    WAIT_MILLISECONDS,
                    alone,
                    together,
                    alone / together,
                    alone / together / (workers * cores),
                    load));
        }
    }

    private static double seconds(Path scratch, int workers, int cores, int tasks) throws Exception {
        try (StandaloneCluster cluster = StandaloneCluster.start(scratch, workers, cores);
                Engine engine = ServiceLoader.load(EngineProvider.class)
                        .findFirst()
                        .orElseThrow()
                        .open(cluster.master(), cluster.settings())) {
            while (cluster.executors().size() < workers) {
                run(engine, 1, 1);
            }
            run(engine, 2 * workers * cores, WAIT_MILLISECONDS / 2);
            long begin = System.nanoTime();
            run(engine, tasks, WAIT_MILLISECONDS);
            return (System.nanoTime() - begin) / 1e9;
        }
    }

    private static void run(Engine engine, int tasks, int milliseconds) throws IOException {
        List<Integer> inputs = IntStream.range(0, tasks).boxed().toList();
        List<Integer> results = new ArrayList<>(Collections.nCopies(tasks, null));
        engine.run("waiting", List.copyOf(inputs), new Waiting(milliseconds), (index, result) -> {
            assertEquals(null, results.set(index, result), "a second result of " + index);
        });
        assertEquals(inputs.stream().map(input -> input * input).toList(), results);
    }
}
