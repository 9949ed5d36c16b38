package io.github.roboreel.recorder.hdf5.recover.legacy;

import io.github.roboreel.recorder.hdf5.deflate.ChunkCodec;
import io.github.roboreel.recorder.hdf5.deflate.Compression;
import io.github.roboreel.recorder.hdf5.staging.ColumnGroup;
import io.github.roboreel.recorder.hdf5.staging.StagingLayout;
import io.github.roboreel.recorder.hdf5.write.PackedChunks;
import io.github.roboreel.recorder.hdf5.write.RunFile;
import io.github.roboreel.recorder.schema.Field;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Replays one group of the STEP fields that are no images: makes chunks of what the file and staging hold of them. For
 * one run file and one thread.
 */
final class TrackReplay implements AutoCloseable {
    private static final int MOST_UNFLUSHED_CHUNKS = 1024;

    private final RunFile file;
    private final ColumnGroup group;
    private final int groupIndex;
    private final List<ColumnGroup.Column> columns;
    private final PackedChunks packed;
    private final ChunkCodec codec = Compression.byDefault().codec();
    private int unflushedChunks;
    private int finishedEnv = -1;
    private long finishedChunk = -1;
    private boolean finished;

    private TrackReplay(RunFile file, ColumnGroup group, int groupIndex) {
        this.file = file;
        this.group = group;
        this.groupIndex = groupIndex;
        columns = group.columns();
        packed = new PackedChunks(columns.size(), group.packedBytes());
    }

    /** One for each of the layout's groups. */
    static List<TrackReplay> ofAll(RunFile file, StagingLayout layout) {
        List<TrackReplay> tracks = new ArrayList<>();
        for (ColumnGroup group : layout.stepGroups()) {
            tracks.add(new TrackReplay(file, group, tracks.size()));
        }
        return tracks;
    }

    private LegacyRows rows(LegacyEnv staged) {
        return staged.groups().get(groupIndex);
    }

    /** Whether a step that is not promised by num_samples is in staging or in finished chunks. */
    boolean has(int env, LegacyEnv staged, long step) throws IOException {
        return rows(staged).has(step) || inFinishedChunks(env, step);
    }

    private boolean inFinishedChunks(int env, long step) throws IOException {
        for (ColumnGroup.Column column : columns) {
            if (step >= file.rows(env, column.field())) {
                return false;
            }
        }
        return isFinished(env, group.chunk(step));
    }

    private boolean isFinished(int env, long chunk) throws IOException {
        if (env != finishedEnv || chunk != finishedChunk) {
            finished = true;
            for (ColumnGroup.Column column : columns) {
                long first = firstRow(chunk);
                finished = finished && file.hasFinishedChunk(env, column.field(), first);
            }
            finishedEnv = env;
            finishedChunk = chunk;
        }
        return finished;
    }

    /**
     * Brings every dataset to that many rows.
     *
     * @param inFile rows promised by the file
     * @return whether the file was changed
     */
    boolean write(int env, LegacyEnv staged, long inFile, long steps) throws IOException {
        boolean changed = false;
        for (long chunk = group.chunk(inFile); firstRow(chunk) < steps; chunk++) {
            int rows = (int) Math.min(group.chunkRows(), steps - firstRow(chunk));
            if (!inFinishedChunks(env, firstRow(chunk) + rows - 1)) {
                writeChunk(env, rows(staged), firstRow(chunk), rows);
                changed = true;
            }
        }
        for (ColumnGroup.Column column : columns) {
            if (file.rows(env, column.field()) != steps) {
                file.setRows(env, column.field(), steps);
                changed = true;
            }
        }
        return changed;
    }

    private long firstRow(long chunk) {
        return chunk * group.chunkRows();
    }

    private void writeChunk(int env, LegacyRows staged, long first, int rows) throws IOException {
        packed.clear();
        for (int i = 0; i < columns.size(); i++) {
            ColumnGroup.Column column = columns.get(i);
            byte[] bytes = assembled(env, staged, first, rows, column);
            int elementBytes = column.field().spec().storedElementBytes();
            packed.pack(i, bytes, bytes.length, elementBytes, codec);
        }
        for (int i = 0; i < columns.size(); i++) {
            Field field = columns.get(i).field();
            file.setRows(env, field, first + rows);
            file.writeChunk(env, field, first, 0, packed.bytes(), packed.start(i), packed.size(i));
        }
        finishedEnv = -1;
        unflushedChunks += columns.size();
        if (unflushedChunks >= MOST_UNFLUSHED_CHUNKS) {
            file.flush();
            unflushedChunks = 0;
        }
    }

    /** The rows of a chunk, zeros behind them; staging goes before the file. */
    private byte[] assembled(int env, LegacyRows staged, long first, int rows, ColumnGroup.Column column)
            throws IOException {
        byte[] bytes = new byte[group.chunkBytes(column)];
        long stored = Math.min(first + rows, file.rows(env, column.field())) - first;
        if (stored > 0 && !isStaged(staged, first, rows)) {
            file.readRows(env, column.field(), first, stored, bytes);
        }
        for (int i = 0; i < rows; i++) {
            if (staged.has(first + i)) {
                staged.copy(first + i, column, bytes, i * column.rowBytes());
            }
        }
        return bytes;
    }

    private static boolean isStaged(LegacyRows staged, long first, int rows) {
        for (int i = 0; i < rows; i++) {
            if (!staged.has(first + i)) {
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
