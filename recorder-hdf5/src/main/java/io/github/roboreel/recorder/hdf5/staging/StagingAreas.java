package io.github.roboreel.recorder.hdf5.staging;

import io.github.roboreel.format.fault.IoAction;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Areas of the staging file: each env's own, or, where episodes are continuous, lent at an episode's begin and given
 * back once all its chunks are recorded. An area that is lent again is neither zeroed nor mapped again.
 */
public final class StagingAreas {
    private final StagingFile file;
    private final StagingLayout layout;
    private final IoAction health;
    private final Deque<StagingArea> free = new ArrayDeque<>();
    private int mapped;

    public StagingAreas(StagingFile file, IoAction health) {
        this.file = file;
        this.layout = file.layout();
        this.health = health;
    }

    /**
     * The area of an episode that begins; waits for one. For the sink's thread.
     *
     * @param demo number of its demo
     */
    public StagingArea lend(int demo) throws IOException {
        StagingArea area = layout.isLent() ? anyFree() : map(demo);
        area.begin(demo);
        return area;
    }

    private synchronized StagingArea anyFree() throws IOException {
        while (free.isEmpty() && mapped == layout.numAreas()) {
            health.run();
            awaitFree();
        }
        return free.isEmpty() ? map(mapped) : free.pop();
    }

    private synchronized StagingArea map(int number) throws IOException {
        mapped++;
        return new StagingArea(number, file);
    }

    private void awaitFree() throws IOException {
        try {
            wait(1000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while all areas of staging were lent");
        }
    }

    /** The end of the episode that had it is recorded. */
    public synchronized void giveBack(StagingArea area) {
        free.push(area);
        notifyAll();
    }

    /** Wakes a waiting thread when there is a failure. */
    public synchronized void wake() {
        notifyAll();
    }
}
