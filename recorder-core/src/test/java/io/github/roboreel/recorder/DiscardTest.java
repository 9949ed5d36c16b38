package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.spi.MemorySink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An episode that is thrown away leaves nothing but its place. */
class DiscardTest {
    @TempDir
    private Path folder;

    @Test
    void aDiscardedEpisodeLeavesNoLineNoLogAndNoSteps() throws IOException {
        TestRecording recording = new TestRecording(folder, 2);
        MemorySink sink = recording.memorySink();
        EpisodeSummary discarded;
        try (EpisodeRecorder recorder = recording.open(sink)) {
            recording.begin(recorder.env(0));
            recording.begin(recorder.env(1));
            recording.steps(recorder.env(0), 7);
            recording.steps(recorder.env(1), 4);
            recorder.env(0).event(new EpisodeEvent(3, 258, "OBJECT_BUMPED", "bump", 0.5));
            recorder.env(1).event(new EpisodeEvent(3, 258, "OBJECT_BUMPED", "bump", 0.5));
            discarded = recorder.env(0).discard("the operator slipped").join();
            recording.end(recorder.env(1), EpisodeOutcome.success("")).join();
        }
        assertEquals(EpisodeStatus.DISCARDED, discarded.outcome().status());
        assertEquals("the operator slipped", discarded.outcome().reason());
        assertEquals(7, discarded.numSamples());
        assertEquals(0, recording.runs.rowCount(recording.run, 0, "actions"));
        assertEquals(4, recording.runs.rowCount(recording.run, 1, "actions"));
        List<String> lines = Files.readAllLines(folder.resolve(RunFolder.RESULTS));
        assertEquals(1, lines.size(), lines.toString());
        assertTrue(lines.get(0).contains("\"env_id\":1"), lines.get(0));
        assertEquals(List.of("log_0_env1.json"), logs(recording));
        assertTrue(sink.calls().contains("end 0 7 discarded"), sink.calls().toString());
    }

    @Test
    void theEnvIsFrozenForTheRestOfTheRun() {
        TestRecording recording = new TestRecording(folder, 1);
        try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
            EnvRecorder env = recorder.env(0);
            assertThrows(IllegalStateException.class, () -> env.discard("not begun"));
            recording.begin(env);
            recording.steps(env, 2);
            CompletableFuture<EpisodeSummary> first = env.discard("");
            assertTrue(env.isFrozen());
            assertThrows(IllegalStateException.class, env::step);
            assertThrows(IllegalStateException.class, () -> recording.begin(env));
            assertSame(first, env.end(EpisodeOutcome.success("too late")));
            assertSame(first, env.discard("again"));
            assertEquals(EpisodeStatus.DISCARDED, first.join().outcome().status());
        }
    }

    /** An open row is dropped with the episode; its camera frame goes back to the pool. */
    @Test
    void aRowThatIsOpenGoesWithTheEpisode() throws IOException {
        TestRecording recording = new TestRecording(folder, 1);
        try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
            EnvRecorder env = recorder.env(0);
            recording.begin(env);
            StepWriter row = env.step();
            row.put(recording.schema.field("obs/camera"), new byte[60]);
            env.discard("cut").join();
            assertThrows(IllegalStateException.class, row::publish);
        }
        assertEquals("", Files.readString(folder.resolve(RunFolder.RESULTS)));
    }

    private static List<String> logs(TestRecording recording) throws IOException {
        try (Stream<Path> files = Files.list(recording.run.envFolder())) {
            return files.map(f -> f.getFileName().toString())
                    .filter(n -> n.startsWith("log_"))
                    .toList();
        }
    }
}
