package io.github.roboreel.recorder.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
    private final RunQueue runQueue = RunQueue.ofThisThread();
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
            waitedNanos = runQueue.waitedNanos();
        }
    }

    void add(int step, long start, long end) {
        long took = end - start;
        nanos.recordValueWithExpectedInterval(took, pace.periodNanos());
        if (pace.periodNanos() == 0) {
            return;
        }
        long waited = runQueue.waitedNanos() - waitedNanos;
        ownNanos.recordValue(Math.max(0, took - waited));
        if (took > OUTLIER_NANOS && outliers.size() < MAX_OUTLIERS) {
            outliers.add(explain(step, took, waited));
        }
    }

    private String explain(int step, long took, long waited) {
        long gcBefore = gcMillis;
        gcMillis = ProcessFigures.gcPauseMillis();
        return String.format(
                Locale.ROOT,
                "step %d: %.2f ms, of which %.2f ms in the kernel's run queue; collections since"
                        + " the outlier before: %d ms",
                step,
                took / 1e6,
                waited / 1e6,
                gcMillis - gcBefore);
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

    /**
     * How long a thread was ready to run and no core was free: second number of Linux'
     * {@code /proc/<pid>/task/<tid>/schedstat}. What a step waited there is the machine's doing.
     */
    private static final class RunQueue {
        private static final Path SCHEDSTAT = Path.of("/proc/thread-self/schedstat");

        private final FileChannel channel;
        private final ByteBuffer text = ByteBuffer.allocateDirect(128);

        private RunQueue(FileChannel channel) {
            this.channel = channel;
        }

        static RunQueue ofThisThread() {
            try {
                return new RunQueue(FileChannel.open(SCHEDSTAT));
            } catch (IOException e) {
                return new RunQueue(null);
            }
        }

        /** Since the thread started, ns; 0 where the kernel does not say. */
        long waitedNanos() {
            if (channel == null) {
                return 0;
            }
            try {
                text.clear();
                channel.read(text, 0);
                text.flip();
                skipNumber();
                return number();
            } catch (IOException e) {
                return 0;
            }
        }

        private void skipNumber() {
            while (text.hasRemaining() && text.get() != ' ') {
                // Still the first number.
            }
        }

        private long number() {
            long value = 0;
            while (text.hasRemaining()) {
                int digit = text.get() - '0';
                if (digit < 0 || digit > 9) {
                    break;
                }
                value = 10 * value + digit;
            }
            return value;
        }
    }
}
