package io.github.roboreel.recorder.hdf5.read;

import io.github.roboreel.recorder.hdf5.deflate.ChunkDecoder;
import io.github.roboreel.recorder.hdf5.deflate.FrameChunk;
import io.github.roboreel.recorder.hdf5.file.ChunkFile;
import io.github.roboreel.recorder.hdf5.staging.ColumnGroup;
import io.github.roboreel.recorder.hdf5.staging.RecordedChunks;
import io.github.roboreel.recorder.hdf5.staging.StagedDemo;
import io.github.roboreel.recorder.hdf5.staging.StagedRows;
import io.github.roboreel.recorder.hdf5.staging.StagedRun;
import io.github.roboreel.recorder.schema.Field;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.DataFormatException;

/**
 * Steps of an open run: recorded chunks from their places in the run file, later rows from the staging areas. For one
 * thread at a time.
 */
final class UnfinishedSteps implements AutoCloseable {
    private static final int ATTEMPTS = 3;

    private final StagedRun run;
    private final Optional<ChunkFile> file;
    private final ChunkDecoder decoder = new ChunkDecoder();
    private final Map<Long, Decoded> decoded = new HashMap<>();
    private final Map<Integer, long[]> rowsFound = new HashMap<>();

    /** The chunk of a column that was read last. */
    private record Decoded(int demo, long chunk, byte[] values) {}

    /** @param file the run file, closed with this; empty when it is not there */
    UnfinishedSteps(StagedRun run, Optional<ChunkFile> file) {
        this.run = run;
        this.file = file;
    }

    /** Steps from the first on of which every stored field is there. */
    public long numSteps(StagedDemo demo) throws IOException {
        long steps = Long.MAX_VALUE;
        for (int group = 0; group < numGroups(); group++) {
            steps = Math.min(steps, numRows(demo, group));
        }
        return steps == Long.MAX_VALUE
                ? demo.end().map(end -> Math.max(0, end.numSamples())).orElse(0L)
                : steps;
    }

    private int numGroups() {
        return run.layout().stepGroups().size() + run.frameChunks().numImages();
    }

    /** Rows from the first on of one group of columns; those that were found at an earlier look are there for good. */
    private long numRows(StagedDemo demo, int group) throws IOException {
        long recorded = numRecorded(demo, group);
        boolean isAll = demo.end().filter(end -> recorded == end.numSamples()).isPresent();
        if (isAll || group >= run.layout().stepGroups().size()) {
            return recorded;
        }
        long[] found = rowsFound.computeIfAbsent(demo.number(), n -> new long[numGroups()]);
        do {
            found[group] = run.endOfRows(demo, group, Math.max(numRecorded(demo, group), found[group]));
            run.refresh();
        } while (numRecorded(demo, group) > found[group]); // their place was used again meanwhile
        return found[group];
    }

    private long numRecorded(StagedDemo demo, int group) {
        RecordedChunks chunks = demo.group(group);
        int last = chunks.contiguous() - 1;
        return last < 0 ? 0 : (long) last * run.layout().chunkRows(group) + chunks.rows(last);
    }

    /**
     * Reads rows of a STEP field as stored.
     *
     * @throws IOException when one of them is neither recorded nor staged whole
     */
    public void read(StagedDemo demo, Field field, long from, long count, byte[] out, int at) throws IOException {
        int group = run.group(field);
        int chunkRows = run.layout().chunkRows(group);
        int rowBytes = field.rowBytes();
        for (long row = from; row < from + count; ) {
            int first = (int) (row % chunkRows);
            int rows = (int) Math.min(from + count - row, chunkRows - first);
            int to = at + Math.toIntExact(row - from) * rowBytes;
            boolean isRead = false;
            for (int i = 0; i < ATTEMPTS && !isRead; i++) {
                isRead = readChunk(demo, field, group, row, rows, out, to);
                if (!isRead) {
                    run.refresh();
                }
            }
            if (!isRead) {
                throw new IOException("step " + row + " of " + field + " in demo_" + demo.number()
                        + " is not whole in the run file, nor in the staging file");
            }
            row += rows;
        }
    }

    private boolean readChunk(StagedDemo demo, Field field, int group, long row, int rows, byte[] out, int at)
            throws IOException {
        if (field.spec().image()) {
            return readFrame(demo, field, group, row, out, at);
        }
        ColumnGroup columns = run.layout().stepGroups().get(group);
        int column = columns.indexOf(field);
        RecordedChunks chunks = demo.group(group);
        long chunk = columns.chunk(row);
        if (chunks.has(chunk) && chunks.rows(chunk) >= columns.index(row) + rows) {
            int elementBytes = field.spec().storedElementBytes();
            Optional<byte[]> values =
                    chunk(demo, group, chunk, column, columns.chunkRows() * field.rowBytes(), elementBytes);
            if (values.isPresent()) {
                int start = columns.index(row) * field.rowBytes();
                System.arraycopy(values.get(), start, out, at, rows * field.rowBytes());
                return true;
            }
        }
        StagedRows staged = run.rows(demo, group, row, rows);
        boolean isWhole = staged.numWhole() == rows;
        if (isWhole) {
            staged.copy(column, 0, rows, out, at);
        }
        return isWhole;
    }

    private boolean readFrame(StagedDemo demo, Field image, int group, long step, byte[] out, int at)
            throws IOException {
        if (!demo.group(group).has(step)) {
            return false;
        }
        List<FrameChunk> chunks =
                run.frameChunks().ofImage(group - run.layout().stepGroups().size());
        int planes = chunks.size();
        int elementBytes = planes == 1 ? image.spec().dtype().bytes() : 1;
        for (int plane = 0; plane < planes; plane++) {
            int bytes = chunks.get(plane).sizeBytes();
            Optional<byte[]> values = chunk(demo, group, step, plane, bytes, elementBytes);
            if (values.isEmpty()) {
                return false;
            }
            for (int i = 0; i < bytes; i++) {
                out[at + i * planes + plane] = values.get()[i];
            }
        }
        return true;
    }

    /** Values of a recorded chunk; empty when its place holds other bytes. */
    private Optional<byte[]> chunk(StagedDemo demo, int group, long chunk, int column, int bytes, int elementBytes)
            throws IOException {
        long key = (long) group << Integer.SIZE | column;
        Decoded known = decoded.get(key);
        if (known != null && known.demo() == demo.number() && known.chunk() == chunk) {
            return Optional.of(known.values());
        }
        RecordedChunks chunks = demo.group(group);
        Optional<byte[]> stored = file.isEmpty()
                ? Optional.empty()
                : file.get().read(chunks.place(chunk, column), chunks.size(chunk, column), chunks.crc(chunk, column));
        if (stored.isEmpty()) {
            return Optional.empty();
        }
        byte[] values = new byte[bytes];
        try {
            decoder.inflate(stored.get(), values, elementBytes);
        } catch (DataFormatException e) {
            return Optional.empty();
        }
        decoded.put(key, new Decoded(demo.number(), chunk, values));
        return Optional.of(values);
    }

    @Override
    public void close() throws IOException {
        decoder.close();
        if (file.isPresent()) {
            file.get().close();
        }
    }
}
