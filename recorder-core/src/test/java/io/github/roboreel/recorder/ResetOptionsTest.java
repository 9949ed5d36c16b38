package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.spi.SampleFields;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
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
    void begin_withOptionsThatCannotBeStored_isRefusedAndCanBeRepeated() {
        TestRecording recording = new TestRecording(folder, 1);
        try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
            EnvRecorder env = recorder.env(0);
            for (String wrong : Arrays.asList(
                    "[1]",
                    "{\"a\":",
                    "3",
                    "{\"a\": \"" + "x".repeat(2048) + "\"}",
                    "{\"a\": \"\ud800\"}",
                    "{\"a\": \"\0\"}",
                    null)) {
                IllegalArgumentException refused =
                        assertThrows(IllegalArgumentException.class, () -> begin(recording, env, wrong));
                assertTrue(refused.getMessage().startsWith("the reset options "), refused.getMessage());
            }
            begin(recording, env, OPTIONS);
            assertTrue(env.isRecording());
        }
    }

    @Test
    void end_withMetadataThatLeaveNoRoomForTheOptions_isRefusedByNameAndCanBeRepeated() throws Exception {
        String options = "{\"a\": \"" + "x".repeat(2000) + "\"}";
        EpisodeOutcome outcome = EpisodeOutcome.success("done").withMetadata(Map.of("log", "y".repeat(3000)));
        TestRecording recording = new TestRecording(folder, 1);
        try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
            EnvRecorder env = recorder.env(0);
            begin(recording, env, options);
            String refused = refusal(recording, env, outcome);
            assertTrue(refused.contains("reset options"), refused);
            assertTrue(refused.contains("expected at most 4096"), refused);
            recording.end(env, outcome.withMetadata(Map.of("log", "short"))).join();
        }
        JsonNode line = FormatJson.read(Files.readString(folder.resolve(RunFolder.RESULTS)));
        assertEquals("short", line.path("log").asText());
        assertEquals(
                options, line.path("episode_attributes").path("reset_options").asText());
    }

    @Test
    void end_withAnOwnAttributeOfThatName_isRefusedBesideOptionsOfTheReset() throws Exception {
        EpisodeOutcome outcome =
                EpisodeOutcome.success("done").withAttributes(Map.of("reset_options", "{\"mine\": 1}"));
        TestRecording recording = new TestRecording(folder, 1);
        try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
            EnvRecorder env = recorder.env(0);
            begin(recording, env, OPTIONS);
            String refused = refusal(recording, env, outcome);
            assertTrue(refused.contains("'reset_options', which the recorder writes itself"), refused);
            recording.end(env, EpisodeOutcome.success("done")).join();
        }
        String line = Files.readString(folder.resolve(RunFolder.RESULTS));
        assertTrue(line.contains("[1, 2]") && !line.contains("mine"), line);
    }

    @Test
    void withAttributes_ofThatNameWithoutOptions_isRefusedByName() {
        for (Object wrong : List.of(3, "easy", List.of(1))) {
            IllegalArgumentException refused = assertThrows(
                    IllegalArgumentException.class,
                    () -> EpisodeOutcome.success("").withAttributes(Map.of("reset_options", wrong)));
            assertTrue(refused.getMessage().contains("'reset_options' is reserved"), refused.getMessage());
        }
        Map<String, Object> imported = Map.of("reset_options", OPTIONS);
        assertEquals(
                imported, EpisodeOutcome.success("").withAttributes(imported).attributes());
    }

    private static String refusal(TestRecording recording, EnvRecorder env, EpisodeOutcome outcome) {
        return assertThrows(IllegalArgumentException.class, () -> recording.end(env, outcome))
                .getMessage();
    }

    private static void begin(TestRecording recording, EnvRecorder env, String options) {
        env.begin(options, row -> SampleFields.fill(row, recording.schema, FieldPhase.INITIAL, env.envId(), 0));
    }
}
