package io.github.roboreel.recorder;

import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * What happens to an episode after every sink has finalized it, on one thread of its own: its line
 * in the results, then its summary. The results are data: failing to write them fails the
 * recording.
 */
final class PostEpisodeStage {
    private final RunSpec run;
    private final ResultsFile results;
    private final RecordingHealth health;
    private final RecorderMeters meters;
    private final ExecutorService thread;

    PostEpisodeStage(
            RunSpec run, ResultsFile results, RecordingHealth health, RecorderMeters meters) {
        this.run = run;
        this.results = results;
        this.health = health;
        this.meters = meters;
        thread =
                Executors.newSingleThreadExecutor(
                        task -> {
                            Thread t =
                                    new Thread(task, "roboreel-run" + run.run() + "-post-episode");
                            t.setDaemon(true);
                            return t;
                        });
    }

    /** Any thread. */
    void finish(EpisodeClosing closing) {
        thread.execute(() -> settle(closing));
    }

    /** Waits for the episodes already handed in; false when they were not through in time. */
    boolean close(long timeoutSeconds) {
        thread.shutdown();
        boolean inTime = false;
        try {
            inTime = thread.awaitTermination(timeoutSeconds, TimeUnit.SECONDS);
            results.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            health.fail(
                    new RecorderException(
                            EpisodeId.RESULTS_FILE + " could not be closed: " + e.getMessage(), e));
        }
        return inTime;
    }

    private void settle(EpisodeClosing closing) {
        EpisodeSummary summary = closing.summary();
        meters.framesDropped(summary.droppedFrames());
        try {
            health.check();
            if (summary.outcome().status() != EpisodeStatus.DISCARDED) {
                results.append(ResultLine.of(run, closing.info(), summary));
            }
            closing.future().complete(summary);
        } catch (RecorderException e) {
            closing.future().completeExceptionally(e);
        } catch (IOException | RuntimeException e) {
            RecorderException failure =
                    new RecorderException(
                            "the result of "
                                    + closing.id().demoName()
                                    + " in run "
                                    + run.run()
                                    + " could not be written to "
                                    + EpisodeId.RESULTS_FILE
                                    + ": "
                                    + e.getMessage(),
                            e);
            health.fail(failure);
            closing.future().completeExceptionally(failure);
        }
    }
}
