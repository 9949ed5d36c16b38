package io.github.roboreel.recorder;

import io.github.roboreel.format.fault.IoSupplier;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The room on a recording's disk, and how long it lasts at the rate at which it shrank in the last minute, in the
 * slower half of it, whichever program writes there. Warns once when that is too short, and again only after it was
 * twice as long. Looks are one thread's, all else is any thread's.
 */
final class DiskSpace {
    /** A recording at 15 Hz writes chunks every 33 s: each half of a window is to see some. */
    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(120);

    /** A rate over less may be that of the burst with which a recording opens. */
    private static final long MIN_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final double MEBIBYTE = 1 << 20;

    private final IoSupplier<Long> source;
    private final double warningSeconds;
    private final Consumer<String> warn;
    private final Deque<Sample> samples = new ArrayDeque<>();
    private boolean warned;
    private boolean stopped;
    private volatile double freeBytes = Double.NaN;
    private volatile double secondsLeft = Double.POSITIVE_INFINITY;

    private record Sample(long nanos, long bytes) {}

    /**
     * @param warningSeconds 0 for no warning
     * @param warn is given half a sentence
     */
    DiskSpace(IoSupplier<Long> source, double warningSeconds, Consumer<String> warn) {
        this.source = source;
        this.warningSeconds = warningSeconds;
        this.warn = warn;
    }

    /** NaN before the first look, and while the disk does not say. */
    double freeBytes() {
        return freeBytes;
    }

    /** Infinite while the room does not shrink. */
    double secondsLeft() {
        return secondsLeft;
    }

    void sample(long nowNanos) {
        long bytes;
        try {
            bytes = source.get();
        } catch (IOException e) {
            // A folder that is gone fails the sinks, which say so.
            freeBytes = Double.NaN;
            return;
        }
        take(nowNanos, bytes);
    }

    private synchronized void take(long nowNanos, long bytes) {
        if (stopped) {
            return;
        }
        samples.add(new Sample(nowNanos, bytes));
        while (nowNanos - samples.peek().nanos() > WINDOW_NANOS) {
            samples.remove();
        }
        freeBytes = bytes;
        judge(bytes, bytesPerSecond());
    }

    /** Looks do nothing any more; the values stay. Does not wait for a disk that hangs. */
    synchronized void stop() {
        stopped = true;
    }

    /** Of the half in which less was written: a burst is no rate, and falls into one half alone. */
    private double bytesPerSecond() {
        Sample first = samples.peekFirst();
        Sample last = samples.peekLast();
        long nanos = last.nanos() - first.nanos();
        if (nanos < MIN_NANOS) {
            return 0;
        }
        Sample middle = samples.stream()
                .filter(sample -> sample.nanos() - first.nanos() >= nanos / 2)
                .findFirst()
                .orElse(last);
        return Math.min(rate(first, middle), rate(middle, last));
    }

    private static double rate(Sample from, Sample to) {
        long nanos = to.nanos() - from.nanos();
        return nanos == 0 ? 0 : (from.bytes() - to.bytes()) * 1e9 / nanos;
    }

    private void judge(long bytes, double bytesPerSecond) {
        double left = bytesPerSecond > 0 ? bytes / bytesPerSecond : Double.POSITIVE_INFINITY;
        secondsLeft = left;
        if (!warned && left < warningSeconds) {
            warned = true;
            warn.accept(sentence(bytes, bytesPerSecond, left));
        } else if (left > 2 * warningSeconds) {
            warned = false;
        }
    }

    private static String sentence(long bytes, double bytesPerSecond, double left) {
        return Sentence.of(
                "has %.0f MiB left, which shrink by %.1f MiB/s: it is full in %.0f s",
                bytes / MEBIBYTE, bytesPerSecond / MEBIBYTE, left);
    }
}
