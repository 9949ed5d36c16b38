package io.github.roboreel.recorder.video.sink;

import io.github.roboreel.recorder.StopRequest;
import io.github.roboreel.recorder.spi.SinkReport;
import io.github.roboreel.recorder.video.file.SampleBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Scales and encodes what the envs of one shard hand over, on one thread. It runs until it is stopped, whatever fails:
 * after a failure it closes its videos and only gives frames back, so that no thread ever waits for it. What is handed
 * over when the thread is gone, or left behind because an encoder does not return, is given back as well.
 */
final class EncodeWorker implements Runnable {
    private final List<VideoPlan> plans;
    private final List<FrameCanvas> canvases;
    private final FrameBudget budget;
    private final VideoFailure failure;
    private final StopRequest stopRequest;
    // Bounded by the budget: every job but the few that end an episode carries frames.
    private final BlockingQueue<EncodeJob> jobs = new LinkedBlockingQueue<>();
    private final Set<EpisodeVideos> open = new HashSet<>();
    private final ByteBuffer[] pictures;
    private final SampleBuffer samples = new SampleBuffer();
    private volatile EncodeJob inHand;
    private volatile long jobsTaken;
    private volatile boolean gone;

    EncodeWorker(List<VideoPlan> plans, FrameBudget budget, VideoFailure failure, StopRequest stopRequest) {
        this.plans = plans;
        this.canvases = plans.stream().map(FrameCanvas::new).toList();
        this.budget = budget;
        this.failure = failure;
        this.stopRequest = stopRequest;
        this.pictures =
                new ByteBuffer[plans.stream().mapToInt(p -> p.cameras().size()).sum()];
    }

    /**
     * Hands over a step.
     *
     * @param frames the cameras of all plans in order, held for the worker
     * @param bytes what was taken from the budget for them
     */
    void show(EpisodeVideos videos, HeldFrames frames, long time, long bytes) {
        add(new EncodeJob.Show(videos, frames, time, bytes));
    }

    /** Ends an episode after everything that was handed over before. */
    CompletableFuture<SinkReport> end(EpisodeVideos videos, boolean discarded, long dropped) {
        CompletableFuture<SinkReport> report = new CompletableFuture<>();
        add(new EncodeJob.End(videos, discarded, dropped, report));
        return report;
    }

    /** What waits to be taken. Any thread. */
    int queueLength() {
        return jobs.size();
    }

    /** Makes the worker notice a failure that happened elsewhere, and gives back what waits. */
    void notice() {
        for (EncodeJob job : jobs) {
            // The worker takes them at the same time.
            if (job instanceof EncodeJob.Show && jobs.remove(job)) {
                refuse(job);
            }
        }
        add(new EncodeJob.Notice());
    }

    /** Continues without the thread, which does not come back from what it does. */
    void abandon() {
        gone = true;
        rejectQueued();
    }

    /** What it does at this moment; never twice the same while it makes progress. */
    Activity activity() {
        EncodeJob job = inHand;
        return new Activity(
                jobsTaken,
                job instanceof EncodeJob.Show show ? show.videos().pictures() : 0,
                job == null
                        ? null
                        : job instanceof EncodeJob.Show show
                                ? show.videos().nameInHand()
                                : "the end of an episode's videos");
    }

    /** Whether an episode can end only when the picture that is being encoded is. */
    boolean delaysAnEnd() {
        return inHand instanceof EncodeJob.Show
                && jobs.stream().anyMatch(job -> job instanceof EncodeJob.End || job instanceof EncodeJob.Stop);
    }

    /**
     * What a worker does.
     *
     * @param jobs taken so far
     * @param pictures of the episode in hand, encoded so far
     * @param inHand half a sentence; null while it waits
     */
    record Activity(long jobs, long pictures, String inHand) {}

    /** Ends the thread after everything that was handed over before. */
    void stop() {
        add(new EncodeJob.Stop());
    }

    private void add(EncodeJob job) {
        jobs.add(job);
        if (gone) {
            rejectQueued();
        }
    }

    /** What the videos of this worker share; only for its thread. */
    SampleBuffer samples() {
        return samples;
    }

    @Override
    public void run() {
        try {
            EncodeJob job = jobs.take();
            while (!(job instanceof EncodeJob.Stop)) {
                process(job);
                if (gone) {
                    return;
                }
                job = jobs.take();
            }
            finishOpenVideos();
        } catch (Throwable e) {
            failure.report(e);
        } finally {
            gone = true;
            closeOpenVideos();
            rejectQueued();
        }
    }

    private void process(EncodeJob job) {
        jobsTaken = jobsTaken + 1;
        inHand = job;
        try {
            if (job instanceof EncodeJob.Show show) {
                show(show);
            } else if (job instanceof EncodeJob.End end) {
                end(end);
            }
        } catch (Throwable e) {
            failure.report(e);
        }
        if (failure.happened()) {
            closeOpenVideos();
        }
        inHand = null;
    }

    private void show(EncodeJob.Show show) throws IOException {
        try {
            if (!failure.happened()) {
                open.add(show.videos());
                show.frames().copyTo(pictures);
                if (stopRequest.isUrgent()) {
                    show.videos().drop();
                } else {
                    show.videos().write(canvases, plans, pictures, show.time());
                }
            }
        } finally {
            show.giveBack(budget);
        }
    }

    private void end(EncodeJob.End end) {
        open.remove(end.videos());
        try {
            if (end.discarded()) {
                end.report().complete(end.videos().discard());
            } else if (failure.happened()) {
                end.videos().closeUnfinished();
                end.report().completeExceptionally(failure.cause());
            } else {
                end.report().complete(end.videos().finish(end.dropped()));
            }
        } catch (Throwable e) {
            failure.report(e);
            end.report().completeExceptionally(e);
        }
    }

    private void finishOpenVideos() {
        for (EpisodeVideos videos : List.copyOf(open)) {
            if (!failure.happened()) {
                open.remove(videos);
                failure.attempt(() -> videos.finish(0));
            }
        }
    }

    /** After a failure: the recordings stay, playable, and hold no file or encoder any more. */
    private void closeOpenVideos() {
        for (EpisodeVideos videos : open) {
            failure.attempt(videos::closeUnfinished);
        }
        open.clear();
    }

    private void rejectQueued() {
        for (EncodeJob job = jobs.poll(); job != null; job = jobs.poll()) {
            refuse(job);
        }
    }

    private void refuse(EncodeJob job) {
        try {
            if (job instanceof EncodeJob.Show show) {
                show.giveBack(budget);
            } else if (job instanceof EncodeJob.End end) {
                end.report()
                        .completeExceptionally(
                                failure.happened()
                                        ? failure.cause()
                                        : new IllegalStateException("the videos are closed"));
            }
        } catch (Throwable e) {
            failure.report(e);
        }
    }
}
