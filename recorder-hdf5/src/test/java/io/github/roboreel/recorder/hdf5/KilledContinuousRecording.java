package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Continuous episodes in a JVM of its own that says how far each is, to be killed by a test. */
public final class KilledContinuousRecording {
    public static final int PLACES = 120;
    private static final int ENVS = 3;
    private static final String ACK = "ack";
    private static final int ACK_BYTES = 3 * Long.BYTES;
    private static final List<String> STATUSES = List.of("recording", "success", "failure", "discarded");
    private static final long LOOK_NANOS = 100_000;

    private KilledContinuousRecording() {}

    public static FieldSchema schema(boolean images) {
        return images ? Hdf5SinkTest.WITH_IMAGES : Hdf5SinkTest.SCHEMA;
    }

    public static SinkHarness harness(Path folder, boolean images) {
        return SinkHarness.continuous(
                folder,
                schema(images),
                PLACES,
                ENVS,
                SinkHarness.untimed(Hdf5Settings.FLUSH_INTERVAL_STEPS, 130).set(Hdf5Settings.STAGING_MAX_MB, 8));
    }

    public static Process start(Path folder, boolean images, long seed) throws IOException {
        return TestJvm.start(
                TestJvm.command(
                        KilledContinuousRecording.class,
                        folder.toString(),
                        Boolean.toString(images),
                        Long.toString(seed)),
                folder.resolve("output.txt"));
    }

    /** Waits until so many episodes have begun, or the recording has ended. */
    public static void await(Process process, Path folder, int begun) throws IOException {
        while (process.isAlive() && acknowledged(folder, begun - 1).simEnv() < 0) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** What was promised of a demo: its env, -1 before it began, the steps that survive, and how it ended. */
    public static ContinuousEpisodes.Episode acknowledged(Path folder, int demo) throws IOException {
        ByteBuffer ack = ByteBuffer.allocate(ACK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        Path file = folder.resolve(ACK);
        if (Files.exists(file)) {
            try (FileChannel channel = FileChannel.open(file)) {
                channel.read(ack, (long) demo * ACK_BYTES);
            }
        }
        int simEnv = (int) ack.getLong(0) - 1;
        return new ContinuousEpisodes.Episode(simEnv, ack.getLong(8), STATUSES.get((int) ack.getLong(16)));
    }

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        SinkHarness run = harness(folder, Boolean.parseBoolean(args[1]));
        ContinuousEpisodes episodes = new ContinuousEpisodes(run, Long.parseLong(args[2]), 160);
        try (FileChannel channel = FileChannel.open(
                folder.resolve(ACK),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            ByteBuffer ack = channel.map(MapMode.READ_WRITE, 0, (long) ACK_BYTES * PLACES);
            ack.order(ByteOrder.LITTLE_ENDIAN);
            run.record(() -> {
                while (episodes.turn()) {
                    acknowledge(run, episodes.episodes(), ack);
                }
            });
        }
        System.out.println("closed " + run.context.failure().get());
    }

    private static void acknowledge(SinkHarness run, List<ContinuousEpisodes.Episode> episodes, ByteBuffer ack) {
        for (int demo = 0; demo < episodes.size(); demo++) {
            ContinuousEpisodes.Episode episode = episodes.get(demo);
            ack.putLong(demo * ACK_BYTES, episode.simEnv() + 1);
            ack.putLong(demo * ACK_BYTES + 8, run.sink.durableSteps(demo));
            ack.putLong(demo * ACK_BYTES + 16, STATUSES.indexOf(episode.status()));
        }
    }
}
