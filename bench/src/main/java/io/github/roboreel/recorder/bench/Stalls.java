package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.fault.Sentence;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * How long each vector step held the producer. At a pace a long step also counts for those that it delayed
 * (HdrHistogram's correction for coordinated omission). For one thread.
 */
final class Stalls {
    private static final long OUTLIER_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final int MAX_OUTLIERS = 20;

    private final Histogram nanos = new Histogram(1, TimeUnit.HOURS.toNanos(1), 3);
    private final Histogram ownNanos = new Histogram(nanos);
    private final Pace pace;
    private final List<String> outliers = new ArrayList<>();
    private long gcMillis = ProcessFigures.gcPauseMillis();
    private long waitedNanos;

    Stalls(double paceHz) {
        pace = new Pace(paceHz);
    }

    /** Waits for the time of the next step. */
    void awaitTurn() {
        pace.await();
        if (pace.periodNanos() > 0) {
            waitedNanos = ProcessFigures.waitedForCoreNanos();
        }
    }

    void add(long step, long start, long end) {
        long took = end - start;
        nanos.recordValueWithExpectedInterval(took, pace.periodNanos());
        if (pace.periodNanos() == 0) {
            return;
        }
        long waited = ProcessFigures.waitedForCoreNanos() - waitedNanos;
        ownNanos.recordValue(Math.max(0, took - waited));
        if (took > OUTLIER_NANOS && outliers.size() < MAX_OUTLIERS) {
            long gcBefore = gcMillis;
            gcMillis = ProcessFigures.gcPauseMillis();
            outliers.add(Sentence.of(
                    "step %d: %.2f ms, of which %.2f ms in the kernel's run queue; collections since"
                            + " the outlier before: %d ms",
                    step, took / 1e6, waited / 1e6, gcMillis - gcBefore));
        }
    }

    /** Corrected for coordinated omission when paced. */
    Histogram nanos() {
        return nanos;
    }

    /** At a pace, without the time in which no core was free for the producer's thread; empty when unpaced. */
    Histogram ownNanos() {
        return ownNanos;
    }

    /** The first steps at a pace that took more than 2 ms. */
    List<String> outliers() {
        return outliers;
    }
}
