package io.github.roboreel.recorder.hdf5.write;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/** How far one env's demo has got in the run file. For the HDF5 thread. */
final class EnvProgress {
    private final long[] frames;
    private final long[] rows;
    private final long[] chunks;
    private final long[] chunksAtInterval;
    private long published;
    private EpisodeEnd end;
    private CompletableFuture<Void> whenEnded;

    EnvProgress(int groups, int frameChunks) {
        rows = new long[groups];
        chunks = new long[groups];
        chunksAtInterval = new long[groups];
        frames = new long[frameChunks];
    }

    /**
     * A continuous episode begins: its first rows wait for an interval, as those behind a finished chunk do. Most
     * episodes that are shorter than that are then written once, compressed, and leave no dead space of a raw chunk.
     */
    void begun() {
        Arrays.fill(chunksAtInterval, -1);
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

    void framesWritten(int frameChunk, long count) {
        frames[frameChunk] = count;
    }

    /** Steps that every dataset holds. */
    long completeSteps() {
        long complete = Arrays.stream(rows).min().orElse(0);
        return Arrays.stream(frames).reduce(complete, Math::min);
    }

    void ended(EpisodeEnd newEnd, CompletableFuture<Void> promise) {
        end = newEnd;
        whenEnded = promise;
    }

    /** Null until the episode ended. */
    EpisodeEnd end() {
        return end;
    }

    boolean isDiscarded() {
        return end != null && end.discarded();
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
}
