package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.RunDescription;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.hdf5.deflate.Compression;
import io.github.roboreel.recorder.hdf5.deflate.FrameChunk;
import io.github.roboreel.recorder.hdf5.lib.Hdf5;
import io.github.roboreel.recorder.hdf5.read.UnfinishedRun;
import io.github.roboreel.recorder.hdf5.staging.ColumnGroup;
import io.github.roboreel.recorder.hdf5.staging.DemoEnd;
import io.github.roboreel.recorder.hdf5.staging.RowChecksum;
import io.github.roboreel.recorder.hdf5.staging.StagingArea;
import io.github.roboreel.recorder.hdf5.staging.StagingAreas;
import io.github.roboreel.recorder.hdf5.staging.StagingLayout;
import io.github.roboreel.recorder.hdf5.staging.StagingSize;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.spi.EpisodeBegin;
import io.github.roboreel.recorder.spi.Frame;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.RunReader;
import io.github.roboreel.recorder.spi.SinkContext;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * One open run: puts rows into staging on the sink's thread and passes chunks on to the compressors and the HDF5
 * thread.
 */
final class RunRecording {
    private final RunSpec run;
    private final OpenRunFiles files;
    private final StagingLayout layout;
    private final StagingAreas areas;
    private final FrameBuffers frameBuffers;
    private final List<Field> images;
    private final EnvTrack[] tracks;
    private final RowChecksum stepRow;
    private final int flushIntervalSteps;
    private final SinkFailure failure;
    private final PackedChunksPool pool;
    private final Compressors compressors;
    private final Durability durability;
    private final DemoWriter demos;
    private final Hdf5Thread thread;
    private final int closeTimeoutSeconds;
    private final SinkContext context;
    private final ClosingCompaction compaction;
    private final Set<CompletableFuture<Void>> promises = ConcurrentHashMap.newKeySet();

    private RunRecording(SinkContext context, OpenRunFiles files, LongSupplier nanoClock) throws IOException {
        RecorderConfig config = context.config();
        FieldSchema schema = context.schema();
        this.run = context.run();
        this.files = files;
        layout = files.staging().layout();
        images = schema.layout(FieldPhase.STEP).storedImages();
        stepRow = new RowChecksum(schema.layout(FieldPhase.STEP).rowBytes());
        flushIntervalSteps = config.get(Hdf5Settings.FLUSH_INTERVAL_STEPS);
        this.context = context;
        closeTimeoutSeconds = config.get(RecorderSettings.CLOSE_TIMEOUT_SECONDS);
        compaction = new ClosingCompaction(context, files.path());
        failure = new SinkFailure(run, context::fail);
        tracks = EnvTrack.ofAll(run.numDemos(), layout.stepGroups().size(), images.size());
        areas = new StagingAreas(files.staging(), failure::check);
        pool = PackedChunksPool.of(layout);
        frameBuffers = new FrameBuffers(StagingSize.frameBytes(config, schema));
        durability = Durability.of(config, files);
        demos = new DemoWriter(
                files,
                run,
                tracks,
                areas,
                frameBuffers,
                pool,
                SinkMeters.of(context.meters(), files.staging()::reservedBytes),
                flushIntervalSteps,
                durability);
        double intervalSeconds = config.get(Hdf5Settings.FLUSH_INTERVAL_SECONDS);
        thread = new Hdf5Thread("roboreel-hdf5-run" + run.run(), demos, context::progressed, failure, nanoClock, (long)
                (intervalSeconds * 1e9));
        compressors = new Compressors(
                "roboreel-deflate-run" + run.run(),
                config.get(Hdf5Settings.COMPRESSOR_THREADS),
                Compression.of(config),
                failure);
        failure.whenRaised(this::wakeWaiting);
        durability.start("roboreel-force-run" + run.run(), tracks, context::progressed, failure);
        thread.start();
        // HDF5 prints errors to stderr unless told otherwise, thread by thread.
        thread.submit(Hdf5::load);
    }

    /** Creates the run's files; leaves none behind when it fails. */
    static RunRecording open(SinkContext context, LongSupplier nanoClock) throws IOException {
        RecorderConfig config = context.config();
        Hdf5.load(config.get(Hdf5Settings.BINDING), config.get(Hdf5Settings.LIBRARY));
        OpenRunFiles files = OpenRunFiles.create(context);
        try {
            return new RunRecording(context, files, nanoClock);
        } catch (Throwable e) {
            files.deleteAfter(e);
            throw e;
        }
    }

    /** An episode that is what the run says. */
    void begin(int env, RowView initial) throws IOException {
        begin(env, new EpisodeBegin(env, run.episodes().get(env), Map.of()), initial);
    }

    void begin(int env, EpisodeBegin begin, RowView initial) throws IOException {
        failure.check();
        try {
            StagingArea area = areas.lend(env);
            ByteBuffer initialRow = layout.initialRow().copy(initial);
            files.ledger().begin(env, begin.simEnv(), area.number(), initialRow, said(env, begin));
            tracks[env].begin(area);
            thread.submit(() -> demos.begin(env, begin, initialRow));
        } catch (Throwable e) {
            failure.raise(e);
            throw e;
        }
    }

    /** What the begin says that the run does not; empty where that is nothing. */
    private byte[] said(int env, EpisodeBegin begin) {
        boolean isOfRun =
                begin.info().equals(run.episodes().get(env)) && begin.metadata().isEmpty();
        return isOfRun ? new byte[0] : RunDescription.beginJson(begin);
    }

    /** Reads what has been recorded. */
    RunReader openReader() throws IOException {
        return UnfinishedRun.openLive(files.path());
    }

    void step(int env, long step, RowView row) throws IOException {
        failure.check();
        try {
            stage(env, step, row);
        } catch (Throwable e) {
            failure.raise(e);
            throw e;
        }
    }

    private void stage(int env, long step, RowView row) throws IOException {
        EnvTrack track = tracks[env];
        awaitBanks(track, step);
        for (int index = 0; index < images.size(); index++) {
            stageFrame(env, index, step, row);
        }
        track.area().putStep(step, row, stepRow);
        track.rowStaged(step + 1);
        boolean allAreFull = finishFullChunks(env, step);
        if (!allAreFull && (step + 1) % flushIntervalSteps == 0) {
            // Behind the chunks before, which a compressor may still have.
            compressors.submit(env, lane -> thread.submit(() -> demos.flushEnv(env)));
        }
    }

    private void awaitBanks(EnvTrack track, long step) throws IOException {
        List<ColumnGroup> groups = layout.stepGroups();
        for (int i = 0; i < groups.size(); i++) {
            ColumnGroup group = groups.get(i);
            if (group.index(step) == 0) {
                track.awaitBank(i, group.chunk(step), group.banks(), failure, durability::forceSoon);
            }
        }
    }

    /** Says whether the step was the last of every group's chunk. */
    private boolean finishFullChunks(int env, long step) {
        List<ColumnGroup> groups = layout.stepGroups();
        boolean all = true;
        for (int i = 0; i < groups.size(); i++) {
            ColumnGroup group = groups.get(i);
            boolean full = group.index(step + 1) == 0;
            all &= full;
            if (full) {
                finishChunk(env, i, group.chunk(step), group.chunkRows());
            }
        }
        return all;
    }

    private void stageFrame(int env, int index, long step, RowView row) {
        Frame frame = row.frame(images.get(index));
        List<FrameChunk> chunks = files.frames().ofImage(index);
        frame.retain();
        compressors.submit(env * images.size() + index, lane -> {
            try {
                if (!failure.isRaised()) {
                    lane.pack(frame, env, chunks, step, frameBuffers, this::announce);
                }
            } finally {
                frame.release();
            }
        });
    }

    private void announce(PackedFrame frame) {
        thread.submit(() -> demos.writeFrame(frame));
    }

    private void finishChunk(int env, int group, long chunk, int rows) {
        StagingArea area = tracks[env].area();
        compressors.submit(env, lane -> {
            failure.check();
            PackedChunks packed = pool.take();
            lane.pack(area, layout.stepGroups().get(group), chunk, rows, packed);
            thread.submit(() -> demos.finishChunk(env, group, rows, packed));
        });
    }

    /** @param finalObservation null when there is none */
    CompletableFuture<Void> end(int env, long numSamples, EpisodeOutcome outcome, RowView finalObservation)
            throws IOException {
        failure.check();
        try {
            return recordEnd(env, numSamples, outcome, finalObservation);
        } catch (Throwable e) {
            failure.raise(e);
            throw e;
        }
    }

    private CompletableFuture<Void> recordEnd(
            int env, long numSamples, EpisodeOutcome outcome, RowView finalObservation) throws IOException {
        DemoEnd end = DemoEnd.of(outcome, numSamples, tracks[env].stagedEvents());
        ByteBuffer finalRow =
                finalObservation == null ? null : layout.finalRow().copy(finalObservation);
        files.ledger().end(env, end, images.isEmpty() || end.discarded(), finalRow);
        tracks[env].end();
        if (!end.discarded()) {
            finishLastChunks(env, numSamples);
        }
        CompletableFuture<Void> promise = newPromise();
        compressors.submit(env, lane -> thread.submit(() -> demos.end(env, end, finalRow, promise)));
        return promise;
    }

    /** Something happened in an episode; UTF-8 JSON. */
    void event(int env, byte[] json) throws IOException {
        failure.check();
        try {
            files.ledger().event(env, tracks[env].stagedEvents(), json);
            tracks[env].eventStaged();
        } catch (Throwable e) {
            failure.raise(e);
            throw e;
        }
    }

    private void finishLastChunks(int env, long numSamples) {
        for (int i = 0; i < layout.stepGroups().size(); i++) {
            ColumnGroup group = layout.stepGroups().get(i);
            int rows = group.index(numSamples);
            if (rows > 0) {
                finishChunk(env, i, group.chunk(numSamples), rows);
            }
        }
    }

    /** Completes when everything handed over before is flushed. */
    CompletableFuture<Void> flush() {
        CompletableFuture<Void> promise = newPromise();
        compressors.afterAll(() -> thread.submit(() -> {
            demos.flushAll();
            promise.complete(null);
        }));
        return promise;
    }

    private CompletableFuture<Void> newPromise() {
        CompletableFuture<Void> promise = new CompletableFuture<>();
        promises.add(promise);
        promise.whenComplete((done, error) -> promises.remove(promise));
        if (failure.isRaised()) {
            promise.completeExceptionally(failure.cause());
        }
        return promise;
    }

    long durableSteps(int env) {
        return tracks[env].durableSteps();
    }

    long forcedSteps(int env) {
        return tracks[env].forcedSteps();
    }

    private void wakeWaiting(Throwable cause) {
        pool.close();
        areas.wake();
        frameBuffers.close();
        for (EnvTrack track : tracks) {
            track.wake();
        }
        promises.forEach(p -> p.completeExceptionally(cause));
    }

    /**
     * Ends what is still recording as aborted, closes the file, compacts it and deletes the staging file. A file in
     * which a stop request or a failed opening let no episode begin is deleted as well, and so is one that was made
     * ready for continuous episodes in vain. An interrupt the caller brings along waits until that is done.
     *
     * @throws IOException when it fails, or is not done within {@code recorder.close_timeout_seconds}; staging is kept
     *     then
     */
    void close() throws IOException {
        boolean failedBefore = failure.isRaised();
        boolean interrupted = Thread.interrupted();
        boolean idle = false;
        try {
            idle = finish();
        } catch (InterruptedException e) {
            interrupted = true;
            failure.raise(new InterruptedIOException("interrupted while closing the run file: " + e.getMessage()));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        if (!failure.isRaised()) {
            closeComplete();
        } else {
            files.keepStaging(idle && !thread.hasFailed(), durability);
        }
        if (!failedBefore) {
            failure.check();
        }
    }

    /** Waits for the threads to end, and says whether they have. */
    private boolean finish() throws InterruptedException {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(closeTimeoutSeconds);
        abortUnended();
        boolean ended = compressors.close(deadlineNanos);
        if (ended && !isGivenUp()) {
            thread.submit(() -> demos.finishRun(compaction));
        }
        ended &= thread.stop(deadlineNanos);
        ended &= durability.stop(deadlineNanos);
        if (!ended) {
            failure.raise(new IOException("the disk did not take all of it within "
                    + closeTimeoutSeconds
                    + " s ("
                    + RecorderSettings.CLOSE_TIMEOUT_SECONDS
                    + ")"));
        }
        return ended;
    }

    private void closeComplete() throws IOException {
        try {
            files.closeRunFile(isGivenUp(), demos.ownTexts(), durability, compaction);
        } catch (IOException e) {
            failure.raise(e);
            files.keepStaging(false, durability);
            return;
        }
        files.staging().delete();
    }

    /** Whether there is nothing in the file, and nothing more will come; it may have been made ready in vain. */
    private boolean isGivenUp() {
        return (run.isContinuous() || context.stopRequest().isMade() || context.hasOpeningFailed())
                && Arrays.stream(tracks).noneMatch(EnvTrack::hasBegun);
    }

    private void abortUnended() {
        for (int env = 0; env < tracks.length && !failure.isRaised(); env++) {
            EnvTrack track = tracks[env];
            if (track.hasBegun() && !track.isEnding()) {
                abort(env, track.stagedRows());
            }
        }
    }

    private void abort(int env, long rows) {
        try {
            end(env, rows, EpisodeOutcome.aborted("the run was closed"), null);
        } catch (IOException e) {
            // Whatever failed meanwhile, the threads are to be ended.
            failure.raise(e);
        }
    }
}
