package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.hdf5.file.RunFile;
import io.github.roboreel.recorder.hdf5.lib.Hdf5;
import io.github.roboreel.recorder.hdf5.staging.ColumnGroup;
import io.github.roboreel.recorder.hdf5.staging.DemoEnd;
import io.github.roboreel.recorder.hdf5.staging.Ledger;
import io.github.roboreel.recorder.hdf5.staging.Ledger.ChunkPlaces;
import io.github.roboreel.recorder.hdf5.staging.StagingAreas;
import io.github.roboreel.recorder.hdf5.staging.StagingLayout;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.spi.EpisodeBegin;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * What happens to the demos of a run file, on the HDF5 thread. A chunk is written as it comes and recorded in the
 * ledger, from where on it survives this process. Flushes are for live readers: one makes a group of chunks visible,
 * and {@code num_samples} of what the one before it made visible.
 */
final class DemoWriter {
    /** The time of a flush grows with the square of the datasets written since the last. */
    private static final int MAX_UNFLUSHED_DATASETS = 512;

    /** Frames of an image that weigh as much as a dataset: their places fill one block of its index. */
    private static final int FRAMES_PER_DATASET = 16;

    /** Datasets of envs in lockstep, and several chunks of each, share a flush. */
    private static final long FLUSH_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The same for episodes that ended, whose results wait for it. */
    private static final long END_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Longest time that a flush waits while tasks keep coming. */
    private static final long MAX_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int NO_FILTERS_SKIPPED = 0;

    private final RunFile file;
    private final StagingLayout layout;
    private final RunSpec run;
    private final Ledger ledger;
    private final EnvTrack[] tracks;
    private final StagingAreas areas;
    private final EnvProgress[] demos;
    private final boolean hasImages;
    private final FrameBuffers frames;
    private final PackedChunksPool pool;
    private final SinkMeters meters;
    private final int flushIntervalSteps;
    private final Durability durability;
    private final ChunkPlaces places = new ChunkPlaces(64);

    private final Set<Integer> unflushed = new LinkedHashSet<>();
    private final List<Visible> visible = new ArrayList<>();
    // Of episodes whose instruction or policy is not the run's, which no live reader must see change.
    private final Map<Integer, EpisodeInfo> ownTexts = new LinkedHashMap<>();
    private boolean anEndWaits;
    private int unflushedDatasets;
    private boolean flushSoon;
    private long flushedNanos = System.nanoTime();
    private long total;
    private long deadBytes;
    private final long emptyBytes;

    /**
     * Rows that a flush has shown, but not their number.
     *
     * @param samples steps of them
     * @param end null while the episode continues
     */
    private record Visible(int env, long samples, DemoEnd end) {}

    DemoWriter(
            OpenRunFiles files,
            RunSpec run,
            EnvTrack[] tracks,
            StagingAreas areas,
            FrameBuffers frames,
            PackedChunksPool pool,
            SinkMeters meters,
            int flushIntervalSteps,
            Durability durability) {
        file = files.file();
        ledger = files.ledger();
        emptyBytes = files.emptyBytes();
        layout = files.staging().layout();
        this.run = run;
        this.tracks = tracks;
        this.areas = areas;
        this.frames = frames;
        this.pool = pool;
        this.meters = meters;
        this.flushIntervalSteps = flushIntervalSteps;
        this.durability = durability;
        int images = files.frames().numImages();
        hasImages = images > 0;
        demos = new EnvProgress[tracks.length];
        for (int env = 0; env < demos.length; env++) {
            demos[env] = new EnvProgress(layout.stepGroups().size(), images);
        }
    }

    /** An episode begins; its begin is written with its first chunks. */
    void begin(int env, EpisodeBegin begin, ByteBuffer initialRow) {
        demos[env].begun(new EnvProgress.Begin(begin, initialRow));
    }

    private void writeBegin(int env) throws IOException {
        EnvProgress.Begin begin = demos[env].takeBegin();
        if (begin == null) {
            return;
        }
        writeOrigin(env, begin.what());
        writeSingles(env, layout.initialRow(), begin.initialRow());
    }

    private void writeOrigin(int env, EpisodeBegin begin) throws IOException {
        EpisodeInfo said = run.episodes().get(env);
        EpisodeInfo info = begin.info();
        if (run.isContinuous()) {
            file.putSimEnv(env, begin.simEnv());
        }
        if (info.seed() != said.seed()) {
            file.putSeed(env, info.seed());
        }
        if (!info.equals(said.withSeed(info.seed()))) {
            ownTexts.put(env, info);
        }
    }

    /** What is to be noted when the file was closed, by demo. */
    Map<Integer, EpisodeInfo> ownTexts() {
        return ownTexts;
    }

    private void writeSingles(int env, ColumnGroup row, ByteBuffer values) throws IOException {
        for (ColumnGroup.Column column : row.columns()) {
            file.writeSingle(env, column.field(), values, column.offset());
            countChunk(env, column.rowBytes());
        }
        unflushedDatasets += row.columns().size();
    }

    /** Writes a group's chunk that will not change any more, records it and gives its buffer back. */
    void finishChunk(int env, int group, int rowsInChunk, PackedChunks packed) throws IOException {
        EnvProgress demo = demos[env];
        long chunk = demo.chunks(group);
        long start = System.nanoTime();
        Hdf5.inOneTurn(() -> {
            writeBegin(env);
            writeColumns(env, group, rowsInChunk, packed);
        });
        ledger.chunk(env, group, chunk, rowsInChunk, places);
        tracks[env].chunksRecorded(group, chunk + 1, !durability.forces());
        meters.chunkWrites().record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
        pool.giveBack(packed);
        demo.chunkFinished(group, chunk * layout.stepGroups().get(group).chunkRows() + rowsInChunk);
        touch(env, group);
        flushSoon = true;
    }

    private void writeColumns(int env, int group, int rowsInChunk, PackedChunks packed) throws IOException {
        ColumnGroup columns = layout.stepGroups().get(group);
        long firstRow = demos[env].chunks(group) * columns.chunkRows();
        boolean replaces = demos[env].rows(group) > firstRow;
        places.clear();
        for (int i = 0; i < columns.columns().size(); i++) {
            Field field = columns.columns().get(i).field();
            int size = packed.size(i);
            file.setRows(env, field, firstRow + rowsInChunk);
            long place =
                    file.writeChunk(env, field, firstRow, NO_FILTERS_SKIPPED, packed.bytes(), packed.start(i), size);
            places.add(place, size, packed.crc(i));
            countChunk(env, size);
            deadBytes += replaces ? columns.chunkBytes(columns.columns().get(i)) : 0;
        }
    }

    /** Writes a chunk of a camera frame, gives its buffer back, and records the frame when it is whole. */
    void writeFrame(PackedFrame frame) throws IOException {
        int env = frame.env();
        EnvProgress demo = demos[env];
        if (demo.isDiscarded()) {
            frames.giveBack(frame.bytes());
            return;
        }
        writeBegin(env);
        long start = System.nanoTime();
        int image = frame.chunk().imageIndex();
        ChunkPlaces framePlaces = demo.framePlaces(image);
        if (framePlaces.count() == 0) {
            file.setRows(env, frame.chunk().image(), frame.step() + 1);
        }
        long place = file.writeFrameChunk(env, frame.chunk(), frame.step(), frame.bytes(), 0, frame.size());
        framePlaces.add(place, frame.size(), frame.crc());
        frames.giveBack(frame.bytes());
        countChunk(env, frame.size());
        if (frame.completesFrame()) {
            ledger.chunk(env, layout.stepGroups().size() + image, frame.step(), 1, framePlaces);
            framePlaces.clear();
            demo.framesRecorded(image, frame.step() + 1);
            tracks[env].frameRecorded(image, frame.step() + 1);
            unflushedDatasets += (frame.step() + 1) % FRAMES_PER_DATASET == 0 ? 1 : 0;
        }
        meters.chunkWrites().record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
        unflushed.add(env);
        flushSoon |= (frame.step() + 1) % flushIntervalSteps == 0;
        finishIfComplete(env);
    }

    private void countChunk(int env, int bytes) {
        demos[env].bytesWritten(bytes);
        meters.bytesOut().increment(bytes);
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
     * mode each changed size would leak the old space. Rows behind the extent are invisible. It is no evidence of
     * anything: the rows stay in staging until the chunk is recorded.
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
        writeBegin(env);
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
                    track.area().memory(),
                    bank + column.offset(),
                    bytes);
            countChunk(env, bytes);
        }
        meters.chunkWrites().record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
        demo.rowsWritten(groupIndex, rows);
        touch(env, groupIndex);
    }

    private void touch(int env, int group) {
        unflushed.add(env);
        if (demos[env].touch(group)) {
            unflushedDatasets += layout.stepGroups().get(group).columns().size();
        }
    }

    /** The episode ended and its last chunks were handed over before; frames may still be coming. */
    void end(int env, DemoEnd end, ByteBuffer finalRow, CompletableFuture<Void> whenEnded) throws IOException {
        demos[env].ended(end, finalRow, whenEnded);
        finishIfComplete(env);
    }

    private void finishIfComplete(int env) throws IOException {
        EnvProgress demo = demos[env];
        DemoEnd end = demo.end();
        if (end == null || demo.completeSteps() < end.numSamples() && !end.discarded()) {
            return;
        }
        if (end.discarded()) {
            discard(env);
        } else {
            writeBegin(env);
            complete(env, end, demo.takeFinalRow());
        }
        if (layout.isLent() && !durability.forces()) {
            areas.giveBack(tracks[env].release());
        }
        file.release(env);
        demo.finished();
        anEndWaits = true;
        unflushed.add(env);
        flushSoon = true;
    }

    private void complete(int env, DemoEnd end, ByteBuffer finalRow) throws IOException {
        if (hasImages) {
            ledger.end(env, end, true, finalRow);
        }
        if (finalRow != null) {
            writeSingles(env, layout.finalRow(), finalRow);
        }
    }

    /** Takes the samples back and says why before the rows go, for live readers. */
    private void discard(int env) throws IOException {
        EnvProgress demo = demos[env];
        EnvProgress.Begin begin = demo.takeBegin();
        if (begin != null) {
            writeOrigin(env, begin.what());
        }
        deadBytes += demo.bytes();
        visible.removeIf(rows -> rows.env() == env);
        if (demo.bytes() > 0) {
            publishSamples(env, 0, demo.end());
            file.putTotal(total);
            file.flush();
            file.clear(env);
        }
    }

    /** After each task, and when {@link #nanosUntilDue} are over. */
    void afterTask(boolean queueEmpty) throws IOException {
        boolean due = flushSoon && nanosUntilDue() <= 0 && (queueEmpty || pausedNanos() >= MAX_PAUSE_NANOS);
        if (unflushedDatasets >= MAX_UNFLUSHED_DATASETS || due) {
            flushGroup();
            if (queueEmpty) {
                flushWhatIsWritten();
            }
        }
    }

    /** Time until something is due though no task comes; {@link Long#MAX_VALUE} when nothing is. */
    long nanosUntilDue() {
        long pauseNanos = anEndWaits ? END_PAUSE_NANOS : FLUSH_PAUSE_NANOS;
        return flushSoon ? Math.max(0, pauseNanos - pausedNanos()) : Long.MAX_VALUE;
    }

    private long pausedNanos() {
        return System.nanoTime() - flushedNanos;
    }

    /**
     * After the flush interval. Rows of a group that finished a chunk since the last interval wait for the next one:
     * written raw, the chunk that grows would leave dead space, each second, where it is full soon.
     */
    void onInterval() throws IOException {
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

    /** After each task, and at least once a second. */
    void onTick() throws IOException {
        durability.requireNamesNowAndThen();
    }

    /** Makes every staged row visible. */
    void flushAll() throws IOException {
        for (int env = 0; env < demos.length; env++) {
            if (tracks[env].hasBegun()) {
                writeBegin(env);
                unflushed.add(env);
            }
            writePartialChunks(env);
            afterTask(false);
        }
        flushWhatIsWritten();
    }

    private void flushWhatIsWritten() throws IOException {
        while (!unflushed.isEmpty() || !visible.isEmpty()) {
            flushGroup();
        }
    }

    private void flushGroup() throws IOException {
        long start = System.nanoTime();
        Hdf5.inOneTurn(this::publish);
        file.flush();
        meters.flushes().record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
        List<Integer> ended = visible.stream()
                .filter(rows -> rows.end() != null)
                .map(Visible::env)
                .toList();
        visible.clear();
        unflushed.forEach(env -> visible.add(flushed(env)));
        unflushed.clear();
        unflushedDatasets = 0;
        flushSoon = !visible.isEmpty();
        anEndWaits = visible.stream().anyMatch(rows -> rows.end() != null);
        flushedNanos = System.nanoTime();
        settle(ended);
    }

    private Visible flushed(int env) {
        EnvProgress demo = demos[env];
        demo.flushed();
        long samples = demo.isDiscarded() ? 0 : demo.completeSteps();
        return new Visible(env, samples, demo.isFinished() ? demo.end() : null);
    }

    /** With a durability that forces, an end counts when it is on the disk. */
    private void settle(List<Integer> ended) throws IOException {
        if (ended.isEmpty()) {
            return;
        }
        List<Runnable> ends = new ArrayList<>();
        for (int env : ended) {
            CompletableFuture<Void> whenEnded = demos[env].whenEnded();
            EnvTrack track = tracks[env];
            boolean givesBack = layout.isLent() && durability.forces();
            ends.add(() -> {
                if (givesBack) {
                    areas.giveBack(track.release());
                }
                whenEnded.complete(null);
            });
        }
        durability.requireNames();
        durability.afterForce(() -> ends.forEach(Runnable::run));
    }

    private void publish() throws IOException {
        for (Visible rows : visible) {
            publishSamples(rows.env(), rows.samples(), rows.end());
        }
        file.putTotal(total);
    }

    private void publishSamples(int env, long samples, DemoEnd end) throws IOException {
        EnvProgress demo = demos[env];
        if (samples != demo.published() || end != null) {
            file.putProgress(env, samples, end);
            total += samples - demo.published();
            demo.publish(samples);
        }
    }

    /**
     * Says of the demos in which no episode began how they stand. Of continuous episodes those behind the last that was
     * taken are left out of the copy, when the file is compacted, and removed when it is not.
     */
    void finishRun(ClosingCompaction compaction) throws IOException {
        durability.requireNames();
        int taken = numPlacesTaken();
        boolean isCompacted = compaction.decide(deadBytes(taken), (long) taken * file.datasetsPerDemo());
        boolean areRemoved = !isCompacted && compaction.hasTime();
        for (int env = 0; env < (areRemoved ? taken : demos.length); env++) {
            if (!tracks[env].hasBegun()) {
                file.putProgress(env, 0, DemoEnd.neverBegun());
            }
        }
        flushGroup();
        flushWhatIsWritten();
        if (areRemoved) {
            file.removeDemos(taken, demos.length);
        }
    }

    /** Bytes of the file that hold nothing any more: of raw chunks, of discarded episodes, of places that none took. */
    private long deadBytes(int taken) {
        return deadBytes + emptyBytes * (demos.length - taken) / demos.length;
    }

    /** Behind the last place that a continuous episode took; of other runs all are taken. */
    private int numPlacesTaken() {
        int taken = demos.length;
        while (run.isContinuous() && taken > 0 && !tracks[taken - 1].hasBegun()) {
            taken--;
        }
        return taken;
    }
}
