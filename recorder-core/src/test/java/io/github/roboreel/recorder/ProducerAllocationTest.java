package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.plan.RecordingPlan;
import io.github.roboreel.recorder.plan.StepSchedule;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.MemoryRuns;
import io.github.roboreel.recorder.spi.MemorySink;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.SampleFields;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.ShortBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Handing over a step allocates nothing on the producer's thread. */
class ProducerAllocationTest {
    private static final int STEPS = 5000;
    private static final int WARM_UP = 5000;
    private static final int NUM_ENVS = 4;

    /** Steps an env may be ahead of the sink; the frame pool holds twice as many. */
    private static final int AHEAD = 32;

    /** What the measuring itself may cost in all; a single object per step would be 80 kB. */
    private static final long TOLERATED_BYTES = 4096;

    /** A few small objects: its place in the episode's list, and what the checks of its name return. */
    private static final long MAX_EVENT_BYTES = 200;

    @TempDir
    private Path folder;

    @Test
    void aStepOfEveryDtypeAllocatesNothing() {
        TestRecording recording = new TestRecording(folder, 1);
        try (EpisodeRecorder recorder = openRoomy(recording)) {
            EnvRecorder env = recorder.env(0);
            recording.begin(env);
            Values values = new Values(recording.schema, 1);
            assertAllocationFree(recording, recorder, () -> publish(env, values));
            assertEquals(STEPS + WARM_UP, env.numSamples());
        }
    }

    @Test
    void aBatchOfEveryDtypeAllocatesNothing() {
        TestRecording recording = new TestRecording(folder, NUM_ENVS);
        try (EpisodeRecorder recorder = openRoomy(recording)) {
            for (int env = 0; env < NUM_ENVS; env++) {
                recording.begin(recorder.env(env));
            }
            Values values = new Values(recording.schema, NUM_ENVS);
            assertAllocationFree(recording, recorder, () -> publish(recorder, values));
            assertEquals(STEPS + WARM_UP, recorder.env(NUM_ENVS - 1).numSamples());
        }
    }

    @Test
    void valuesAsTheyAreStoredAllocateNothing() {
        TestRecording recording = new TestRecording(folder, NUM_ENVS);
        try (EpisodeRecorder recorder = openRoomy(recording)) {
            for (int env = 0; env < NUM_ENVS; env++) {
                recording.begin(recorder.env(env));
            }
            Field[] fields = recording.schema.layout(FieldPhase.STEP).fields().stream()
                    .filter(field -> !SampleFields.isTimestamp(field))
                    .toArray(Field[]::new);
            ByteBuffer[] rowValues = storedValues(fields, 1);
            ByteBuffer[] batchValues = storedValues(fields, NUM_ENVS);
            assertAllocationFree(recording, recorder, () -> {
                StepWriter row = recorder.env(0).step();
                for (int i = 0; i < fields.length; i++) {
                    row.put(fields[i], rowValues[i]);
                }
                row.publish();
                BatchWriter rows = recorder.stepAll();
                for (int i = 0; i < fields.length; i++) {
                    rows.put(fields[i], batchValues[i]);
                }
                rows.publish();
            });
            assertEquals(2 * (STEPS + WARM_UP), recorder.env(0).numSamples());
            assertEquals(STEPS + WARM_UP, recorder.env(NUM_ENVS - 1).numSamples());
        }
    }

    private static ByteBuffer[] storedValues(Field[] fields, int rows) {
        return Arrays.stream(fields)
                .map(field -> ByteBuffer.allocateDirect(rows * field.rowBytes()))
                .toArray(ByteBuffer[]::new);
    }

    @Test
    void aPlanAllocatesNothingPerStep() {
        TestRecording recording = new TestRecording(folder, NUM_ENVS);
        RecordingPlan plan = RecordingPlan.EVERYTHING
                .withEpisodes((episode, info) -> episode.env() != 1)
                .withSteps(StepSchedule.withProbability(0.5, 3))
                .withStepValues((episode, step, row) -> row.put(recording.schema.field("types/i32"), (int) step));
        try (EpisodeRecorder recorder = openRoomy(recording, plan)) {
            for (int env = 0; env < NUM_ENVS; env++) {
                recording.begin(recorder.env(env));
            }
            Values values = new Values(recording.schema, NUM_ENVS);
            assertAllocationFree(recording, recorder, () -> publish(recorder, values));
            long stored = recorder.env(0).numSamples();
            assertEquals((STEPS + WARM_UP) / 2.0, stored, 500);
            assertEquals(0, recorder.env(1).numSamples());
        }
    }

    private static EpisodeRecorder openRoomy(TestRecording recording) {
        return openRoomy(recording, RecordingPlan.EVERYTHING);
    }

    private static EpisodeRecorder openRoomy(TestRecording recording, RecordingPlan plan) {
        RecorderConfig config =
                RecorderConfig.builder().set(RecorderSettings.RING_SIZE, 1024).build();
        return recording.open(
                config, plan, new MemorySink("void", EpisodeSink.Role.DATA, recording.run, new MemoryRuns()) {
                    @Override
                    public void onStep(int env, long step, RowView row) {
                        // Keeps nothing: only the producer is measured.
                    }
                });
    }

    @Test
    void event_besideAStep_allocatesAFewSmallObjectsAtMost() {
        TestRecording recording = new TestRecording(folder, 1);
        try (EpisodeRecorder recorder = openRoomy(recording)) {
            EnvRecorder env = recorder.env(0);
            recording.begin(env);
            Values values = new Values(recording.schema, 1);
            EpisodeEvent event = EpisodeEvent.of("TOUCHED", 1, "the cube was touched", 0.5);
            long bytes = allocated(recording, recorder, () -> {
                publish(env, values);
                env.event(event);
            });
            assertTrue(bytes <= STEPS * MAX_EVENT_BYTES, bytes / STEPS + " bytes per event");
        }
    }

    @Test
    void waitingBeforeAFullRingAllocatesNothing() throws Exception {
        TestRecording recording = new TestRecording(folder, 1);
        MemorySink slow = new MemorySink("slow", EpisodeSink.Role.DATA, recording.run, new MemoryRuns()) {
            @Override
            public void onStep(int env, long step, RowView row) {
                LockSupport.parkNanos(1);
            }
        };
        RecorderConfig tight =
                RecorderConfig.builder().set(RecorderSettings.RING_SIZE, 2).build();
        try (EpisodeRecorder recorder = recording.open(tight, slow)) {
            EnvRecorder env = recorder.env(0);
            recording.begin(env);
            Values values = new Values(recording.schema, 1);
            Runnable step = () -> publish(env, values);
            repeat(WARM_UP / 2, step);
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long self = Thread.currentThread().getId();
            long waited = recording.meters.get("roboreel.producer.wait").timer().count();
            long before = threads.getThreadAllocatedBytes(self);
            repeat(1000, step);
            long allocated = threads.getThreadAllocatedBytes(self) - before;
            long waits = recording.meters.get("roboreel.producer.wait").timer().count() - waited;
            assertTrue(waits > 100, waits + " waits");
            assertTrue(allocated <= TOLERATED_BYTES, allocated + " bytes in " + waits + " waits");
        }
    }

    private static void repeat(int times, Runnable step) {
        for (int i = 0; i < times; i++) {
            step.run();
        }
    }

    private static void assertAllocationFree(TestRecording recording, EpisodeRecorder recorder, Runnable step) {
        long allocated = allocated(recording, recorder, step);
        assertTrue(allocated <= TOLERATED_BYTES, allocated + " bytes in " + STEPS + " steps");
    }

    private static long allocated(TestRecording recording, EpisodeRecorder recorder, Runnable step) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long self = Thread.currentThread().getId();
        run(recorder, step, WARM_UP);
        long before = threads.getThreadAllocatedBytes(self);
        run(recorder, step, STEPS);
        long allocated = threads.getThreadAllocatedBytes(self) - before;
        assertEquals(0, recording.meters.get("roboreel.producer.wait").timer().count());
        return allocated;
    }

    /** Never lets the ring fill up: only handing over is measured here. */
    private static void run(EpisodeRecorder recorder, Runnable step, int count) {
        for (int i = 0; i < count; i++) {
            while (recorder.ringBacklog() > AHEAD * recorder.numEnvs()) {
                Thread.onSpinWait();
            }
            step.run();
        }
    }

    private static void publish(EnvRecorder env, Values v) {
        env.step()
                .put(v.actions, v.floats8)
                .put(v.f16, v.floats3)
                .put(v.actions, v.doubles8)
                .put(v.f64, v.floats2)
                .put(v.f64, v.ints2)
                .put(v.f64, v.doubles)
                .putMetres(v.i16, v.floats6)
                .put(v.i16, v.shorts6)
                .put(v.i32, 7)
                .put(v.i64, v.ints2)
                .put(v.i64, v.longs)
                .put(v.u8, v.bytes)
                .put(v.u16, 9)
                .put(v.i8, v.bytes3)
                .put(v.u32, v.ints2)
                .put(v.u64, 3L)
                .put(v.text, v.texts[0])
                .put(v.bool, v.booleans)
                .put(v.image, v.pixels)
                .put(v.image, v.pixelBuffer)
                .put(v.depth, v.depths)
                .put(v.depth, v.depthBuffer)
                .put(v.range, v.ranges)
                .put(v.range, v.rangeBuffer)
                .put(v.range, v.doubles10)
                .publish();
    }

    private static void publish(EpisodeRecorder recorder, Values v) {
        BatchWriter rows = recorder.stepAll();
        rows.put(v.actions, v.floats8)
                .put(v.f16, v.floats3)
                .put(v.actions, v.doubles8)
                .put(v.f64, v.floats2)
                .put(v.f64, v.ints2)
                .put(v.f64, v.doubles)
                .putMetres(v.i16, v.floats6)
                .put(v.i16, v.shorts6)
                .put(v.i32, v.ints)
                .put(v.i64, v.ints2)
                .put(v.i64, v.longs)
                .put(v.u8, v.bytes)
                .put(v.u16, v.shorts1)
                .put(v.i8, v.bytes3)
                .put(v.u32, v.ints2)
                .put(v.u64, v.longs1)
                .put(v.text, v.texts)
                .put(v.bool, v.booleans)
                .put(v.image, v.pixels)
                .put(v.image, v.pixelBuffer)
                .put(v.depth, v.depths)
                .put(v.depth, v.depthBuffer)
                .put(v.range, v.ranges)
                .put(v.range, v.rangeBuffer)
                .put(v.range, v.doubles10)
                .publish();
    }

    /** Handles and arrays made once, as a simulator has them. */
    private static final class Values {
        final Field actions;
        final Field f16;
        final Field f64;
        final Field i16;
        final Field i32;
        final Field i64;
        final Field u8;
        final Field u16;
        final Field i8;
        final Field u32;
        final Field u64;
        final Field text;
        final Field bool;
        final Field image;
        final Field depth;
        final Field range;
        final float[] floats2;
        final float[] floats8;
        final float[] floats3;
        final float[] floats6;
        final double[] doubles;
        final double[] doubles8;
        final double[] doubles10;
        final short[] shorts6;
        final short[] shorts1;
        final int[] ints;
        final int[] ints2;
        final long[] longs;
        final long[] longs1;
        final byte[] bytes;
        final byte[] bytes3;
        final String[] texts;
        final boolean[] booleans;
        final byte[] pixels;
        final ByteBuffer pixelBuffer;
        final short[] depths;
        final ShortBuffer depthBuffer;
        final float[] ranges;
        final FloatBuffer rangeBuffer;

        Values(FieldSchema schema, int rows) {
            actions = schema.field("actions");
            f16 = schema.field("types/f16");
            f64 = schema.field("types/f64");
            i16 = schema.field("types/i16");
            i32 = schema.field("types/i32");
            i64 = schema.field("types/i64");
            u8 = schema.field("types/u8");
            u16 = schema.field("types/u16");
            i8 = schema.field("types/i8");
            u32 = schema.field("types/u32");
            u64 = schema.field("types/u64");
            text = schema.field("types/text");
            bool = schema.field("types/bool");
            image = schema.field(SampleFields.IMAGE);
            floats2 = new float[2 * rows];
            floats8 = new float[8 * rows];
            floats3 = new float[3 * rows];
            floats6 = new float[6 * rows];
            doubles = new double[2 * rows];
            doubles8 = new double[8 * rows];
            doubles10 = new double[10 * rows];
            shorts6 = new short[6 * rows];
            shorts1 = new short[rows];
            ints = new int[rows];
            ints2 = new int[2 * rows];
            longs = new long[2 * rows];
            longs1 = new long[rows];
            bytes = new byte[5 * rows];
            bytes3 = new byte[3 * rows];
            texts = new String[rows];
            Arrays.fill(texts, "zoë€");
            booleans = new boolean[3 * rows];
            pixels = new byte[60 * rows];
            depth = schema.field("obs/depth_camera");
            range = schema.field("obs/range_cam");
            depths = new short[12 * rows];
            depthBuffer = ShortBuffer.allocate(12 * rows);
            ranges = new float[10 * rows];
            rangeBuffer = FloatBuffer.allocate(10 * rows);
            pixelBuffer = ByteBuffer.allocateDirect(60 * rows);
        }
    }
}
