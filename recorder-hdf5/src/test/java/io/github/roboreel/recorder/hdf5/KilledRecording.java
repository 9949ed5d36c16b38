package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A recording in a JVM of its own that says how far it is, to be killed by a test. */
public final class KilledRecording {
    public static final int ENVS = 3;
    static final int STEPS = 2300;
    private static final String ACK = "ack";
    private static final long LOOK_NANOS = 100_000;

    /** What is recorded. */
    public enum Kind {
        PROPRIO,
        IMAGES,
        /** Nothing is compressed, and frames go straight into the log. */
        RAW_IMAGES,
        /** Fields with 500, 125 and 2 rows in a chunk. */
        LARGE_ROWS,
        /** Depth images in every phase. */
        DEPTH;

        public FieldSchema schema() {
            return switch (this) {
                case PROPRIO -> Hdf5SinkTest.SCHEMA;
                case IMAGES, RAW_IMAGES -> Hdf5SinkTest.WITH_IMAGES;
                case DEPTH -> Hdf5SinkTest.WITH_DEPTH;
                case LARGE_ROWS -> Hdf5SinkTest.WITH_LARGE_ROWS;
            };
        }
    }

    private KilledRecording() {}

    public static Process start(Path folder, Kind kind, int stepsPerSecond) throws IOException {
        return TestJvm.start(
                TestJvm.command(
                        KilledRecording.class, folder.toString(), kind.name(), Integer.toString(stepsPerSecond)),
                folder.resolve("output.txt"));
    }

    /** Waits until the recording has got so many steps acknowledged in env 0, or has ended. */
    public static void await(Process process, Path folder, long steps) throws Exception {
        while (process.isAlive() && acknowledged(folder, 0) < steps) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** Steps the recording had acknowledged. */
    public static long acknowledged(Path folder, int env) throws IOException {
        Path file = folder.resolve(ACK);
        if (!Files.exists(file) || Files.size(file) < Long.BYTES * ENVS) {
            return 0;
        }
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer steps = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            channel.read(steps, (long) Long.BYTES * env);
            return steps.getLong(0);
        }
    }

    public static SinkHarness harness(Path folder, Kind kind) {
        String compression = kind == Kind.RAW_IMAGES ? "none" : "fast";
        return new SinkHarness(
                folder,
                kind.schema(),
                ENVS,
                SinkHarness.untimed(Hdf5Settings.FLUSH_INTERVAL_STEPS, 130)
                        .set(Hdf5Settings.STAGING_MAX_MB, 8)
                        .set(Hdf5Settings.COMPRESSION, compression));
    }

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        SinkHarness run = harness(folder, Kind.valueOf(args[1]));
        int perSecond = Integer.parseInt(args[2]);
        try (FileChannel channel = FileChannel.open(
                folder.resolve(ACK),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            MappedByteBuffer ack = channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) Long.BYTES * ENVS);
            ack.order(ByteOrder.LITTLE_ENDIAN);
            run.record(() -> record(run, ack, perSecond));
        }
        System.out.println("closed " + run.context.failure().get());
    }

    private static void record(SinkHarness run, MappedByteBuffer ack, int perSecond) throws Exception {
        for (int env = 0; env < ENVS; env++) {
            run.begin(env);
        }
        for (int step = 0; step < STEPS; step++) {
            for (int env = 0; env < ENVS; env++) {
                recordStep(run, env, step);
            }
            for (int env = 0; env < ENVS; env++) {
                ack.putLong(Long.BYTES * env, run.sink.durableSteps(env));
            }
            if (perSecond > 0) {
                TimeUnit.NANOSECONDS.sleep(1_000_000_000L / perSecond);
            }
        }
    }

    /** Env 1 ends after 700 steps, env 2 with the last; env 0 is aborted by the close. */
    private static void recordStep(SinkHarness run, int env, int step) throws IOException {
        int last = env == 1 ? 700 : STEPS;
        if (step < last) {
            run.steps(env, 1);
        }
        if (step == last - 1 && env > 0) {
            run.end(env, EpisodeOutcome.success("done").withMetadata(Map.of("env", env)));
        }
    }
}
