package io.github.roboreel.recorder.hdf5.write;

import io.github.roboreel.recorder.hdf5.staging.ColumnGroup;
import io.github.roboreel.recorder.hdf5.staging.FrameLog;
import io.github.roboreel.recorder.hdf5.staging.StagingAreas;
import io.github.roboreel.recorder.hdf5.staging.StagingLayout;
import io.github.roboreel.recorder.schema.Field;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * What happens to the demos of a run file, on the HDF5 thread. Chunks and extents are written as they come and
 * collected into groups; a flush makes a group visible and only then raises its {@code num_samples}.
 */
final class DemoWriter implements Hdf5Thread.Pauses {
    /** The time of a flush grows with the square of the chunks written since the last. */
    private static final int MOST_UNFLUSHED_CHUNKS = 1024;

    /** How long a flush waits for chunks that compressors still have, to take them along. */
    private static final long FLUSH_PATIENCE_NANOS = 20_000_000;

    private static final int NO_FILTERS_SKIPPED = 0;

    private final RunFile file;
    private final StagingLayout layout;
    private final EnvTrack[] tracks;
    private final StagingAreas areas;
    private final EnvProgress[] demos;
    private final FrameLog frames;
    private final PackedChunksPool pool;
    private final SinkMeters meters;
    private final int flushIntervalSteps;
    private final Durability durability;
    private final BooleanSupplier chunksUnderway;

    private final Set<Integer> unpublished = new LinkedHashSet<>();
    private final List<Integer> finished = new ArrayList<>();
    private int unflushedChunks;
    private boolean flushSoon;
    private boolean roomIsWanted;
    private long flushedNanos = System.nanoTime();
    private long loggedFramesEnd;
    private long total;

    DemoWriter(
            RunFile file,
            StagingLayout layout,
            int numFrameChunks,
            EnvTrack[] tracks,
            StagingAreas areas,
            FrameLog frames,
            PackedChunksPool pool,
            SinkMeters meters,
            int flushIntervalSteps,
            Durability durability,
            BooleanSupplier chunksUnderway) {
        this.durability = durability;
        this.chunksUnderway = chunksUnderway;
        this.file = file;
        this.layout = layout;
        this.tracks = tracks;
        this.areas = areas;
        this.frames = frames;
        this.pool = pool;
        this.meters = meters;
        this.flushIntervalSteps = flushIntervalSteps;
        demos = new EnvProgress[tracks.length];
        for (int env = 0; env < demos.length; env++) {
            demos[env] = new EnvProgress(layout.stepGroups().size(), numFrameChunks);
        }
    }

    /** Writes the INITIAL row. */
    void begin(int env) throws IOException {
        if (layout.isLent()) {
            demos[env].begun();
        }
        writeSingles(env, layout.initialRow());
        markUnpublished(env);
        flushSoon = true;
    }

    private void writeSingles(int env, ColumnGroup row) throws IOException {
        for (ColumnGroup.Column column : row.columns()) {
            int start = row.value(column, 0);
            file.writeSingle(env, column.field(), tracks[env].staging().area(), start);
            countChunk(column.rowBytes());
        }
    }

    /** Writes a group's chunk that will not change any more, and gives its buffer back. */
    void finishChunk(int env, int group, int rowsInChunk, PackedChunks packed) throws IOException {
        EnvProgress demo = demos[env];
        long firstRow = demo.chunks(group) * layout.stepGroups().get(group).chunkRows();
        long start = System.nanoTime();
        List<ColumnGroup.Column> columns = layout.stepGroups().get(group).columns();
        for (int i = 0; i < columns.size(); i++) {
            Field field = columns.get(i).field();
            file.setRows(env, field, firstRow + rowsInChunk);
            file.writeChunk(env, field, firstRow, NO_FILTERS_SKIPPED, packed.bytes(), packed.start(i), packed.size(i));
            countChunk(packed.size(i));
        }
        meters.chunkWrites().record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
        pool.giveBack(packed);
        demo.chunkFinished(group, firstRow + rowsInChunk);
        markUnpublished(env);
        flushSoon = true;
    }

    /** Writes a chunk of a camera frame. */
    void writeFrame(FrameLog.Staged frame) throws IOException {
        EnvProgress demo = demos[frame.env()];
        loggedFramesEnd = frame.end();
        if (demo.isDiscarded()) {
            return;
        }
        long start = System.nanoTime();
        file.setRows(frame.env(), frame.chunk().image(), frame.step() + 1);
        file.writeFrameChunk(frame.env(), frame.chunk(), frame.step(), frames.memory(), frame.payload(), frame.size());
        meters.chunkWrites().record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
        countChunk(frame.size());
        demo.framesWritten(frame.chunk().index(), frame.step() + 1);
        markUnpublished(frame.env());
        flushSoon |= (frame.step() + 1) % flushIntervalSteps == 0;
        finishIfComplete(frame.env());
    }

    private void countChunk(int bytes) {
        unflushedChunks++;
        meters.bytesOut().increment(bytes);
    }

    private void markUnpublished(int env) {
        unpublished.add(env);
    }

    /** Writes what one env has staged, its chunks that are not full included. */
    void flushEnv(int env) throws IOException {
        writePartialChunks(env);
        flushSoon = true;
    }

    private void writePartialChunks(int env) throws IOException {
        long rows = tracks[env].stagedRows();
        for (int group = 0; group < layout.stepGroups().size(); group++) {
            writePartialChunk(env, group, rows);
        }
    }

    /**
     * A chunk that will still grow goes in raw at its full size, so that it is overwritten in place next time: in SWMR
     * mode each changed size would leak the old space. Rows behind the extent are invisible.
     */
    private void writePartialChunk(int env, int groupIndex, long rows) throws IOException {
        ColumnGroup group = layout.stepGroups().get(groupIndex);
        EnvProgress demo = demos[env];
        EnvTrack track = tracks[env];
        long chunk = demo.chunks(groupIndex);
        boolean chunkBeforeIsWritten = group.chunk(rows) == chunk;
        if (track.isEnding() || !chunkBeforeIsWritten || rows <= demo.rows(groupIndex)) {
            return;
        }
        long firstRow = chunk * group.chunkRows();
        int bank = group.bank(chunk);
        long start = System.nanoTime();
        for (ColumnGroup.Column column : group.columns()) {
            int bytes = group.chunkBytes(column);
            file.setRows(env, column.field(), rows);
            file.writeChunk(
                    env,
                    column.field(),
                    firstRow,
                    RunFile.ALL_FILTERS_SKIPPED,
                    track.staging().area(),
                    bank + column.offset(),
                    bytes);
            countChunk(bytes);
        }
        meters.chunkWrites().record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
        demo.rowsWritten(groupIndex, rows);
        markUnpublished(env);
    }

    /** The episode ended and its last chunks were handed over before; frames may still be coming. */
    void end(int env, EpisodeEnd end, CompletableFuture<Void> whenEnded) throws IOException {
        demos[env].ended(end, whenEnded);
        finishIfComplete(env);
    }

    private void finishIfComplete(int env) throws IOException {
        EnvProgress demo = demos[env];
        EpisodeEnd end = demo.end();
        if (end == null || demo.completeSteps() < end.numSamples() && !end.discarded()) {
            return;
        }
        if (end.discarded()) {
            discard(env);
        } else if (end.hasFinalRow()) {
            writeSingles(env, layout.finalRow());
        }
        finished.add(env);
        markUnpublished(env);
        flushSoon = true;
    }

    /** Takes the samples back and says why before the rows go, for live readers. */
    private void discard(int env) throws IOException {
        publishSamples(env, 0);
        file.putVerdict(env, demos[env].end());
        file.putTotal(total);
        file.flush();
        file.clear(env);
    }

    /** Lets the frame log have its space back soon, and the areas; chunks underway may wait for it themselves. */
    void makeRoom() {
        flushSoon = true;
        roomIsWanted = true;
    }

    @Override
    public void afterTask(boolean queueEmpty) throws IOException {
        boolean due = flushSoon && queueEmpty && !isWorthWaiting();
        if (unflushedChunks >= MOST_UNFLUSHED_CHUNKS || due) {
            flushGroup();
        }
    }

    /** Envs in lockstep finish their chunks together, and one flush does for all of them. */
    private boolean isWorthWaiting() {
        return !roomIsWanted
                && chunksUnderway.getAsBoolean()
                && System.nanoTime() - flushedNanos < FLUSH_PATIENCE_NANOS;
    }

    /**
     * Rows of a group that finished a chunk since the last interval wait for the next one: written raw, the chunk that
     * grows would leave dead space, each second, where it is full soon.
     */
    @Override
    public void onInterval() throws IOException {
        for (int env = 0; env < demos.length; env++) {
            for (int group = 0; group < layout.stepGroups().size(); group++) {
                if (!demos[env].hasFinishedAChunk(group)) {
                    writePartialChunk(env, group, tracks[env].stagedRows());
                }
            }
            afterTask(false);
        }
        flushWhatIsWritten();
    }

    /** Makes every staged row visible. */
    void flushAll() throws IOException {
        for (int env = 0; env < demos.length; env++) {
            writePartialChunks(env);
            afterTask(false);
        }
        flushWhatIsWritten();
    }

    private void flushWhatIsWritten() throws IOException {
        if (!unpublished.isEmpty()) {
            flushGroup();
        }
    }

    private void flushGroup() throws IOException {
        long start = System.nanoTime();
        file.flush();
        publish();
        file.flush();
        durability.force(!finished.isEmpty());
        meters.flushes().record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
        freeStaging();
        unpublished.clear();
        unflushedChunks = 0;
        flushSoon = false;
        roomIsWanted = false;
        flushedNanos = System.nanoTime();
        List<Integer> ended = List.copyOf(finished);
        finished.clear();
        for (int env : ended) {
            if (layout.isLent()) {
                areas.giveBack(tracks[env].release());
            }
            demos[env].whenEnded().complete(null);
        }
    }

    /** In this order a live reader never sees more samples than rows. */
    private void publish() throws IOException {
        for (int env : unpublished) {
            publishSamples(env, demos[env].isDiscarded() ? 0 : demos[env].completeSteps());
        }
        for (int env : finished) {
            file.putVerdict(env, demos[env].end());
        }
        file.putTotal(total);
    }

    private void publishSamples(int env, long samples) throws IOException {
        EnvProgress demo = demos[env];
        if (samples != demo.published()) {
            file.putNumSamples(env, samples);
            total += samples - demo.published();
            demo.publish(samples);
        }
    }

    private void freeStaging() {
        for (int env : unpublished) {
            for (int group = 0; group < layout.stepGroups().size(); group++) {
                tracks[env].chunksFlushed(group, demos[env].chunks(group));
            }
        }
        if (frames != null) {
            frames.release(loggedFramesEnd);
        }
    }

    /** Marks the envs that never began and makes everything visible. */
    void finishRun() throws IOException {
        for (int env = 0; env < demos.length; env++) {
            if (!tracks[env].hasBegun()) {
                file.putVerdict(env, EpisodeEnd.neverBegun());
            }
        }
        flushGroup();
    }
}
