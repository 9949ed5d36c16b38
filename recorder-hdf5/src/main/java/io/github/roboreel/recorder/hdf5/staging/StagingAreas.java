package io.github.roboreel.recorder.hdf5.staging;

import io.github.roboreel.recorder.RunSpec;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Areas of the staging file: each env's own, or, where episodes are continuous, lent at an episode's begin and given
 * back once its end is flushed to the run file. An area that is lent again is neither zeroed nor mapped anew.
 */
public final class StagingAreas {
    /** Says whether it is worth waiting for an area. */
    @FunctionalInterface
    public interface Health {
        /** @throws IOException when no area will be given back any more */
        void check() throws IOException;
    }

    private final RunSpec run;
    private final StagingFile file;
    private final StagingLayout layout;
    private final Health health;
    private final Runnable whenNoneIsFree;
    private final Deque<EnvStaging> free = new ArrayDeque<>();
    private int mapped;

    /** @param whenNoneIsFree is to bring about a flush */
    public StagingAreas(RunSpec run, StagingFile file, Health health, Runnable whenNoneIsFree) {
        this.run = run;
        this.file = file;
        this.layout = file.layout();
        this.health = health;
        this.whenNoneIsFree = whenNoneIsFree;
    }

    /**
     * The area of an episode that begins; waits for one. For the sink's thread.
     *
     * @param env number of its demo
     */
    public EnvStaging lend(int env, int simEnv) throws IOException {
        EnvStaging area = layout.isLent() ? anyFree() : new EnvStaging(run, env, file);
        area.begin(env, simEnv);
        return area;
    }

    private synchronized EnvStaging anyFree() throws IOException {
        while (free.isEmpty() && mapped == layout.numAreas()) {
            health.check();
            whenNoneIsFree.run();
            awaitFree();
        }
        return free.isEmpty() ? new EnvStaging(run, mapped++, file) : free.pop();
    }

    private void awaitFree() throws IOException {
        try {
            wait(1000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while all areas of staging were lent");
        }
    }

    /** The end of the episode that had it is in the run file. */
    public synchronized void giveBack(EnvStaging area) {
        free.push(area);
        notifyAll();
    }

    /** Wakes whoever waits when there is a failure. */
    public synchronized void wake() {
        notifyAll();
    }
}
