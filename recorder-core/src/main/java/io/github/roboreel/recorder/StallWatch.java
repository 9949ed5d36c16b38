package io.github.roboreel.recorder;

import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.config.Setting;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Notices sinks that make no progress, on a thread of its own, so that no thread waits forever.
 *
 * <p>A sink makes progress when it comes back from an event, gives a frame back, finalizes an episode, or says so: a
 * slow one is never taken for a stuck one. It is given up when it made none for
 * {@link RecorderSettings#STALL_LIMIT_SECONDS} while a producer was parked or, for a side sink, while it did not come
 * back from a call; and for {@link RecorderSettings#CLOSE_TIMEOUT_SECONDS} while only an episode's end waited for it.
 *
 * <p>Time counts in ticks: a process that was stopped as a whole, or a machine that slept, is no sink's fault.
 */
final class StallWatch {
    private static final int TICKS_PER_LIMIT = 20;

    private final List<Watched> watched;
    private final ProducerWait wait;
    private final FrameSource frames;
    private final RecordingHealth health;
    private final long limitNanos;
    private final long closeNanos;
    private final long patienceNanos;
    private final Thread thread;
    private long unexplainedNanos;
    private volatile boolean stopped;

    public StallWatch(RecorderParts parts, List<SinkConsumer> consumers, String name) {
        RecorderConfig config = parts.config();
        watched = consumers.stream().map(Watched::new).toList();
        wait = parts.memory().full();
        frames = parts.memory().frames();
        health = parts.health();
        limitNanos = TimeUnit.MILLISECONDS.toNanos(Math.round(1000 * config.get(RecorderSettings.STALL_LIMIT_SECONDS)));
        closeNanos = TimeUnit.SECONDS.toNanos(config.get(RecorderSettings.CLOSE_TIMEOUT_SECONDS));
        patienceNanos = Math.max(limitNanos, closeNanos);
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        long tickNanos = limitNanos / TICKS_PER_LIMIT;
        long last = System.nanoTime();
        while (!stopped) {
            LockSupport.parkNanos(tickNanos);
            long now = System.nanoTime();
            checkSafely(Math.min(now - last, 2 * tickNanos));
            last = now;
        }
    }

    private void checkSafely(long elapsedNanos) {
        try {
            check(elapsedNanos);
        } catch (OutOfMemoryError e) {
            // The next look comes soon; there may be memory again.
        } catch (RuntimeException | Error e) {
            health.fail(new RecorderException("the watch over the sinks failed: " + e, e));
        }
    }

    private void check(long elapsedNanos) {
        boolean parked = wait.isSomeoneWaiting();
        boolean moved = false;
        boolean busy = false;
        for (Watched sink : watched) {
            moved |= sink.check(elapsedNanos, parked);
            busy |= sink.consumer.isBusy();
        }
        unexplainedNanos = parked && !moved && !busy ? unexplainedNanos + elapsedNanos : 0;
        if (unexplainedNanos >= limitNanos) {
            unexplainedNanos = 0;
            failHoldersOfFrames();
        }
    }

    /** Producers wait though every sink has seen everything. */
    private void failHoldersOfFrames() {
        for (boolean data : new boolean[] {false, true}) {
            boolean found = false;
            for (Watched sink : watched) {
                if (sink.handler.isData() == data && frames.isHeldBy(sink.handler.index())) {
                    sink.giveUp(
                            "it kept camera frames and gave none back for ",
                            limitNanos,
                            RecorderSettings.STALL_LIMIT_SECONDS);
                    found = true;
                }
            }
            if (found) {
                return;
            }
        }
        health.fail(
                new RecorderException(
                        Kind.STALLED,
                        "the recording stopped because producers found no room for "
                                + seconds(limitNanos)
                                + " s though no sink is behind; did a thread die while it handed a step over, or keep rows with camera frames open?"));
    }

    /** Continues without a side sink that is not through with the steps when the time to close is over. Any thread. */
    void abandonAtClose(SinkConsumer consumer) {
        abandon(
                consumer,
                "it was not through with the steps when the recorder had been closing for ",
                closeNanos,
                RecorderSettings.CLOSE_TIMEOUT_SECONDS);
    }

    private void abandon(SinkConsumer consumer, String why, long nanos, Setting<?> limit) {
        SinkHandler handler = consumer.handler();
        handler.giveUp(new RecorderException(
                Kind.STALLED,
                Sentence.of(
                        "%s s, is its disk or its encoder stuck? %s says how long that may be",
                        why + seconds(nanos), limit)));
        boolean takenOver = consumer.takeOver();
        frames.takeBackFrom(handler.index());
        // A thread that continues here could not sleep any more.
        if (takenOver && !handler.isData()) {
            consumer.interruptSink();
        }
    }

    private static String seconds(long nanos) {
        return Double.toString(TimeUnit.NANOSECONDS.toMillis(nanos) / 1000.0);
    }

    /** What is known of one sink. For the watch's thread. */
    private final class Watched {
        private final SinkConsumer consumer;
        private final SinkHandler handler;
        private long position;
        private long progress;
        private long stalledNanos;
        private long idleNanos;

        Watched(SinkConsumer consumer) {
            this.consumer = consumer;
            handler = consumer.handler();
        }

        /** Whether it made progress since the last look. */
        boolean check(long elapsedNanos, boolean parked) {
            long positionNow = consumer.position();
            long progressNow = handler.progress();
            boolean moved = positionNow != position || progressNow != progress;
            position = positionNow;
            progress = progressNow;
            if (moved) {
                stalledNanos = 0;
                idleNanos = 0;
            } else {
                count(elapsedNanos, parked);
            }
            return moved;
        }

        private void count(long elapsedNanos, boolean parked) {
            boolean stuck = consumer.isInEvent();
            stalledNanos = stuck && (parked || !handler.isData()) ? stalledNanos + elapsedNanos : 0;
            idleNanos = stuck || handler.hasPending() ? idleNanos + elapsedNanos : 0;
            if (stalledNanos >= limitNanos) {
                giveUp("it made no progress for ", limitNanos, RecorderSettings.STALL_LIMIT_SECONDS);
            } else if (idleNanos >= patienceNanos) {
                giveUp("an episode's end waited for it for ", patienceNanos, RecorderSettings.CLOSE_TIMEOUT_SECONDS);
            }
        }

        void giveUp(String why, long nanos, Setting<?> limit) {
            abandon(consumer, why, nanos, limit);
            stalledNanos = 0;
            idleNanos = 0;
        }
    }
}
