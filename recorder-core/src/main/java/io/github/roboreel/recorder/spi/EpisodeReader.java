package io.github.roboreel.recorder.spi;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads one stored episode. All metrics and exporters see stored data through this alone. */
public interface EpisodeReader {
    /** Name of the demo. */
    String name();

    /** Attributes of the demo; integers as Long, floats as Double, booleans as Boolean, text as String. */
    Map<String, Object> attributes() throws IOException;

    /** Number of steps: attribute {@code num_samples}, or the rows of {@code actions} without it. */
    long numSamples() throws IOException;

    /** Paths of all datasets below the demo, in the file's order. */
    List<String> paths() throws IOException;

    /** Whether there is a dataset at this path. */
    boolean has(String path) throws IOException;

    /** What is stored at this path. */
    DatasetInfo info(String path) throws IOException;

    /** What is stored at every path, in the file's order. */
    default Map<String, DatasetInfo> infos() throws IOException {
        Map<String, DatasetInfo> infos = new LinkedHashMap<>();
        for (String path : paths()) {
            infos.put(path, info(path));
        }
        return infos;
    }

    /**
     * Rows {@code from} (inclusive) to {@code to} (exclusive), row-major, widened to float64 without loss for all but
     * int64 and uint64 values beyond 2^53; texts as their bytes.
     */
    double[] readDoubles(String path, long from, long to) throws IOException;

    /** Rows {@code from} to {@code to} as stored, little-endian bytes, row-major. */
    byte[] readBytes(String path, long from, long to) throws IOException;

    /** All rows, widened to float64. */
    default double[] readDoubles(String path) throws IOException {
        return readDoubles(path, 0, info(path).rows());
    }
}
