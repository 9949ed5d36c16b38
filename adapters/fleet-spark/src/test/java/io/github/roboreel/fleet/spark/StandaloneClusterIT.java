package io.github.roboreel.fleet.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.fleet.engine.Engine;
import io.github.roboreel.fleet.engine.Task;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine on a cluster of processes, of which some are killed. */
@Tag("slow")
class StandaloneClusterIT {
    /** Gives the process it ran in, and its input. */
    private record WhereAmI(String folder) implements Task<Integer, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public String run(Integer input) throws IOException {
            Files.createTempFile(Path.of(folder), input + "-", ".try");
            try {
                Thread.sleep(300);
            } catch (InterruptedException e) {
                throw new InterruptedIOException("interrupted");
            }
            return ProcessHandle.current().pid() + " " + input;
        }
    }

    @Test
    void anExecutorIsKilledAndEveryInputHasOneResult(@TempDir Path scratch, @TempDir Path tries) throws Exception {
        List<Integer> inputs = List.copyOf(IntStream.range(0, 24).boxed().toList());
        Map<Integer, String> taken = new HashMap<>();
        try (StandaloneCluster cluster = StandaloneCluster.start(scratch, 2, 1);
                Engine engine = new SparkEngineProvider().open(cluster.master(), cluster.settings())) {
            Set<Long> killed = new HashSet<>();
            engine.run("work", inputs, new WhereAmI(tries.toString()), (index, result) -> {
                assertNull(taken.put(index, result), "input " + index + " has two results");
                if (killed.isEmpty() && taken.size() >= 4) {
                    ProcessHandle executor = cluster.executors().get(0);
                    StandaloneCluster.kill(executor);
                    killed.add(executor.pid());
                }
            });
            assertEquals(1, killed.size());
        }
        Set<String> processes = new HashSet<>();
        for (int input : inputs) {
            String[] result = taken.get(input).split(" ");
            processes.add(result[0]);
            assertEquals(Integer.toString(input), result[1]);
        }
        assertTrue(processes.size() >= 2, "processes: " + processes);
        assertTrue(!processes.contains(Long.toString(ProcessHandle.current().pid())));
    }
}
