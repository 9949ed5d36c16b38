package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class FramePoolTest {
    @Test
    void framesGoOutOnceAndComeBackWithTheLastRelease() {
        FramePool pool = new FramePool(2, 12, List.of());
        PooledFrame first = pool.tryAcquire();
        PooledFrame second = pool.tryAcquire();
        assertNull(pool.tryAcquire());
        first.shareAmong(3);
        first.release();
        first.release();
        assertNull(pool.tryAcquire(), "one hold is left");
        first.release();
        assertSame(first, pool.tryAcquire());
        assertEquals(12, second.sizeBytes());
    }

    @Test
    void misusedFramesAreNoticed() {
        FramePool pool = new FramePool(1, 4, List.of(new SinkHolds("one")));
        PooledFrame pooled = pool.tryAcquire();
        SinkFrame frame = pooled.of(0);
        frame.lend();
        frame.release();
        assertThrows(IllegalStateException.class, frame::release);
        assertThrows(IllegalStateException.class, frame::retain);
        assertThrows(IllegalStateException.class, pooled::release);
    }

    @Test
    void framesTakenBackFromASinkAreNotReleasedAgainByIt() {
        SinkHolds sink = new SinkHolds("stuck");
        FramePool pool = new FramePool(1, 4, List.of(sink));
        SinkFrame frame = pool.tryAcquire().of(0);
        frame.lend();
        frame.retain();
        sink.giveUp();
        pool.takeBackFrom(0);
        PooledFrame next = pool.tryAcquire();
        frame.release();
        frame.release();
        assertNull(pool.tryAcquire(), "the next holder still has it");
        assertThrows(IllegalStateException.class, frame::bytes);
        assertThrows(IllegalStateException.class, frame::retain);
        next.release();
        assertSame(next, pool.tryAcquire());
    }

    /** Two threads would see each other's number if a frame were ever handed out twice. */
    @Test
    void noFrameIsEverHandedToTwoThreads() {
        FramePool pool = new FramePool(5, Long.BYTES, List.of(new SinkHolds("one")));
        List<CompletableFuture<Void>> threads = new ArrayList<>();
        for (int thread = 1; thread <= 4; thread++) {
            long mark = thread;
            threads.add(TestRecording.inThread(() -> use(pool, mark)));
        }
        threads.forEach(CompletableFuture::join);
        assertFull(pool, 5);
    }

    @Test
    void afterARunEveryFrameIsBack() {
        ProducerWait wait = new ProducerWait(new RecordingHealth(), null);
        FieldSchema schema = FieldSchema.of(FieldSpec.image("obs/camera", 4, 5));
        Field camera = schema.field("obs/camera");
        FrameSource frames = new FrameSource(List.of(camera), 1, 60 * 7, 1, wait, List.of());
        RowBuffer row = new RowBuffer(0, schema, FieldPhase.STEP, frames);
        StepEvent slot = new StepEvent(row.layout().rowBytes(), 1);
        for (int step = 0; step < 100; step++) {
            row.put(camera, new byte[60], 0);
            row.put(camera, new byte[60], 0);
            slot.set(StepEvent.Kind.STEP, 0, step, row, 2);
            slot.releaseFrames();
            slot.releaseFrames();
            row.put(camera, new byte[60], 0);
            row.clear();
        }
        Set<PooledFrame> out = new HashSet<>();
        for (int i = 0; i < 7; i++) {
            out.add(frames.acquire(camera));
        }
        assertEquals(7, out.size());
    }

    private static void use(FramePool pool, long mark) {
        for (int i = 0; i < 200_000; i++) {
            PooledFrame frame = pool.tryAcquire();
            if (frame != null) {
                frame.bytes().putLong(0, mark);
                frame.of(0).lend();
                frame.of(0).retain();
                frame.of(0).release();
                if (frame.bytes().getLong(0) != mark) {
                    throw new AssertionError("frame " + frame.slot() + " was handed out twice");
                }
                frame.of(0).release();
            }
        }
    }

    private static void assertFull(FramePool pool, int size) {
        Set<PooledFrame> out = new HashSet<>();
        for (int i = 0; i < size; i++) {
            PooledFrame frame = pool.tryAcquire();
            assertNotNull(frame, "only " + i + " of " + size + " frames came back");
            out.add(frame);
        }
        assertEquals(size, out.size());
        assertNull(pool.tryAcquire());
    }
}
