package io.github.roboreel.recorder.hdf5.recover;

import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.hdf5.deflate.ChunkCodec;
import io.github.roboreel.recorder.hdf5.deflate.ChunkDecoder;
import io.github.roboreel.recorder.hdf5.deflate.Compression;
import io.github.roboreel.recorder.hdf5.deflate.FrameChunk;
import io.github.roboreel.recorder.hdf5.file.RunFile;
import io.github.roboreel.recorder.hdf5.lib.ChunkPlace;
import io.github.roboreel.recorder.hdf5.recover.DemoSource.Chunk;
import io.github.roboreel.recorder.hdf5.staging.ColumnGroup;
import io.github.roboreel.recorder.hdf5.staging.DemoEnd;
import io.github.roboreel.recorder.schema.Field;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;

/**
 * Puts one demo after the other into a run file: the chunks that are whole, then the rows that are staged. A demo keeps
 * the steps before the first of which a field is missing. For one thread.
 */
final class DemoRebuild implements AutoCloseable {
    private final RunSource run;
    private final RunFile target;
    private final boolean inPlace;
    private final IntConsumer whenPut;
    private final ChunkCodec codec;
    private final ChunkDecoder decoder = new ChunkDecoder();
    private ByteBuffer packed = ByteBuffer.allocateDirect(1 << 16);

    private DemoSource demo;
    private List<List<int[]>> checksums = List.of();
    private long rowsReplayed;

    /**
     * @param inPlace whether the target holds the stored chunks already, where they are
     * @param whenPut receives how many bytes each chunk has
     */
    DemoRebuild(RunSource run, RunFile target, boolean inPlace, IntConsumer whenPut) {
        this.run = run;
        this.target = target;
        this.inPlace = inPlace;
        this.whenPut = whenPut;
        codec = Compression.ofLevel(run.description().deflateLevel()).codec();
    }

    /** Puts a demo there; all of it, or what is whole before the first fault. */
    DemoRecovery rebuild(DemoSource newDemo) throws IOException {
        demo = newDemo;
        checksums =
                Stream.<List<int[]>>generate(ArrayList::new).limit(numGroups()).toList();
        rowsReplayed = 0;
        if (run.run().isContinuous() && demo.simEnv() >= 0) {
            target.putSimEnv(demo.number(), demo.simEnv());
        }
        if (demo.ownInfo().isPresent()) {
            EpisodeInfo info = demo.ownInfo().get();
            target.putSeed(demo.number(), info.seed());
            target.putTexts(demo.number(), info);
        }
        DemoEnd known = demo.end();
        if (known.discarded()) {
            return discard(known);
        }
        Optional<ByteBuffer> initialRow = demo.initialRow();
        writeSingles(run.layout().initialRow(), initialRow);
        long steps = copySteps(known.hasEnded() ? known.numSamples() : Long.MAX_VALUE);
        boolean isWhole = known.hasEnded() && steps == known.numSamples();
        if (isWhole) {
            writeSingles(run.layout().finalRow(), demo.finalRow());
        }
        DemoEnd end = isWhole ? known : known.recovered(steps);
        target.putProgress(demo.number(), steps, end);
        return report(end, steps, initialRow.isEmpty());
    }

    private DemoRecovery discard(DemoEnd end) throws IOException {
        target.putProgress(demo.number(), 0, end);
        if (inPlace) {
            target.clear(demo.number());
        }
        return report(end, 0, false);
    }

    private DemoRecovery report(DemoEnd end, long steps, boolean isInitialLost) throws IOException {
        long acknowledged = Long.MAX_VALUE;
        long most = 0;
        for (int group = 0; group < numGroups() && !end.discarded(); group++) {
            long rows = Math.max(steps, demo.endOfRows(group));
            acknowledged = Math.min(acknowledged, rows);
            most = Math.max(most, rows);
        }
        acknowledged = most == 0 ? 0 : acknowledged;
        return new DemoRecovery(
                RunFile.demoName(demo.number()),
                end.status(),
                steps,
                new DemoRecovery.Rows(
                        Math.min(steps, rowsReplayed), Math.max(0, acknowledged - steps), most - acknowledged),
                isInitialLost,
                demo.events(),
                demo.eventsLost());
    }

    private void writeSingles(ColumnGroup row, Optional<ByteBuffer> values) throws IOException {
        for (ColumnGroup.Column column : row.columns()) {
            if (values.isPresent()) {
                target.writeSingle(demo.number(), column.field(), values.get(), column.offset());
            }
        }
    }

    private int numGroups() {
        return run.layout().stepGroups().size() + run.frameChunks().numImages();
    }

    private int numStepGroups() {
        return run.layout().stepGroups().size();
    }

    private ColumnGroup columns(int group) {
        return run.layout().stepGroups().get(group);
    }

    /** Copies all groups and cuts them to the same length. */
    private long copySteps(long known) throws IOException {
        long steps = known;
        for (int group = 0; group < numGroups(); group++) {
            long rows = group < numStepGroups() ? copyRows(group) : copyFrames(group);
            steps = Math.min(steps, rows);
        }
        steps = steps == Long.MAX_VALUE ? 0 : wholeSteps(steps);
        for (int group = 0; group < numGroups(); group++) {
            cut(group, steps);
        }
        rowsReplayed = Math.min(steps, rowsReplayed);
        return steps;
    }

    private long copyRows(int group) throws IOException {
        ColumnGroup columns = columns(group);
        long rows = 0;
        int inChunk = columns.chunkRows();
        for (long chunk = 0; inChunk == columns.chunkRows(); chunk++) {
            Optional<Chunk> stored = demo.stored(group, chunk);
            if (stored.isPresent()) {
                inChunk = stored.get().rows();
                putStored(group, chunk, stored.get());
            } else {
                Chunk staged = demo.staged(group, chunk);
                inChunk = staged.rows();
                putPlain(group, chunk, staged);
                rowsReplayed += group == 0 ? inChunk : 0;
            }
            rows += inChunk;
        }
        return rows;
    }

    private void putStored(int group, long chunk, Chunk stored) throws IOException {
        int[] crcs = new int[stored.columns().size()];
        for (int i = 0; i < crcs.length; i++) {
            byte[] bytes = stored.columns().get(i);
            reserve(bytes.length);
            packed.put(0, bytes);
            Field field = columns(group).columns().get(i).field();
            long row = chunk * columns(group).chunkRows();
            boolean isThere = inPlace && isThere(target.chunkPlace(demo.number(), field, row), bytes.length);
            crcs[i] = putChunk(group, chunk, field, stored.rows(), bytes.length, isThere);
        }
        checksums.get(group).add(crcs);
    }

    /** Of a file that is completed where it lies, the source has seen to it that such a chunk is the right one. */
    private static boolean isThere(Optional<ChunkPlace> place, int size) {
        return place.filter(there -> there.skippedFilters() == 0 && there.bytes() == size)
                .isPresent();
    }

    private void putPlain(int group, long chunk, Chunk plain) throws IOException {
        if (plain.rows() == 0) {
            return;
        }
        int[] crcs = new int[plain.columns().size()];
        for (int i = 0; i < crcs.length; i++) {
            byte[] values = plain.columns().get(i);
            Field field = columns(group).columns().get(i).field();
            reserve(ChunkCodec.bound(values.length));
            int size = codec.encode(values, values.length, field.spec().storedElementBytes(), packed, 0);
            crcs[i] = putChunk(group, chunk, field, plain.rows(), size, false);
        }
        checksums.get(group).add(crcs);
    }

    private int putChunk(int group, long chunk, Field field, int rows, int size, boolean isThere) throws IOException {
        long firstRow = chunk * columns(group).chunkRows();
        grow(field, firstRow + rows);
        if (!isThere) {
            target.writeChunk(demo.number(), field, firstRow, 0, packed, 0, size);
        }
        whenPut.accept(size);
        return LegacyFormat.checksum(packed, 0, size);
    }

    private void grow(Field field, long rows) throws IOException {
        if (!inPlace || target.rows(demo.number(), field) < rows) {
            target.setRows(demo.number(), field, rows);
        }
    }

    private void reserve(int bytes) {
        if (packed.capacity() < bytes) {
            packed = ByteBuffer.allocateDirect(Math.max(bytes, 2 * packed.capacity()));
        }
    }

    private List<FrameChunk> planes(int group) {
        return run.frameChunks().ofImage(group - numStepGroups());
    }

    private long copyFrames(int group) throws IOException {
        List<FrameChunk> planes = planes(group);
        long step = 0;
        for (Optional<Chunk> frame = demo.stored(group, step); frame.isPresent(); frame = demo.stored(group, step)) {
            grow(planes.get(0).image(), step + 1);
            int[] crcs = new int[planes.size()];
            for (int plane = 0; plane < crcs.length; plane++) {
                byte[] bytes = frame.get().columns().get(plane);
                reserve(bytes.length);
                packed.put(0, bytes);
                FrameChunk chunk = planes.get(plane);
                if (!inPlace || !isThere(target.chunkPlace(demo.number(), chunk, step), bytes.length)) {
                    target.writeFrameChunk(demo.number(), chunk, step, packed, 0, bytes.length);
                }
                whenPut.accept(bytes.length);
                crcs[plane] = LegacyFormat.checksum(packed, 0, bytes.length);
            }
            checksums.get(group).add(crcs);
            step++;
        }
        return step;
    }

    // Cutting

    /** Steps of which the last chunk of every group can be cut. */
    private long wholeSteps(long steps) throws IOException {
        long whole = steps;
        for (int group = 0; group < numStepGroups(); group++) {
            ColumnGroup columns = columns(group);
            if (isLonger(group, whole) && columns.index(whole) > 0) {
                long chunk = columns.chunk(whole);
                whole = Math.min(
                        whole, chunk * columns.chunkRows() + plain(group, chunk).rows());
            }
        }
        return whole == steps ? steps : wholeSteps(whole);
    }

    private boolean isLonger(int group, long steps) throws IOException {
        if (group >= numStepGroups()) {
            return target.rows(demo.number(), planes(group).get(0).image()) != steps;
        }
        for (ColumnGroup.Column column : columns(group).columns()) {
            if (target.rows(demo.number(), column.field()) != steps) {
                return true;
            }
        }
        return false;
    }

    /** HDF5 would rewrite a chunk of which it cuts rows, in its own way: such a chunk is put again. */
    private void cut(int group, long steps) throws IOException {
        if (!isLonger(group, steps)) {
            return;
        }
        if (group >= numStepGroups()) {
            target.setRows(demo.number(), planes(group).get(0).image(), steps);
            return;
        }
        ColumnGroup columns = columns(group);
        long chunk = columns.chunk(steps);
        int rest = columns.index(steps);
        Chunk plain = rest == 0 ? Chunk.NONE : plain(group, chunk);
        for (ColumnGroup.Column column : columns.columns()) {
            target.setRows(demo.number(), column.field(), chunk * columns.chunkRows());
        }
        List<int[]> crcs = checksums.get(group);
        crcs.subList((int) Math.min(chunk, crcs.size()), crcs.size()).clear();
        putPlain(group, chunk, first(plain, rest, columns));
    }

    private static Chunk first(Chunk plain, int rows, ColumnGroup columns) {
        List<byte[]> values = new ArrayList<>();
        for (int i = 0; i < plain.columns().size(); i++) {
            byte[] column = plain.columns().get(i);
            int end = rows * columns.columns().get(i).rowBytes();
            values.add(Arrays.copyOf(Arrays.copyOf(column, end), column.length));
        }
        return new Chunk(plain.columns().isEmpty() ? 0 : rows, values);
    }

    /** The values of a chunk; those that are staged when the stored ones do not inflate. */
    private Chunk plain(int group, long chunk) throws IOException {
        Optional<Chunk> stored = demo.stored(group, chunk);
        List<byte[]> values = new ArrayList<>();
        try {
            for (int i = 0; stored.isPresent() && i < stored.get().columns().size(); i++) {
                ColumnGroup.Column column = columns(group).columns().get(i);
                values.add(new byte[columns(group).chunkBytes(column)]);
                int elementBytes = column.field().spec().storedElementBytes();
                decoder.inflate(stored.get().columns().get(i), values.get(i), elementBytes);
            }
        } catch (DataFormatException e) {
            values.clear();
        }
        return values.isEmpty()
                ? demo.staged(group, chunk)
                : new Chunk(stored.get().rows(), values);
    }

    /** CRC32C of the chunks of the demo that was put last: by group, chunk and column. */
    List<List<int[]>> checksums() {
        return checksums;
    }

    @Override
    public void close() {
        decoder.close();
        codec.close();
    }
}
