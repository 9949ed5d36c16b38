package io.github.roboreel.recorder.spi;

import io.github.roboreel.recorder.RunSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What {@link MemorySink}s stored: the in-memory stand-in for a folder of run files. */
public final class MemoryRuns {
    private final Map<Path, Map<String, List<double[]>>> datasets = new ConcurrentHashMap<>();

    boolean create(RunSpec run) {
        return datasets.putIfAbsent(file(run), new ConcurrentHashMap<>()) == null;
    }

    void add(RunSpec run, int env, String path, double[] row) {
        rows(run, env, path).add(row);
    }

    void discard(RunSpec run, int env) {
        datasets.get(file(run)).keySet().removeIf(key -> key.startsWith(env + ":"));
    }

    /** Rows stored at a path. */
    public int rowCount(RunSpec run, int env, String path) {
        return rows(run, env, path).size();
    }

    /** All rows of a path after each other. */
    public double[] readDoubles(RunSpec run, int env, String path) {
        return rows(run, env, path).stream().flatMapToDouble(Arrays::stream).toArray();
    }

    private List<double[]> rows(RunSpec run, int env, String path) {
        return datasets.get(file(run)).computeIfAbsent(env + ":" + path, key -> new ArrayList<>());
    }

    private static Path file(RunSpec run) {
        return run.envFolder().resolve("run_" + run.run());
    }
}
