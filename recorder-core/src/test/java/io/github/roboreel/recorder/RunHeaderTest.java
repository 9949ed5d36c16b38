package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunHeaderTest {
    private static final Path FOLDER = Path.of("somewhere");
    private static final RunSpec RUN = RunSpec.builder(FOLDER, "Task")
            .taskName("The \"task\"")
            .run(3)
            .episodes(List.of(
                    new EpisodeInfo("Put the \u00fcmlaut \ud83c\udf4c in", "p", -1, 0.1),
                    new EpisodeInfo("", "q", Long.MAX_VALUE, 1 / 15.0)))
            .instructionType("vague")
            .attributes(List.of("simple", "hard"))
            .envConfigJson("{\"sim\": {\"dt\": 0.05}}")
            .build();

    @Test
    void whatIsParsedIsWhatWasWrittenWithoutTheImagesThatAreNotStored() throws IOException {
        FieldSchema schema = FieldSchema.of(
                FieldSpec.image("obs/side", 4, 5).unstored(),
                FieldSpec.step("actions", DType.FLOAT16, 2, 3).withUnit("rad"),
                FieldSpec.image("obs/cam", 4, 5),
                FieldSpec.image("obs/front", 4, 5).inVideo("viewport"),
                FieldSpec.image("obs/mask", 4, 5).withoutNoise(),
                FieldSpec.initial("initial_state/q", DType.BOOL).withFrame("joint"),
                FieldSpec.finalObservation("final_obs/q", DType.INT64, 7).allowingNonFinite());
        Map<String, Object> notes = Map.of("log_bytes", 7L, "recorder_version", "1.2");
        RunDescription header = new RunDescription(RUN, schema, notes);
        RunDescription parsed = RunDescription.parse(header.toJson(), FOLDER);
        assertEquals(RUN, parsed.run());
        assertEquals(schema.storedSpecs(), parsed.schema().specs());
        assertEquals(notes, parsed.storage());
        assertEquals(7, parsed.number("log_bytes"));
        assertEquals(-1, parsed.number("recorder_version"));
        assertEquals("1.2", parsed.text("recorder_version"));
    }

    /** Headers of 0.1.0 say nothing about videos and noise. */
    @Test
    void whatAFieldDoesNotDeclareIsNotWritten() {
        FieldSchema schema = FieldSchema.of(FieldSpec.image("obs/cam", 4, 5));
        String json = new String(new RunDescription(RUN, schema, Map.of()).toJson(), StandardCharsets.UTF_8);
        assertFalse(json.contains("video") || json.contains("noise"), json);
    }

    @Test
    void otherTextIsRefusedInOneSentence() {
        for (String text : List.of("", "{", "[1]", "{\"schema\": 3}", "null", "\u0000")) {
            byte[] json = text.getBytes(StandardCharsets.UTF_8);
            IOException e = assertThrows(IOException.class, () -> RunDescription.parse(json, FOLDER));
            assertTrue(e.getMessage().startsWith("the run's header cannot be read: "), text);
        }
    }

    @Test
    void aNoteCannotReplaceWhatTheRunSays() {
        FieldSchema schema = FieldSchema.of(FieldSpec.step("a", DType.INT16));
        assertThrows(IllegalArgumentException.class, () -> new RunDescription(RUN, schema, Map.of("config", "{}")));
    }
}
