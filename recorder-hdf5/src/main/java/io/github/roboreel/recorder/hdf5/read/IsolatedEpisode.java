package io.github.roboreel.recorder.hdf5.read;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.recorder.hdf5.read.ReaderRequest.Call;
import io.github.roboreel.recorder.hdf5.worker.Wire;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** One demo group of an open {@link IsolatedRunReader}. Same thread rule as the run's reader. */
final class IsolatedEpisode implements EpisodeReader {
    private static final int BATCH_ELEMENTS = 1 << 20;

    /** A small part of a worker's heap, which holds rows twice while it hands them over. */
    private static final long BATCH_BYTES = 32L << 20;

    private final IsolatedRunReader run;
    private final String name;
    private final DirectRows direct;
    private final Map<String, Long> rowBytes = new HashMap<>();
    private List<String> paths;

    /** Of a file that nobody writes, once asked for. */
    private Map<String, Object> attributes;

    IsolatedEpisode(IsolatedRunReader run, String name) {
        this.run = run;
        this.name = name;
        direct = new DirectRows(run, name);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Map<String, Object> attributes() throws IOException {
        if (attributes == null || run.isLive()) {
            attributes =
                    run.ask(ReaderRequest.of(Call.DEMO_ATTRIBUTES, name), new TypeReference<Map<String, Object>>() {});
        }
        return attributes;
    }

    @Override
    public long numSamples() throws IOException {
        if (!run.isLive() && attributes().get(AttributeNames.NUM_SAMPLES) instanceof Long samples) {
            return samples;
        }
        return run.ask(ReaderRequest.of(Call.NUM_SAMPLES, name), new TypeReference<Long>() {});
    }

    @Override
    public List<String> paths() throws IOException {
        if (paths == null) {
            paths = run.ask(ReaderRequest.of(Call.PATHS, name), new TypeReference<List<String>>() {});
        }
        return paths;
    }

    @Override
    public boolean has(String path) throws IOException {
        return paths().contains(path);
    }

    @Override
    public DatasetInfo info(String path) throws IOException {
        DatasetInfo info = run.isForRows() ? direct.info(path) : plainInfo(path);
        rowBytes.put(path, info.rowElements() * info.dtype().bytes());
        return info;
    }

    private DatasetInfo plainInfo(String path) throws IOException {
        return run.ask(ReaderRequest.of(Call.INFO, name, path, 0, 0), new TypeReference<DatasetInfo>() {});
    }

    /** One question for all of them, since each costs a turn of both processes. */
    @Override
    public Map<String, DatasetInfo> infos() throws IOException {
        return run.isForRows() ? direct.infos() : plainInfos();
    }

    private Map<String, DatasetInfo> plainInfos() throws IOException {
        return run.ask(ReaderRequest.of(Call.INFOS, name), new TypeReference<LinkedHashMap<String, DatasetInfo>>() {});
    }

    /** In batches, so that neither process needs much memory beside the result. */
    @Override
    public double[] readDoubles(String path, long from, long to) throws IOException {
        DatasetInfo info = info(path);
        double[] values = allocated(path, info, from, to, 1, double[]::new);
        long batchRows = Math.max(1, BATCH_ELEMENTS / Math.max(1, info.rowElements()));
        int done = 0;
        for (long row = from; row < to && values.length > 0; row += batchRows) {
            long end = Math.min(row + batchRows, to);
            ReaderRequest request = ReaderRequest.of(Call.DOUBLES, name, path, row, end);
            double[] batch = run.askDoubles(request);
            if (batch.length != (end - row) * info.rowElements()) {
                throw new StreamCorruptedException("reading " + path + " gave " + batch.length + " values");
            }
            System.arraycopy(batch, 0, values, done, batch.length);
            done += batch.length;
        }
        return values;
    }

    private <A> A allocated(String path, DatasetInfo info, long from, long to, int units, IntFunction<A> making)
            throws IOException {
        try {
            return making.apply(StoredRows.arrayLength(path, info, from, to, units));
        } catch (ArithmeticException | OutOfMemoryError e) {
            throw new IOException(
                    run.path()
                            + ", data/"
                            + name
                            + "/"
                            + path
                            + ": "
                            + (to - from)
                            + " rows of "
                            + info.rowShape()
                            + " values do not fit into memory; it may be damaged",
                    e);
        }
    }

    @Override
    public byte[] readBytes(String path, long from, long to) throws IOException {
        return readBytes(List.of(path), from, to).get(path);
    }

    /** From the chunks' places where they are known; the rest, and what is damaged, with one question. */
    @Override
    public Map<String, byte[]> readBytes(List<String> asked, long from, long to) throws IOException {
        Map<String, byte[]> rows = new LinkedHashMap<>();
        asked.forEach(path -> rows.put(path, null));
        direct.read(rows, from, to);
        List<String> left =
                asked.stream().filter(path -> rows.get(path) == null).toList();
        if (!left.isEmpty()) {
            rows.putAll(fromWorker(left, from, to));
        }
        return rows;
    }

    private Map<String, byte[]> fromWorker(List<String> asked, long from, long to) throws IOException {
        long batchRows = batchRows(asked, to - from);
        if (to - from <= batchRows) {
            return oneBatch(asked, from, to);
        }
        Map<String, byte[]> rows = new LinkedHashMap<>();
        for (String path : asked) {
            DatasetInfo info = info(path);
            rows.put(path, allocated(path, info, from, to, info.dtype().bytes(), byte[]::new));
        }
        for (long row = from; row < to; row += batchRows) {
            for (Map.Entry<String, byte[]> batch :
                    oneBatch(asked, row, Math.min(row + batchRows, to)).entrySet()) {
                byte[] whole = rows.get(batch.getKey());
                int at = (int) (whole.length / (to - from) * (row - from));
                System.arraycopy(batch.getValue(), 0, whole, at, batch.getValue().length);
            }
        }
        return rows;
    }

    private long batchRows(List<String> asked, long rows) throws IOException {
        long bytes = 1;
        for (String path : rows > 1 ? asked : List.<String>of()) {
            if (!rowBytes.containsKey(path)) {
                info(path);
            }
            bytes += rowBytes.get(path);
        }
        return Math.max(1, BATCH_BYTES / bytes);
    }

    private Map<String, byte[]> oneBatch(List<String> asked, long from, long to) throws IOException {
        ReaderRequest request = new ReaderRequest(Call.ROWS, "", name, asked, from, to);
        List<byte[]> found = Wire.parts(run.askBytes(request));
        Map<String, byte[]> rows = new LinkedHashMap<>();
        for (int i = 0; i < asked.size(); i++) {
            rows.put(asked.get(i), found.get(i));
        }
        return rows;
    }
}
