package io.github.roboreel.runner;

import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.RecorderException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Waits until the sinks have finalized a run's episodes. Once a stop is requested it waits only as long as they get on:
 * a sink that hangs is left to the recorder's {@code close}, which has a time limit.
 */
final class SummaryWait {
    private static final long SLICE_MILLIS = 50;

    private final EpisodeRecorder recorder;
    private final List<CompletableFuture<EpisodeSummary>> summaries;
    private final RunProgress progress;
    private final Duration patience;

    /** @param patience how long the sinks may stand still after a stop is requested */
    SummaryWait(
            EpisodeRecorder recorder,
            List<CompletableFuture<EpisodeSummary>> summaries,
            RunProgress progress,
            Duration patience) {
        this.recorder = recorder;
        this.summaries = summaries;
        this.progress = progress;
        this.patience = patience;
    }

    /**
     * The summaries, in their order; after a stop request those that came.
     *
     * @throws RecorderException when the recording failed, or the calling thread was interrupted
     */
    List<EpisodeSummary> await() {
        long leftBefore = left();
        long stillSinceNanos = System.nanoTime();
        while (!settledWithinSlice()) {
            long left = left();
            if (!progress.stopRequested() || left != leftBefore) {
                leftBefore = left;
                stillSinceNanos = System.nanoTime();
            } else if (System.nanoTime() - stillSinceNanos >= patience.toNanos()) {
                break;
            }
        }
        return collect();
    }

    /** Falls while the sinks get on. */
    private long left() {
        long unfinished =
                summaries.stream().filter(summary -> !summary.isDone()).count();
        return unfinished + recorder.ringBacklog();
    }

    /** True when all are there or one has failed. */
    private boolean settledWithinSlice() {
        try {
            CompletableFuture.allOf(summaries.toArray(CompletableFuture<?>[]::new))
                    .get(SLICE_MILLIS, TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException e) {
            return true;
        } catch (TimeoutException e) {
            return summaries.stream().anyMatch(CompletableFuture::isCompletedExceptionally);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RecorderException("The run was interrupted before every sink had finalized its episodes.", e);
        }
    }

    private List<EpisodeSummary> collect() {
        List<EpisodeSummary> done = new ArrayList<>();
        for (CompletableFuture<EpisodeSummary> summary : summaries) {
            if (summary.isDone()) {
                done.add(joined(summary));
            }
        }
        return done;
    }

    private static EpisodeSummary joined(CompletableFuture<EpisodeSummary> summary) {
        try {
            return summary.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }
}
