package io.github.roboreel.recorder.hdf5;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/** How far one env's demo has got in the run file. For the HDF5 thread. */
final class EnvProgress {
    private final long[] frames;
    private long rows;
    private long chunks;
    private long published;
    private EpisodeEnd end;
    private CompletableFuture<Void> whenEnded;

    EnvProgress(int images) {
        frames = new long[images];
    }

    /** Rows in the datasets that are no images. */
    long rows() {
        return rows;
    }

    /** Chunks written for good. */
    long chunks() {
        return chunks;
    }

    void rowsWritten(long newRows) {
        rows = newRows;
    }

    void chunkFinished(long newRows) {
        rows = newRows;
        chunks++;
    }

    void framesWritten(int imageIndex, long count) {
        frames[imageIndex] = count;
    }

    /** Steps that every dataset holds. */
    long completeSteps() {
        return Arrays.stream(frames).reduce(rows, Math::min);
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
