package io.github.roboreel.systemtests.torture;

import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeSummary;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Acknowledgements of continuous episodes: of one that is running, {@code durableSteps()} of its env; of one that has
 * ended, all its steps, once its end was finalized. For the thread that records; it alone knows which episode an env is
 * in.
 */
final class EpisodeAcks {
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(40);
    private static final long MAX_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final AckFile file;
    private final int[] episodes;
    private final long[] published;

    /** Since when an env has steps that are not durable; 0 when it has none. */
    private final long[] pendingSinceNanos;

    private long slowestNanos;

    EpisodeAcks(AckFile file, int numEnvs) {
        this.file = file;
        episodes = new int[numEnvs];
        published = new long[numEnvs];
        pendingSinceNanos = new long[numEnvs];
    }

    void begins(int env, int episode) {
        episodes[env] = episode;
        published[env] = 0;
        pendingSinceNanos[env] = 0;
    }

    void published(int env, long steps) {
        published[env] = steps;
        if (pendingSinceNanos[env] == 0) {
            pendingSinceNanos[env] = System.nanoTime();
        }
    }

    /** The env's steps are durable when its end is, whatever it records by then. */
    void ends(EpisodeRecorder recorder, int env, CompletableFuture<EpisodeSummary> end) {
        look(recorder, env, System.nanoTime());
        int episode = episodes[env];
        long steps = published[env];
        end.thenRun(() -> file.put(episode, steps));
        published[env] = 0;
        pendingSinceNanos[env] = 0;
    }

    /** Acknowledges what is durable, and waits while steps are not that were published a while ago. */
    void await(EpisodeRecorder recorder, Pacer pacer) {
        long now = System.nanoTime();
        long age = oldestNanos(recorder, now);
        pacer.saw(age, now);
        // Not indefinitely: a recorder that has failed says so at the next step.
        long deadline = now + MAX_PATIENCE_NANOS;
        while (age > PATIENCE_NANOS && System.nanoTime() < deadline) {
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
            age = oldestNanos(recorder, System.nanoTime());
        }
    }

    private long oldestNanos(EpisodeRecorder recorder, long now) {
        long oldest = 0;
        for (int env = 0; env < episodes.length; env++) {
            oldest = Math.max(oldest, look(recorder, env, now));
        }
        slowestNanos = Math.max(slowestNanos, oldest);
        return oldest;
    }

    /** Notes how far an env is, and returns how long its steps have waited. */
    private long look(EpisodeRecorder recorder, int env, long now) {
        if (published[env] == 0) {
            return 0;
        }
        long durable = recorder.env(env).durableSteps();
        file.put(episodes[env], Math.max(file.get(episodes[env]), durable));
        if (durable >= published[env]) {
            pendingSinceNanos[env] = 0;
        }
        return pendingSinceNanos[env] == 0 ? 0 : now - pendingSinceNanos[env];
    }

    double slowestMs() {
        return slowestNanos / 1e6;
    }
}
