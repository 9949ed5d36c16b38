package io.github.roboreel.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.simulation.PolicyChoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused before anything is recorded. */
class OpenPiProviderTest {
    private static final FieldSchema SCHEMA = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 2),
            FieldSpec.step("obs/arm", DType.FLOAT32, 7),
            FieldSpec.step("obs/count", DType.INT32, 1),
            FieldSpec.step("obs/name", DType.TEXT, 8),
            FieldSpec.step("states/arm", DType.FLOAT32, 7));

    private final OpenPiProvider provider = new OpenPiProvider();

    @TempDir
    Path folder;

    private Optional<String> objection(String policy, String yaml) throws IOException {
        Path file = Files.writeString(folder.resolve("policy.yaml"), yaml + "\nconnect_seconds: 0.3\n");
        return provider.objectionTo(new PolicyChoice(policy, Optional.of(file), folder), new Sketch(SCHEMA));
    }

    @Test
    void itAcceptsItsAddresses() {
        assertTrue(provider.accepts("openpi://robot:8000"));
        assertTrue(provider.accepts("openpi+wss://robot/path"));
        assertTrue(provider.accepts("openpi"));
        assertFalse(provider.accepts("wss://robot:8000"));
        assertFalse(provider.accepts("openpis"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"openpi", "openpi://", "openpi://:80", "openpi://a b", "openpi://me:word@robot:80"})
    void addressesThatAreNoneAreRefused(String policy) throws IOException {
        assertEquals(
                "'" + policy + "' is no address of a server; expected for example openpi://localhost:8000",
                objection(policy, "observation: {a: obs/arm}").orElseThrow());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "observation: {a: obs/arn}; observation 'obs/arn' is unknown; did you mean obs/arm?",
                "observation: {a: states/arm}; observation 'states/arm' is unknown; known are obs/arm, obs/count, obs/name",
                "observation: {a: 'obs/arm[3:8]'}; obs/arm[3:8]: the field has 7 values;",
                "observation: {a: 'obs/arm[3]'}; 'obs/arm[3]' is no field; expected for example obs/joint_pos",
                "observation: {a: [obs/arm, obs/count]}; obs/arm and obs/count together, which have different dtypes;",
                "observation: {a: obs/name}; obs/name is a text; expected a field of numbers",
                "images: {a: obs/arm}; obs/arm is no picture: expected uint8 [height, width, 3], given float32 [7];",
                "prompt: task; its file names no field to send, under observation or images;",
            })
    void whatCannotBeSentIsRefused(String yaml, String first, String second) throws IOException {
        String objection = objection("openpi://localhost:1", yaml).orElseThrow();
        assertTrue(objection.contains(first), objection);
        assertTrue(second == null || objection.contains(second), objection);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "replan_step: 3; key 'replan_step' is unknown; did you mean replan_steps?",
                "replan_steps: 0; replan_steps must be at least 1, given 0;",
                "replan_steps: soon; key 'replan_steps' has a value that is no integer;",
                "answer_seconds: -1; answer_seconds must be above 0 and at most 86400, given -1.0;",
                "image_size: big; camera size is 'big'; expected width x height in pixels;",
                "observation: 7; key 'observation' has a value that is no;",
            })
    void filesWithWrongKeysAreRefused(String yaml, String first, String second) {
        RoboReelException refusal =
                assertThrows(RoboReelException.class, () -> objection("openpi://localhost:1", yaml));
        assertEquals(RoboReelException.Kind.BAD_ARGUMENT, refusal.kind());
        assertTrue(refusal.getMessage().contains("policy.yaml: " + first), refusal.getMessage());
        assertTrue(second == null || refusal.getMessage().contains(second), refusal.getMessage());
    }

    @Test
    void aServerThatIsNotThereIsRefused() throws IOException {
        assertEquals(
                "policy server ws://localhost:1: nothing answers there within 0.3 s",
                objection("openpi://localhost:1", "observation: {a: obs/arm}").orElseThrow());
    }

    @Test
    void aKeyIsNotSentInTheClear() throws IOException {
        String yaml = "observation: {a: obs/arm}\napi_key_env: ";
        assertEquals(
                "an API key is not sent to another machine without encryption; use openpi+wss://",
                objection("openpi://192.0.2.1:1", yaml + "HOME").orElseThrow());
        assertEquals(
                "the environment variable NO_SUCH_KEY, which its file names, holds no API key",
                objection("openpi://localhost:1", yaml + "NO_SUCH_KEY").orElseThrow());
    }
}
