package io.github.roboreel.recorder.hdf5.read;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.hdf5.lib.H5Dataset;
import io.github.roboreel.recorder.hdf5.lib.H5Group;
import io.github.roboreel.recorder.hdf5.lib.H5Object;
import io.github.roboreel.recorder.hdf5.lib.StoredValues;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One demo group of an open {@link Hdf5RunReader}. Datasets are opened anew at each call, so a demo that is being
 * recorded shows its growth. Same thread rule as the run's reader.
 */
public final class StoredEpisode implements EpisodeReader {
    /** Largest array that every JVM grants. */
    private static final long MAX_ARRAY = Integer.MAX_VALUE - 8L;

    private static final long WIDEN_BYTES = 16L << 20;

    private final Hdf5RunReader run;
    private final String name;
    private final String group;

    /** A recorder creates all datasets before it starts, and none goes away. */
    private final Set<String> known = new HashSet<>();

    private Set<String> paths;

    /** What a closed file says stays so. */
    private final Map<String, DatasetInfo> infos = new HashMap<>();

    StoredEpisode(Hdf5RunReader run, String name, String group) {
        this.run = run;
        this.name = name;
        this.group = group;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Map<String, Object> attributes() throws IOException {
        return run.group(group, H5Object::attributes);
    }

    @Override
    public long numSamples() throws IOException {
        Optional<Object> stored = run.group(group, demo -> demo.attribute(AttributeNames.NUM_SAMPLES));
        if (stored.orElse("") instanceof Long samples) {
            return samples;
        }
        if (!has(DemoPaths.ACTIONS)) {
            throw new IOException(run.path()
                    + ", "
                    + group
                    + " has neither an integer attribute num_samples nor a dataset actions,"
                    + " so its length is unknown; record it again");
        }
        return info(DemoPaths.ACTIONS).rows();
    }

    @Override
    public List<String> paths() throws IOException {
        return List.copyOf(pathSet());
    }

    @Override
    public boolean has(String path) throws IOException {
        if (known.contains(path) || paths != null && paths.contains(path)) {
            return true;
        }
        if (isPlain(path) && run.group(group, demo -> demo.hasOwnDataset(path))) {
            known.add(path);
        }
        return known.contains(path);
    }

    /** The library would take other spellings for the same object. */
    private static boolean isPlain(String path) {
        return Arrays.stream(path.split("/", -1))
                .noneMatch(name -> name.isEmpty() || name.equals(".") || name.equals(".."));
    }

    private Set<String> pathSet() throws IOException {
        if (paths == null) {
            paths = new LinkedHashSet<>(run.group(group, H5Group::datasetPaths));
        }
        return paths;
    }

    @Override
    public DatasetInfo info(String path) throws IOException {
        return withDataset(path, dataset -> describe(path, dataset));
    }

    private DatasetInfo describe(String path, H5Dataset dataset) throws IOException {
        DatasetInfo info = infos.get(path);
        if (info == null) {
            info = dataset.describe(run.path());
            if (!run.isLive()) {
                infos.put(path, info);
            }
        }
        return info;
    }

    @Override
    public double[] readDoubles(String path, long from, long to) throws IOException {
        return withDataset(path, dataset -> doubles(path, dataset, describe(path, dataset), from, to));
    }

    @Override
    public double[] readDoubles(String path) throws IOException {
        return withDataset(path, dataset -> {
            DatasetInfo info = describe(path, dataset);
            return doubles(path, dataset, info, 0, info.rows());
        });
    }

    @Override
    public byte[] readBytes(String path, long from, long to) throws IOException {
        return withDataset(path, dataset -> {
            DatasetInfo known = infos.get(path);
            DatasetInfo info = known == null ? dataset.describeRows(run.path()) : known;
            return readBytes(path, dataset, info, from, to);
        });
    }

    /** Rows of a dataset as they are stored, little-endian. */
    public static byte[] readBytes(String path, H5Dataset dataset, DatasetInfo info, long from, long to)
            throws IOException {
        byte[] out = new byte[arrayLength(path, info, from, to, info.dtype().bytes())];
        if (out.length > 0) {
            dataset.readRows(info.dtype(), from, to - from, out);
        }
        return out;
    }

    /** In batches of whole chunks, so that the raw bytes need little memory next to the result. */
    private static double[] doubles(String path, H5Dataset dataset, DatasetInfo info, long from, long to)
            throws IOException {
        double[] out = new double[arrayLength(path, info, from, to, 1)];
        if (out.length == 0) {
            return out;
        }
        long rowBytes = info.rowElements() * info.dtype().bytes();
        long batchRows = Math.min(batchRows(info, rowBytes), to - from);
        byte[] raw = new byte[Math.toIntExact(batchRows * rowBytes)];
        int done = 0;
        for (long row = from; row < to; row += batchRows) {
            long rows = Math.min(batchRows, to - row);
            int elements = Math.toIntExact(rows * info.rowElements());
            dataset.readRows(info.dtype(), row, rows, raw);
            StoredValues.widen(info.dtype(), raw, elements, out, done);
            done += elements;
        }
        return out;
    }

    private static long batchRows(DatasetInfo info, long rowBytes) {
        long chunkRows = info.chunkShape().isEmpty() ? 1 : info.chunkShape().get(0);
        long chunks = Math.max(1, WIDEN_BYTES / rowBytes / chunkRows);
        long wanted = chunks * chunkRows;
        return Math.max(1, Math.min(wanted, MAX_ARRAY / rowBytes));
    }

    /** Elements, times units, of these rows; refuses rows that are not there. */
    public static int arrayLength(String path, DatasetInfo info, long from, long to, int unitsPerElement)
            throws IOException {
        if (from < 0 || from > to || to > info.rows()) {
            throw new IllegalArgumentException(
                    "rows " + from + " to " + to + " of " + path + " asked for, but it has rows 0 to " + info.rows());
        }
        long rows = to - from;
        long unitsPerRow = info.rowElements() * unitsPerElement;
        if (unitsPerRow > 0 && rows > MAX_ARRAY / unitsPerRow) {
            throw new IOException(rows
                    + " rows do not fit into one Java array; read at most "
                    + MAX_ARRAY / unitsPerRow
                    + " rows at a time");
        }
        return Math.toIntExact(rows * unitsPerRow);
    }

    private <T> T withDataset(String path, Hdf5RunReader.Use<H5Dataset, T> use) throws IOException {
        if (!has(path)) {
            throw missing(path);
        }
        return run.dataset(group + "/" + path, use);
    }

    private IOException missing(String path) throws IOException {
        boolean isGroup = pathSet().stream().anyMatch(p -> p.startsWith(path + "/"));
        return new IOException(run.path()
                + ", "
                + group
                + ": there is no dataset '"
                + path
                + (isGroup ? "', which is a group; name a dataset in it" : "'"));
    }
}
