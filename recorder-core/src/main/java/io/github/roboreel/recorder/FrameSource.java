package io.github.roboreel.recorder;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.config.ConfigException;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.schema.Field;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** The frame pools of a recorder, one per image size, sharing the memory bound evenly by demand. */
final class FrameSource {
    private static final int MIN_FRAMES_PER_PRODUCER = 2;

    /** Rows of frames per env beyond which more do not help. */
    static final long MAX_ROWS_PER_ENV = 64;

    private final Map<Field, FramePool> pools = new IdentityHashMap<>();
    private final ProducerWait wait;
    private final List<FramePool> distinctPools;

    /**
     * @param images every image field of the schema
     * @param numEnvs producers that may hold one row of frames each
     * @param poolBytes memory for all pools together
     * @param sharers recorders that share it evenly
     * @param sinks who holds frames after the producers
     * @throws ConfigException when the budget does not hold two rows of frames per env
     */
    FrameSource(
            List<Field> images, int numEnvs, long poolBytes, int sharers, ProducerWait wait, List<SinkHolds> sinks) {
        this.wait = wait;
        long rowBytes = images.stream().mapToLong(f -> f.rowBytes()).sum();
        if (rowBytes == 0) {
            distinctPools = List.of();
            return;
        }
        long rows = poolBytes / sharers / rowBytes;
        if (rows < (long) MIN_FRAMES_PER_PRODUCER * numEnvs) {
            throw new ConfigException(
                    "configuration",
                    List.of(Sentence.of(
                            "%s holds %s rows of frames; expected at least %s for %s envs, that is %s MiB or more",
                            RecorderSettings.FRAME_POOL_MB,
                            rows,
                            MIN_FRAMES_PER_PRODUCER * numEnvs,
                            numEnvs,
                            RingMemory.mebibytes(MIN_FRAMES_PER_PRODUCER * numEnvs * rowBytes * sharers))));
        }
        Map<Integer, Integer> perRow = new HashMap<>();
        images.forEach(f -> perRow.merge(f.rowBytes(), 1, Integer::sum));
        int kept = (int) Math.min(rows, MAX_ROWS_PER_ENV * numEnvs);
        Map<Integer, FramePool> bySize = new HashMap<>();
        perRow.forEach((bytes, count) -> bySize.put(bytes, pool(count * kept, bytes, sinks)));
        images.forEach(f -> pools.put(f, bySize.get(f.rowBytes())));
        distinctPools = List.copyOf(bySize.values());
    }

    private static FramePool pool(int frames, int frameBytes, List<SinkHolds> sinks) {
        try {
            return new FramePool(frames, frameBytes, sinks);
        } catch (OutOfMemoryError e) {
            throw new ConfigException(
                    "configuration",
                    Sentence.of(
                            "%s: the JVM has no %s MiB for camera frames; lower it or raise -XX:MaxDirectMemorySize",
                            RecorderSettings.FRAME_POOL_MB, RingMemory.mebibytes((long) frames * frameBytes)),
                    e);
        }
    }

    /** A frame for that image, waiting for one when all are in use. */
    PooledFrame acquire(Field image) {
        FramePool pool = pools.get(image);
        PooledFrame frame = pool.tryAcquire();
        return frame != null ? frame : acquireParked(pool);
    }

    private PooledFrame acquireParked(FramePool pool) {
        long begunNanos = wait.begin();
        try {
            PooledFrame frame = pool.tryAcquire();
            while (frame == null) {
                wait.pause(begunNanos, Long.MAX_VALUE);
                frame = pool.tryAcquire();
            }
            return frame;
        } finally {
            wait.end(begunNanos);
        }
    }

    /** Whether a sink holds a frame that it was shown. Any thread. */
    boolean isHeldBy(int sink) {
        return distinctPools.stream().anyMatch(pool -> pool.isHeldBy(sink));
    }

    /** Ends every hold of a sink that was given up. Any thread. */
    void takeBackFrom(int sink) {
        distinctPools.forEach(pool -> pool.takeBackFrom(sink));
    }
}
