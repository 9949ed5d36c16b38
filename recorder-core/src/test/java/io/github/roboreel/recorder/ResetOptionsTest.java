package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.spi.SampleFields;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResetOptionsTest {
    private static final String OPTIONS = "{\"goal\": [1, 2]}";

    @TempDir
    private Path folder;

    @Test
    void begin_withOptions_storesThemBesideTheOutcomesAttributes() throws Exception {
        TestRecording recording = new TestRecording(folder, 2);
        try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
            begin(recording, recorder.env(0), OPTIONS);
            begin(recording, recorder.env(1), "");
            EpisodeOutcome outcome = EpisodeOutcome.success("done").withAttributes(Map.of("operator", "bo"));
            recording.end(recorder.env(0), outcome).join();
            recording.end(recorder.env(1), outcome).join();
        }
        List<String> lines = Files.readAllLines(folder.resolve(RunFolder.RESULTS));
        assertEquals(2, lines.size());
        assertTrue(lines.get(0).contains("\"reset_options\":\"{\\\"goal\\\": [1, 2]}\""), lines.get(0));
        assertTrue(lines.get(0).contains("\"operator\":\"bo\""), lines.get(0));
        assertFalse(lines.get(1).contains("reset_options"), lines.get(1));
    }

    @Test
    void close_beforeTheEnd_storesThemWithTheAbortedEpisode() throws Exception {
        TestRecording recording = new TestRecording(folder, 1);
        try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
            begin(recording, recorder.env(0), OPTIONS);
        }
        String line = Files.readString(folder.resolve(RunFolder.RESULTS));
        assertTrue(line.contains("\"aborted\"") && line.contains("reset_options"), line);
    }

    @Test
    void begin_withOptionsThatAreNoObjectOrTooLong_isRefusedAndCanBeRepeated() {
        TestRecording recording = new TestRecording(folder, 1);
        try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
            EnvRecorder env = recorder.env(0);
            for (String wrong : List.of("[1]", "{\"a\":", "3", "{\"a\": \"" + "x".repeat(2048) + "\"}")) {
                IllegalArgumentException refused =
                        assertThrows(IllegalArgumentException.class, () -> begin(recording, env, wrong));
                assertTrue(refused.getMessage().startsWith("the reset options "), refused.getMessage());
            }
            begin(recording, env, OPTIONS);
            assertTrue(env.isRecording());
        }
    }

    private static void begin(TestRecording recording, EnvRecorder env, String options) {
        env.begin(options, row -> SampleFields.fill(row, recording.schema, FieldPhase.INITIAL, env.envId(), 0));
    }
}
