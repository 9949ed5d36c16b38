package io.github.roboreel.recorder.hdf5.recover;

import io.github.roboreel.recorder.hdf5.deflate.ChunkCodec;
import io.github.roboreel.recorder.hdf5.deflate.Compression;
import io.github.roboreel.recorder.hdf5.read.ChunkFile;
import io.github.roboreel.recorder.hdf5.staging.ColumnGroup;
import io.github.roboreel.recorder.hdf5.staging.DemoEnd;
import io.github.roboreel.recorder.hdf5.staging.FrameChunk;
import io.github.roboreel.recorder.hdf5.staging.RecordedChunks;
import io.github.roboreel.recorder.hdf5.staging.StagedDemo;
import io.github.roboreel.recorder.hdf5.staging.StagedRows;
import io.github.roboreel.recorder.hdf5.staging.StagedRun;
import io.github.roboreel.recorder.hdf5.write.RunFile;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * Puts one demo into a new run file: the chunks that the ledger names and whose checksum is right, then the rows of its
 * staging area. A demo keeps the steps before the first of which a field is missing. For one thread.
 */
final class DemoRebuild implements AutoCloseable {
    private final StagedRun run;
    private final Optional<ChunkFile> source;
    private final RunFile target;
    private final ChunkCodec codec;
    private ByteBuffer packed = ByteBuffer.allocateDirect(1 << 16);

    private StagedDemo demo;
    private List<IntStream.Builder> checksums = List.of();
    private long rowsReplayed;

    /** @param source the run file of the recorder that died; empty when it is not there */
    DemoRebuild(StagedRun run, Optional<ChunkFile> source, RunFile target) {
        this.run = run;
        this.source = source;
        this.target = target;
        codec = Compression.ofLevel(run.deflateLevel()).codec();
    }

    /** Puts a demo there; all of it, or what is whole before the first fault. */
    DemoRecovery rebuild(StagedDemo newDemo) throws IOException {
        demo = newDemo;
        checksums = newChecksums();
        rowsReplayed = 0;
        if (run.run().isContinuous() && demo.simEnv() >= 0) {
            target.putSimEnv(demo.number(), demo.simEnv());
        }
        DemoEnd known = demo.end().orElse(DemoEnd.recording(run.run()));
        if (known.discarded()) {
            target.putProgress(demo.number(), 0, known);
            return report(known, 0, 0, false);
        }
        Optional<ByteBuffer> initialRow = run.initialRow(demo);
        writeSingle(run.layout().initialRow(), initialRow);
        long steps = copySteps();
        DemoEnd end = known.hasEnded() && steps == known.numSamples() ? known : known.recovered(steps);
        if (end == known) {
            writeSingle(run.layout().finalRow(), run.finalRow(demo));
        }
        target.putProgress(demo.number(), steps, end);
        return report(end, steps, Math.max(0, acknowledged() - steps), initialRow.isEmpty());
    }

    private List<IntStream.Builder> newChecksums() {
        return Stream.generate(IntStream::builder).limit(numGroups()).toList();
    }

    private DemoRecovery report(DemoEnd end, long steps, long lost, boolean isInitialLost) throws IOException {
        long torn = Math.max(0, mostRows() - Math.max(acknowledged(), steps));
        return new DemoRecovery(
                RunFile.demoName(demo.number()),
                end.status(),
                steps,
                Math.min(steps, rowsReplayed),
                lost,
                end.discarded() ? 0 : torn,
                isInitialLost,
                run.events(demo),
                Math.max(0, end.numEvents() - demo.numEvents()));
    }

    private void writeSingle(ColumnGroup row, Optional<ByteBuffer> values) throws IOException {
        for (ColumnGroup.Column column : row.columns()) {
            if (values.isPresent()) {
                target.writeSingle(demo.number(), column.field(), values.get(), column.offset());
            }
        }
    }

    // Which steps there were

    private int numGroups() {
        return run.layout().stepGroups().size() + run.frameChunks().numImages();
    }

    /** Steps that every group has had, whether they are whole or not any more. */
    private long acknowledged() throws IOException {
        long steps = Long.MAX_VALUE;
        for (int group = 0; group < numGroups(); group++) {
            steps = Math.min(steps, endOfRows(group));
        }
        return steps == Long.MAX_VALUE ? 0 : steps;
    }

    private long mostRows() throws IOException {
        long rows = 0;
        for (int group = 0; group < numGroups(); group++) {
            rows = Math.max(rows, endOfRows(group));
        }
        return rows;
    }

    private long endOfRows(int group) throws IOException {
        boolean isImage = group >= run.layout().stepGroups().size();
        Optional<DemoEnd> end = demo.end().filter(DemoEnd::hasEnded);
        if (end.isPresent() && (!isImage || demo.isComplete())) {
            return end.get().numSamples();
        }
        RecordedChunks chunks = demo.group(group);
        if (isImage) {
            return chunks.end();
        }
        ColumnGroup columns = run.layout().stepGroups().get(group);
        long recorded = (long) chunks.end() * columns.chunkRows();
        long newest = recorded;
        for (int bank = 0; bank < columns.banks(); bank++) {
            long first = recorded + (long) bank * columns.chunkRows();
            int whole = run.rows(demo, group, first, columns.chunkRows()).endOfWhole();
            newest = whole > 0 ? first + whole : newest;
        }
        return newest;
    }

    // Copying

    /**
     * Copies all groups to the same length. A dataset is not cut afterwards: the library would write its last chunk
     * anew.
     */
    private long copySteps() throws IOException {
        long limit = acknowledged();
        long steps = copyGroups(limit);
        while (steps < limit) {
            clear();
            limit = steps;
            steps = copyGroups(limit);
        }
        return steps;
    }

    private void clear() throws IOException {
        target.clear(demo.number());
        writeSingle(run.layout().initialRow(), run.initialRow(demo));
        checksums = newChecksums();
        rowsReplayed = 0;
    }

    /** The steps that all groups have now. */
    private long copyGroups(long limit) throws IOException {
        long steps = limit;
        for (int group = 0; group < numGroups(); group++) {
            boolean isImage = group >= run.layout().stepGroups().size();
            steps = Math.min(steps, isImage ? copyFrames(group, limit) : copyRows(group, limit));
        }
        return steps;
    }

    private long copyRows(int group, long limit) throws IOException {
        ColumnGroup columns = run.layout().stepGroups().get(group);
        RecordedChunks chunks = demo.group(group);
        long rows = 0;
        int inChunk = columns.chunkRows();
        for (long chunk = 0; rows < limit && inChunk == columns.chunkRows(); chunk++) {
            int most = (int) Math.min(columns.chunkRows(), limit - rows);
            List<byte[]> stored = stored(chunks, chunk);
            inChunk = stored.isEmpty()
                    ? putStaged(group, columns, chunk, most)
                    : putStored(group, columns, chunk, Math.min(most, chunks.rows(chunk)), stored);
            rows += inChunk;
        }
        return rows;
    }

    /** The stored bytes of a chunk's columns; none when one of them is not whole. */
    private List<byte[]> stored(RecordedChunks chunks, long chunk) throws IOException {
        List<byte[]> stored = new ArrayList<>();
        for (int i = 0; chunks.has(chunk) && source.isPresent() && i < chunks.columns(); i++) {
            Optional<byte[]> bytes =
                    source.get().read(chunks.place(chunk, i), chunks.size(chunk, i), chunks.crc(chunk, i));
            if (bytes.isEmpty()) {
                return List.of();
            }
            stored.add(bytes.get());
        }
        return stored;
    }

    /** What a chunk has behind these rows nothing shows. */
    private int putStored(int group, ColumnGroup columns, long chunk, int rows, List<byte[]> stored)
            throws IOException {
        for (int i = 0; i < stored.size(); i++) {
            load(stored.get(i));
            Field field = columns.columns().get(i).field();
            putChunk(group, field, chunk * columns.chunkRows(), rows, stored.get(i).length);
        }
        return rows;
    }

    private void load(byte[] bytes) {
        reserve(bytes.length);
        packed.put(0, bytes);
    }

    private void reserve(int bytes) {
        if (packed.capacity() < bytes) {
            packed = ByteBuffer.allocateDirect(Math.max(bytes, 2 * packed.capacity()));
        }
    }

    private void putChunk(int group, Field field, long firstRow, int rows, int size) throws IOException {
        target.setRows(demo.number(), field, firstRow + rows);
        target.writeChunk(demo.number(), field, firstRow, 0, packed, 0, size);
        checksums.get(group).add(crc(packed, size));
    }

    private int putStaged(int group, ColumnGroup columns, long chunk, int most) throws IOException {
        StagedRows staged = run.rows(demo, group, chunk * columns.chunkRows(), columns.chunkRows());
        int rows = Math.min(most, staged.numWhole());
        for (int i = 0; rows > 0 && i < columns.columns().size(); i++) {
            ColumnGroup.Column column = columns.columns().get(i);
            byte[] values = new byte[columns.chunkBytes(column)];
            staged.copy(i, 0, rows, values, 0);
            reserve(ChunkCodec.bound(values.length));
            int elementBytes = column.field().spec().storedElementBytes();
            int size = codec.encode(values, values.length, elementBytes, packed, 0);
            putChunk(group, column.field(), chunk * columns.chunkRows(), rows, size);
        }
        rowsReplayed += group == 0 ? rows : 0;
        return rows;
    }

    private long copyFrames(int group, long limit) throws IOException {
        List<FrameChunk> planes =
                run.frameChunks().ofImage(group - run.layout().stepGroups().size());
        RecordedChunks chunks = demo.group(group);
        long step = 0;
        while (step < limit) {
            List<byte[]> stored = stored(chunks, step);
            if (stored.isEmpty()) {
                return step;
            }
            target.setRows(demo.number(), planes.get(0).image(), step + 1);
            for (int plane = 0; plane < planes.size(); plane++) {
                load(stored.get(plane));
                int size = stored.get(plane).length;
                target.writeFrameChunk(demo.number(), planes.get(plane), step, packed, 0, size);
                checksums.get(group).add(crc(packed, size));
            }
            step++;
        }
        return step;
    }

    static int crc(ByteBuffer bytes, int size) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate().clear().limit(size));
        return (int) crc.getValue();
    }

    /** CRC32C of the chunks of the demo that was put last: by its groups, in the order of the file. */
    List<int[]> checksums() {
        return checksums.stream().map(group -> group.build().toArray()).toList();
    }

    @Override
    public void close() {
        codec.close();
    }
}
