package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.Field;
import java.io.IOException;
import java.util.List;

/**
 * Replays the STEP fields that are no images: makes chunks of what the file and staging hold of
 * them. For one run file and one thread.
 */
final class TrackReplay implements AutoCloseable {
    private static final int ROWS = StagingLayout.CHUNK_ROWS;
    private static final int MOST_UNFLUSHED_CHUNKS = 1024;

    private final RunFile file;
    private final List<StagingLayout.Column> columns;
    private final PackedChunks packed;
    private final ChunkCodec codec = Compression.byDefault().codec();
    private int unflushedChunks;
    private int finishedEnv = -1;
    private long finishedChunk = -1;
    private boolean finished;

    TrackReplay(RunFile file, StagingLayout layout) {
        this.file = file;
        columns = layout.stepColumns();
        packed = new PackedChunks(columns.size(), layout.packedBytes());
    }

    /** Whether a step that is not promised by num_samples is in staging or in finished chunks. */
    boolean has(int env, StagedEnv staged, long step) throws IOException {
        return staged.hasRow(step) || inFinishedChunks(env, step);
    }

    private boolean inFinishedChunks(int env, long step) throws IOException {
        for (StagingLayout.Column column : columns) {
            if (step >= file.rows(env, column.field())) {
                return false;
            }
        }
        return isFinished(env, step / ROWS);
    }

    private boolean isFinished(int env, long chunk) throws IOException {
        if (env != finishedEnv || chunk != finishedChunk) {
            finished = true;
            for (StagingLayout.Column column : columns) {
                finished = finished && file.hasFinishedChunk(env, column.field(), chunk * ROWS);
            }
            finishedEnv = env;
            finishedChunk = chunk;
        }
        return finished;
    }

    /**
     * Brings every track to that many rows.
     *
     * @param inFile rows promised by the file
     * @return whether the file was changed
     */
    boolean write(int env, StagedEnv staged, long inFile, long steps) throws IOException {
        boolean changed = false;
        for (long chunk = inFile / ROWS; chunk * ROWS < steps; chunk++) {
            int rows = (int) Math.min(ROWS, steps - chunk * ROWS);
            if (!inFinishedChunks(env, chunk * ROWS + rows - 1)) {
                writeChunk(env, staged, chunk, rows);
                changed = true;
            }
        }
        for (StagingLayout.Column column : columns) {
            if (file.rows(env, column.field()) != steps) {
                file.setRows(env, column.field(), steps);
                changed = true;
            }
        }
        return changed;
    }

    private void writeChunk(int env, StagedEnv staged, long chunk, int rows) throws IOException {
        packed.clear();
        for (int i = 0; i < columns.size(); i++) {
            StagingLayout.Column column = columns.get(i);
            byte[] bytes = assembled(env, staged, chunk, rows, column);
            int elementBytes = column.field().spec().storedElementBytes();
            packed.pack(i, bytes, bytes.length, elementBytes, codec);
        }
        for (int i = 0; i < columns.size(); i++) {
            Field field = columns.get(i).field();
            file.setRows(env, field, chunk * ROWS + rows);
            file.writeChunk(
                    env, field, chunk * ROWS, 0, packed.bytes(), packed.start(i), packed.size(i));
        }
        finishedEnv = -1;
        unflushedChunks += columns.size();
        if (unflushedChunks >= MOST_UNFLUSHED_CHUNKS) {
            file.flush();
            unflushedChunks = 0;
        }
    }

    /** The rows of a chunk, zeros behind them; staging goes before the file. */
    private byte[] assembled(
            int env, StagedEnv staged, long chunk, int rows, StagingLayout.Column column)
            throws IOException {
        byte[] bytes = new byte[ROWS * column.rowBytes()];
        long first = chunk * ROWS;
        long stored = Math.min(first + rows, file.rows(env, column.field())) - first;
        if (stored > 0 && !isStaged(staged, first, rows)) {
            file.readRows(env, column.field(), first, stored, bytes);
        }
        for (int i = 0; i < rows; i++) {
            if (staged.hasRow(first + i)) {
                staged.copy(first + i, column, bytes, i * column.rowBytes());
            }
        }
        return bytes;
    }

    private static boolean isStaged(StagedEnv staged, long first, int rows) {
        for (int i = 0; i < rows; i++) {
            if (!staged.hasRow(first + i)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        codec.close();
    }
}
