package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.hdf5.staging.DemoEnd;
import io.github.roboreel.recorder.hdf5.staging.Ledger.ChunkPlaces;
import io.github.roboreel.recorder.spi.EpisodeBegin;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** How far one env's demo has got in the run file. For the HDF5 thread. */
final class EnvProgress {
    private final List<ChunkPlaces> framePlaces;
    private final long[] frames;
    private final long[] rows;
    private final long[] chunks;
    private final long[] chunksAtInterval;
    private final boolean[] touched;
    private Begin begin;
    private long published;
    private DemoEnd end;
    private ByteBuffer finalRow;
    private CompletableFuture<Void> whenEnded;
    private boolean finished;
    private long bytes;

    /** What of an episode's begin is not in the run file yet. */
    record Begin(EpisodeBegin what, ByteBuffer initialRow) {}

    EnvProgress(int groups, int images) {
        rows = new long[groups];
        chunks = new long[groups];
        chunksAtInterval = new long[groups];
        touched = new boolean[groups];
        frames = new long[images];
        framePlaces =
                IntStream.range(0, images).mapToObj(image -> new ChunkPlaces(4)).toList();
    }

    /**
     * An episode begins. Its first rows wait for an interval, as those behind a finished chunk do: most episodes that
     * are shorter than that are then written once, compressed, and leave no dead space of a raw chunk.
     */
    void begun(Begin newBegin) {
        begin = newBegin;
        Arrays.fill(chunksAtInterval, -1);
    }

    /** What is to be written of the begin; null when it was. */
    Begin takeBegin() {
        Begin taken = begin;
        begin = null;
        return taken;
    }

    /** Rows in the datasets of a group of columns. */
    long rows(int group) {
        return rows[group];
    }

    /** Chunks of a group written for good. */
    long chunks(int group) {
        return chunks[group];
    }

    void rowsWritten(int group, long newRows) {
        rows[group] = newRows;
    }

    void chunkFinished(int group, long newRows) {
        rows[group] = newRows;
        chunks[group]++;
    }

    /**
     * Whether a chunk of the group was finished since this was last asked: the rows behind it are younger than that,
     * and the next chunk will hardly be long in coming.
     */
    boolean hasFinishedAChunk(int group) {
        boolean finished = chunks[group] > chunksAtInterval[group];
        chunksAtInterval[group] = chunks[group];
        return finished;
    }

    /** Notes that a group of columns was written, and says whether it was not since the last flush. */
    boolean touch(int group) {
        boolean isNew = !touched[group];
        touched[group] = true;
        return isNew;
    }

    void flushed() {
        Arrays.fill(touched, false);
    }

    /** Places of the chunks of the frame that is being written. */
    ChunkPlaces framePlaces(int image) {
        return framePlaces.get(image);
    }

    void framesRecorded(int image, long count) {
        frames[image] = count;
    }

    /** Steps that every dataset holds. */
    long completeSteps() {
        long complete = Arrays.stream(rows).min().orElse(0);
        return Arrays.stream(frames).reduce(complete, Math::min);
    }

    void ended(DemoEnd newEnd, ByteBuffer newFinalRow, CompletableFuture<Void> promise) {
        end = newEnd;
        finalRow = newFinalRow;
        whenEnded = promise;
    }

    /** Null until the episode ended. */
    DemoEnd end() {
        return end;
    }

    /** What is to be written when all steps are; null when there is none, or when it was taken. */
    ByteBuffer takeFinalRow() {
        ByteBuffer taken = finalRow;
        finalRow = null;
        return taken;
    }

    boolean isDiscarded() {
        return end != null && end.discarded();
    }

    /** All of it is written. */
    void finished() {
        finished = true;
    }

    boolean isFinished() {
        return finished;
    }

    CompletableFuture<Void> whenEnded() {
        return whenEnded;
    }

    /** Value of num_samples in the file. */
    long published() {
        return published;
    }

    void publish(long numSamples) {
        published = numSamples;
    }

    void bytesWritten(long count) {
        bytes += count;
    }

    /** Bytes of its chunks in the file. */
    long bytes() {
        return bytes;
    }
}
