package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.format.RunFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Event logs that grow on a disk that gets full: the recorder continues, and says once what does not show. */
class LiveEventsFullDiskIT {
    private static final int EVENTS = 300;

    @TempDir
    Path mountPoint;

    @Test
    void theRecorderGoesOnAndNamesTheLoss() throws IOException {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream before = System.err;
        try (SmallDisk disk = SmallDisk.mount(mountPoint, 100)) {
            System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
            TestRecording recording = new TestRecording(disk.root().resolve("output"), 1);
            Path live = recording.run.envFolder().resolve(RunFolder.liveLogFile(0, 0));
            EpisodeSummary summary;
            try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
                EnvRecorder env = recorder.env(0);
                recording.begin(env);
                recording.step(env);
                event(env, 0);
                await(() -> Files.exists(live) && Files.size(live) > 0);
                Path filler = fill(disk);
                for (int i = 1; i < EVENTS; i++) {
                    event(env, i);
                }
                await(() -> text(said).contains("the events of"));
                recording.steps(env, 5);
                List<String> lines = Files.readAllLines(live);
                assertTrue(lines.size() < EVENTS, lines.size() + " lines fit");
                assertEquals(
                        "number 0",
                        new ObjectMapper().readTree(lines.get(0)).path("info").asText());
                Files.delete(filler);
                summary = recording.end(env, EpisodeOutcome.success("")).join();
            }
            assertEquals(List.of(), summary.failedSinks());
            assertFalse(Files.exists(live));
            Path log = recording.run.envFolder().resolve("log_0_env0.json");
            assertEquals(
                    EVENTS,
                    new ObjectMapper().readTree(log.toFile()).path("events").size());
        } finally {
            System.setErr(before);
        }
        List<String> named = text(said)
                .lines()
                .filter(line -> line.contains("the events of"))
                .toList();
        assertEquals(1, named.size(), text(said));
        assertTrue(named.get(0).contains("the events of demo_0 in run 0 do not show"), text(said));
        assertTrue(named.get(0).contains("No space left on device"), text(said));
    }

    private static void event(EnvRecorder env, int number) {
        env.event(EpisodeEvent.of("SLIPPED", 1, "number " + number, 0));
    }

    private static Path fill(SmallDisk disk) throws IOException {
        Path filler = disk.root().resolve("filler");
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (true) {
                out.write(new byte[4096]);
            }
        } catch (IOException full) {
            return filler;
        }
    }

    private static String text(ByteArrayOutputStream said) {
        return said.toString(StandardCharsets.UTF_8);
    }

    @FunctionalInterface
    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void await(Condition condition) throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (System.nanoTime() < deadline && !condition.holds()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
        assertTrue(condition.holds(), "not within 20 s");
    }
}
