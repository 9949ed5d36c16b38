package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.RecorderException;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport;
import io.github.roboreel.recorder.hdf5.recover.RunRecovery;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.spi.EpisodeSink;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Threads of the sink that end with an error no code expects. */
class DeadWorkerIT {
    /** Far below the default limits of minutes, far above what a busy machine takes. */
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(120);

    private static final RecorderConfig CONFIG = RecorderConfig.builder()
            .set(Hdf5Settings.FLUSH_INTERVAL_STEPS, 20)
            .set(Hdf5Settings.FLUSH_INTERVAL_SECONDS, 1.0)
            .set(Hdf5Settings.STAGING_MAX_MB, 8)
            .build();

    @TempDir
    Path folder;

    @TempDir
    Path scratch;

    @Test
    void aCompressorWhoseStackOverflowsStopsTheRecording() throws Exception {
        FieldSchema schema = Hdf5SinkTest.WITH_IMAGES;
        long acknowledged = assertStops(schema, new DyingSink(70));
        assertTrue(acknowledged <= 70, "the frame of step 70 cannot be there: " + acknowledged);
        assertRecovered(schema, acknowledged);
    }

    @Test
    void anHdf5ThreadWhoseStackOverflowsStopsTheRecording() throws Exception {
        FieldSchema schema = Hdf5SinkTest.SCHEMA;
        AtomicLong asked = new AtomicLong();
        LongSupplier deadlyClock = () -> {
            boolean deadly = asked.incrementAndGet() > 40
                    && Thread.currentThread().getName().contains("-hdf5-run");
            return deadly ? DyingSink.overflow(0) : System.nanoTime();
        };
        assertRecovered(schema, assertStops(schema, new Hdf5Sink(deadlyClock)));
    }

    /** Records until it stops, and closes; returns the steps of env 0 that were acknowledged. */
    private long assertStops(FieldSchema schema, EpisodeSink sink) {
        RealRecording recording = RealRecording.open(folder, 0, 2, schema, CONFIG, sink);
        recording.beginAll();
        long start = System.nanoTime();
        RecorderException failure = assertThrows(RecorderException.class, () -> recordFor(recording, 2 * LIMIT_NANOS));
        assertTrue(System.nanoTime() - start < LIMIT_NANOS, "the producer waited too long");
        String said = failure.getMessage();
        Path run = RealRecording.runFile(folder, 0);
        assertTrue(said.contains(run + " cannot be written any more: "), said);
        assertTrue(said.contains("java.lang.StackOverflowError"), said);
        long closing = System.nanoTime();
        assertThrows(RecorderException.class, recording::close);
        assertTrue(System.nanoTime() - closing < LIMIT_NANOS, "the close took too long");
        return recording.durableSteps(0);
    }

    private static void recordFor(RealRecording recording, long nanos) {
        for (long start = System.nanoTime(); System.nanoTime() - start < nanos; ) {
            recording.stepAll(1);
        }
    }

    private void assertRecovered(FieldSchema schema, long acknowledged) throws Exception {
        Path dead = Files.createDirectories(scratch.resolve("TestTask")).resolve("run_0.hdf5");
        Files.copy(RealRecording.runFile(folder, 0), dead);
        Files.copy(RealRecording.stagingFile(folder), RealRecording.stagingFile(scratch));
        RecoveryReport report = RunRecovery.onCopy().recover(dead);
        assertTrue(report.isComplete(), report.toString());
        RecoveredRun.assertContent(dead, schema, 2);
        long there = RecoveredRun.numSamples(dead, 0);
        assertTrue(there >= acknowledged, there + " of " + acknowledged);
    }

    /** As one whose disk never answers. */
    @Test
    void anHdf5ThreadThatHangsBoundsTheClose() throws Exception {
        CountDownLatch hanging = new CountDownLatch(1);
        AtomicLong asked = new AtomicLong();
        LongSupplier clock = () -> {
            if (asked.incrementAndGet() > 40) {
                awaitOnHdf5Thread(hanging);
            }
            return System.nanoTime();
        };
        RecorderConfig config = RecorderConfig.builder()
                .set(Hdf5Settings.FLUSH_INTERVAL_STEPS, 20)
                .set(Hdf5Settings.FLUSH_INTERVAL_SECONDS, 1.0)
                .set(RecorderSettings.CLOSE_TIMEOUT_SECONDS, 1)
                .build();
        FieldSchema schema = Hdf5SinkTest.SCHEMA;
        RealRecording recording = RealRecording.open(folder, 0, 2, schema, config, new Hdf5Sink(clock));
        recording.beginAll();
        recording.stepAll(150);
        long start = System.nanoTime();
        RecorderException failure = assertThrows(RecorderException.class, recording::close);
        assertTrue(System.nanoTime() - start < LIMIT_NANOS, "the close took too long");
        assertTrue(failure.getMessage().contains("1 s"), failure.getMessage());
        assertRecovered(schema, 150);
        hanging.countDown();
    }

    private static void awaitOnHdf5Thread(CountDownLatch latch) {
        if (Thread.currentThread().getName().contains("-hdf5-run")) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Two envs' rows fit into the JVM's direct memory; a chunk of 500 does not. */
    @Test
    void aCompressorWithoutMemoryStopsTheRecording() throws Exception {
        FaultyChild child = new FaultyChild(scratch)
                .with("-XX:MaxDirectMemorySize=6m", "-Dfault.wide=true")
                .set("recorder.ring_size=64");
        String said = child.run(folder);
        Matcher failure =
                Pattern.compile("FAILED after (\\d+) ms: .*OutOfMemoryError.*").matcher(said);
        assertTrue(failure.find(), said);
        assertTrue(Long.parseLong(failure.group(1)) < 5000, said);
        assertTrue(failure.group().contains("; give the JVM more memory"), said);
        Path run = RealRecording.runFile(folder, 0);
        assertTrue(RunRecovery.onCopy().recover(run).isComplete());
        RecoveredRun.assertContent(run, FaultyRecording.WIDE, 2);
        assertTrue(RecoveredRun.numSamples(run, 0) >= child.acknowledged(0), said);
        assertFalse(Files.exists(RealRecording.stagingFile(folder)));
    }
}
