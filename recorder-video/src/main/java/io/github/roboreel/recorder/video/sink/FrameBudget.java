package io.github.roboreel.recorder.video.sink;

import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.video.VideoSettings;
import java.util.Arrays;

/**
 * Bounds the bytes of camera frames that wait for the encoders or are being encoded. A step that alone is larger than
 * the bound is let in when nothing else is. Safe for any thread.
 */
final class FrameBudget {
    private static final int POOL_ROWS_PER_ENV = 64;

    private final long limitBytes;
    private long usedBytes;
    private int waiting;
    private long returns;
    private boolean released;

    FrameBudget(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /**
     * The bound for a run, below what the pool holds beyond the one row per env that producers fill: encoders that hang
     * would otherwise empty it, and no sink could be seen to be the one that waits. Where frames are dropped rather
     * than waited for, producers must always find a free frame: then the encoders get half of that.
     */
    static FrameBudget of(RecorderConfig config, FieldSchema schema, int numEnvs, boolean dropping) {
        long limit = (long) config.get(VideoSettings.QUEUE_MAX_MB) << 20;
        long pool = (long) config.get(RecorderSettings.FRAME_POOL_MB) << 20;
        long rows = Math.min(pool / imageBytes(schema), (long) POOL_ROWS_PER_ENV * numEnvs);
        long stepBytes = imageBytes(schema, FieldPhase.STEP);
        long spareRows = dropping ? (rows - numEnvs) / 2 : rows - numEnvs;
        return new FrameBudget(Math.min(limit, Math.max(1, spareRows) * stepBytes));
    }

    private static long imageBytes(FieldSchema schema) {
        return Arrays.stream(FieldPhase.values())
                .mapToLong(p -> imageBytes(schema, p))
                .sum();
    }

    private static long imageBytes(FieldSchema schema, FieldPhase phase) {
        return schema.layout(phase).images().stream()
                .mapToLong(f -> f.rowBytes())
                .sum();
    }

    /** Takes bytes if there is room. */
    synchronized boolean tryTake(long bytes) {
        if (usedBytes > 0 && usedBytes + bytes > limitBytes) {
            return false;
        }
        usedBytes += bytes;
        return true;
    }

    /**
     * Takes bytes, waiting for room.
     *
     * @return false when it was {@link #release}d before there was any; nothing was taken then
     */
    synchronized boolean take(long bytes) throws InterruptedException {
        waiting++;
        try {
            while (!released) {
                if (tryTake(bytes)) {
                    return true;
                }
                wait();
            }
            return false;
        } finally {
            waiting--;
        }
    }

    synchronized void giveBack(long bytes) {
        usedBytes -= bytes;
        returns++;
        notifyAll();
    }

    /** Sends away the threads that wait, now and later. */
    synchronized void release() {
        released = true;
        notifyAll();
    }

    synchronized boolean isAwaited() {
        return waiting > 0;
    }

    /** How often something was given back. */
    synchronized long returns() {
        return returns;
    }

    synchronized long usedBytes() {
        return usedBytes;
    }
}
