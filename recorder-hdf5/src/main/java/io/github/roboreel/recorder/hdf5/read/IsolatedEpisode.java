package io.github.roboreel.recorder.hdf5.read;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.hdf5.read.ReaderRequest.Call;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** One demo group of an open {@link IsolatedRunReader}. Same thread rule as the run's reader. */
final class IsolatedEpisode implements EpisodeReader {
    /** A small part of a worker's heap, which holds rows twice while it hands them over. */
    private static final long BATCH_BYTES = 32L << 20;

    private final IsolatedRunReader run;
    private final String name;
    private final Map<String, DatasetInfo> infos = new HashMap<>();
    private List<String> paths;

    IsolatedEpisode(IsolatedRunReader run, String name) {
        this.run = run;
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Map<String, Object> attributes() throws IOException {
        return run.ask(ReaderRequest.of(Call.DEMO_ATTRIBUTES, name), new TypeReference<Map<String, Object>>() {});
    }

    @Override
    public long numSamples() throws IOException {
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
        DatasetInfo info = infos.get(path);
        if (info == null) {
            info = run.ask(ReaderRequest.of(Call.INFO, name, path, 0, 0), new TypeReference<DatasetInfo>() {});
            if (!run.isLive()) {
                infos.put(path, info);
            }
        }
        return info;
    }

    /** One question for all of them, since each costs a turn of both processes. */
    @Override
    public Map<String, DatasetInfo> infos() throws IOException {
        return run.ask(ReaderRequest.of(Call.INFOS, name), new TypeReference<LinkedHashMap<String, DatasetInfo>>() {});
    }

    @Override
    public double[] readDoubles(String path, long from, long to) throws IOException {
        return inBatches(
                path,
                from,
                to,
                Double.BYTES,
                1,
                double[]::new,
                (first, end) -> run.askDoubles(ReaderRequest.of(Call.DOUBLES, name, path, first, end)));
    }

    @Override
    public byte[] readBytes(String path, long from, long to) throws IOException {
        int elementBytes = info(path).dtype().bytes();
        return inBatches(
                path,
                from,
                to,
                elementBytes,
                elementBytes,
                byte[]::new,
                (first, end) -> run.askBytes(ReaderRequest.of(Call.BYTES, name, path, first, end)));
    }

    /** Asks for rows. */
    @FunctionalInterface
    private interface Batch<A> {
        A of(long from, long to) throws IOException;
    }

    /** In batches, so that neither process needs much memory beside the result. */
    private <A> A inBatches(
            String path, long from, long to, int bytes, int units, IntFunction<A> making, Batch<A> reading)
            throws IOException {
        DatasetInfo info = info(path);
        long batchRows = Math.max(1, BATCH_BYTES / Math.max(1, info.rowElements() * bytes));
        if (to - from <= batchRows) {
            return reading.of(from, to);
        }
        A values = allocated(path, info, from, to, units, making);
        int rowUnits = Math.toIntExact(info.rowElements() * units);
        for (long row = from; row < to; row += batchRows) {
            long end = Math.min(row + batchRows, to);
            int count = Math.toIntExact((end - row) * rowUnits);
            System.arraycopy(reading.of(row, end), 0, values, Math.toIntExact((row - from) * rowUnits), count);
        }
        return values;
    }

    private <A> A allocated(String path, DatasetInfo info, long from, long to, int units, IntFunction<A> making)
            throws IOException {
        try {
            return making.apply(StoredRows.arrayLength(path, info, from, to, units));
        } catch (ArithmeticException | OutOfMemoryError e) {
            throw new IOException(
                    Sentence.of(
                            "%s, %s: %s rows of %s values do not fit into memory, read fewer at a time; it may be damaged",
                            run.path(), DemoPaths.in(DemoPaths.inData(name), path), to - from, info.rowShape()),
                    e);
        }
    }
}
