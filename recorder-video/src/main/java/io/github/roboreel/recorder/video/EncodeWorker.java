package io.github.roboreel.recorder.video;

import io.github.roboreel.recorder.spi.Frame;
import io.github.roboreel.recorder.spi.SinkReport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Scales and encodes what the envs of one shard hand over, on one thread. It always goes on until
 * it is told to stop: after a failure it closes its videos and only gives frames back, so that
 * nobody ever waits for it. What is handed over when the thread is gone is given back as well.
 */
final class EncodeWorker implements Runnable {
    private final List<VideoPlan> plans;
    private final List<FrameCanvas> canvases;
    private final FrameBudget budget;
    private final VideoFailure failure;
    // Bounded by the budget: every job but the few that end an episode carries frames.
    private final BlockingQueue<Job> jobs = new LinkedBlockingQueue<>();
    private final Set<EpisodeVideos> open = new HashSet<>();
    private final ByteBuffer[] pictures;
    private final SampleBuffer samples = new SampleBuffer();
    private volatile boolean gone;

    EncodeWorker(List<VideoPlan> plans, FrameBudget budget, VideoFailure failure) {
        this.plans = plans;
        this.canvases = plans.stream().map(FrameCanvas::new).toList();
        this.budget = budget;
        this.failure = failure;
        this.pictures = new ByteBuffer[plans.stream().mapToInt(p -> p.cameras().size()).sum()];
    }

    /**
     * Hands over a step.
     *
     * @param frames the cameras of all plans in order, each held once for the worker; null for
     *     those that do not show this step
     * @param bytes what was taken from the budget for them
     */
    void show(EpisodeVideos videos, Frame[] frames, long time, long bytes) {
        add(new Show(videos, frames, time, bytes));
    }

    /** Ends an episode after everything that was handed over before. */
    CompletableFuture<SinkReport> end(EpisodeVideos videos, boolean discarded, long dropped) {
        CompletableFuture<SinkReport> report = new CompletableFuture<>();
        add(new End(videos, discarded, dropped, report));
        return report;
    }

    /** Makes the worker notice a failure that happened elsewhere. */
    void notice() {
        add(new Notice());
    }

    /** Ends the thread after everything that was handed over before. */
    void stop() {
        add(new Stop());
    }

    private void add(Job job) {
        jobs.add(job);
        if (gone) {
            refuseWhatWaits();
        }
    }

    /** What the videos of this worker share; only for its thread. */
    SampleBuffer samples() {
        return samples;
    }

    @Override
    public void run() {
        try {
            Job job = jobs.take();
            while (!(job instanceof Stop)) {
                process(job);
                job = jobs.take();
            }
            finishWhatNeverEnded();
        } catch (Throwable e) {
            failure.report(e);
        } finally {
            gone = true;
            leaveWhatIsOpen();
            refuseWhatWaits();
        }
    }

    private void process(Job job) {
        try {
            if (job instanceof Show show) {
                show(show);
            } else if (job instanceof End end) {
                end(end);
            }
        } catch (Throwable e) {
            failure.report(e);
        }
        if (failure.happened()) {
            leaveWhatIsOpen();
        }
    }

    private void show(Show show) throws IOException {
        try {
            if (!failure.happened()) {
                open.add(show.videos);
                for (int i = 0; i < pictures.length; i++) {
                    pictures[i] = show.frames[i] == null ? null : show.frames[i].bytes();
                }
                show.videos.write(canvases, plans, pictures, show.time);
            }
        } finally {
            show.giveBack(budget);
        }
    }

    private void end(End end) {
        if (failure.happened()) {
            end.report.completeExceptionally(failure.cause());
            return;
        }
        open.remove(end.videos);
        try {
            end.report.complete(
                    end.discarded ? end.videos.discard() : end.videos.finish(end.dropped));
        } catch (Throwable e) {
            failure.report(e);
            end.report.completeExceptionally(e);
        }
    }

    private void finishWhatNeverEnded() {
        for (EpisodeVideos videos : List.copyOf(open)) {
            if (!failure.happened()) {
                open.remove(videos);
                try {
                    videos.finish(0);
                } catch (Throwable e) {
                    failure.report(e);
                }
            }
        }
    }

    /** After a failure: the recordings stay, playable, and hold no file or encoder any more. */
    private void leaveWhatIsOpen() {
        for (EpisodeVideos videos : open) {
            try {
                videos.leave();
            } catch (Throwable e) {
                failure.report(e);
            }
        }
        open.clear();
    }

    private void refuseWhatWaits() {
        for (Job job = jobs.poll(); job != null; job = jobs.poll()) {
            try {
                refuse(job);
            } catch (Throwable e) {
                failure.report(e);
            }
        }
    }

    private void refuse(Job job) {
        if (job instanceof Show show) {
            show.giveBack(budget);
        } else if (job instanceof End end) {
            end.report.completeExceptionally(
                    failure.happened()
                            ? failure.cause()
                            : new IllegalStateException("the videos are closed"));
        }
    }

    private sealed interface Job permits Show, End, Notice, Stop {}

    private record Show(EpisodeVideos videos, Frame[] frames, long time, long bytes)
            implements Job {
        void giveBack(FrameBudget budget) {
            try {
                for (Frame frame : frames) {
                    if (frame != null) {
                        frame.release();
                    }
                }
            } finally {
                budget.giveBack(bytes);
            }
        }
    }

    private record End(
            EpisodeVideos videos,
            boolean discarded,
            long dropped,
            CompletableFuture<SinkReport> report)
            implements Job {}

    private record Notice() implements Job {}

    private record Stop() implements Job {}
}
