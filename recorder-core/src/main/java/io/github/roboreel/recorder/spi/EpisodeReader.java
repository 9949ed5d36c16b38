package io.github.roboreel.recorder.spi;

import io.github.roboreel.format.Elements;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads one stored episode. All metrics and exporters see stored data through this alone. Paths are below the demo, for
 * example {@code obs/gripper_pos}. For one thread at a time, until the {@link RunReader} it came from is closed; every
 * method throws {@link IOException} when the file cannot be read.
 */
public interface EpisodeReader {
    /** Name of the demo, for example {@code demo_3}. */
    String name();

    /**
     * Attributes of the demo.
     *
     * @return value by name; integers as Long, floats as Double, booleans as Boolean, text as String
     */
    Map<String, Object> attributes() throws IOException;

    /** Number of steps: attribute {@code num_samples}, or the rows of {@code actions} without it. */
    long numSamples() throws IOException;

    /** Paths of all datasets below the demo, in the file's order. */
    List<String> paths() throws IOException;

    /** Whether there is a dataset at this path. */
    boolean has(String path) throws IOException;

    /**
     * Description of the dataset at this path.
     *
     * @throws IOException when there is none, or it cannot be read
     */
    DatasetInfo info(String path) throws IOException;

    /** Description of every dataset by its path, in the file's order. */
    default Map<String, DatasetInfo> infos() throws IOException {
        Map<String, DatasetInfo> infos = new LinkedHashMap<>();
        for (String path : paths()) {
            infos.put(path, info(path));
        }
        return infos;
    }

    /**
     * Values of some rows, widened to float64 without loss for all but int64 and uint64 values beyond 2^53; texts as
     * their bytes.
     *
     * @param from first row, from 0
     * @param to row after the last one
     * @return (to - from) x {@link DatasetInfo#rowElements} values in the dataset's unit, row-major
     */
    default double[] readDoubles(String path, long from, long to) throws IOException {
        DatasetInfo info = info(path);
        int length = info.arrayLength(path, from, to, 1);
        try {
            double[] values = new double[length];
            long batch = info.batchRows();
            for (long row = from; row < to && length > 0; row += batch) {
                byte[] rows = readBytes(path, row, Math.min(row + batch, to));
                int done = Math.toIntExact((row - from) * info.rowElements());
                Elements.doubles(
                        info.dtype(),
                        Elements.of(rows),
                        rows.length / info.dtype().bytes(),
                        values,
                        done);
            }
            return values;
        } catch (OutOfMemoryError e) {
            throw new IOException(
                    Sentence.of(
                            "%s, %s: %s rows do not fit into memory, read fewer at a time; it may be damaged",
                            name(), path, to - from),
                    e);
        }
    }

    /**
     * Values of some rows as stored.
     *
     * @param from first row, from 0
     * @param to row after the last one
     * @return (to - from) x {@link DatasetInfo#rowElements} elements of the dataset's dtype, little-endian, row-major
     */
    byte[] readBytes(String path, long from, long to) throws IOException;

    /**
     * The same rows of several datasets as stored; readers that ask another process or disk ask once.
     *
     * @param paths each at most once
     * @param from first row, from 0
     * @param to row after the last one
     * @return by path and in the order of the paths, as {@link #readBytes(String, long, long)} gives them
     */
    default Map<String, byte[]> readBytes(List<String> paths, long from, long to) throws IOException {
        Map<String, byte[]> rows = new LinkedHashMap<>();
        for (String path : paths) {
            rows.put(path, readBytes(path, from, to));
        }
        return rows;
    }

    /**
     * Values of all rows, as of {@link #readDoubles(String, long, long)}.
     *
     * @return rows x {@link DatasetInfo#rowElements} values in the dataset's unit, row-major
     */
    default double[] readDoubles(String path) throws IOException {
        return readDoubles(path, 0, info(path).rows());
    }
}
