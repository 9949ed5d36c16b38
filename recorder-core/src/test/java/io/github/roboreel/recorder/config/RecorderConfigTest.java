package io.github.roboreel.recorder.config;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecorderConfigTest {
    @TempDir
    private Path folder;

    @Test
    void defaultsAreLegal() {
        RecorderConfig config = RecorderConfig.defaults();
        for (Setting<?> setting : RecorderSettings.ALL) {
            assertEquals(setting.defaultValue(), config.get(setting));
        }
        assertTrue(RecorderConfig.knownSettings().containsAll(RecorderSettings.ALL));
    }

    @Test
    void explicitValuesBeatTheFileAndTheFileBeatsDefaults() throws IOException {
        RecorderConfig config = RecorderConfig.builder()
                .file(file("""
                                        recorder:
                                          ring_size: 1024
                                          wait_strategy: yielding
                                        """))
                .set(RecorderSettings.RING_SIZE, 64)
                .build();
        assertEquals(64, config.get(RecorderSettings.RING_SIZE));
        assertEquals("yielding", config.get(RecorderSettings.WAIT_STRATEGY));
        assertEquals(512, config.get(RecorderSettings.FRAME_POOL_MB));
    }

    @Test
    void thePropertyBeatsTheVariableAndTheVariableBeatsTheFile() throws IOException {
        Path yaml = file("""
                                recorder:
                                  ring_size: 1024
                                  frame_pool_mb: 100
                                  close_timeout_seconds: 7
                                """);
        RecorderConfig config = RecorderConfig.builder()
                .file(yaml)
                .outside(
                        Map.of(
                                "ROBOREEL_RECORDER_RING_SIZE", "2048",
                                "ROBOREEL_RECORDER_FRAME_POOL_MB", " 200 ",
                                "ROBOREEL_RECORDER_STALL_LIMIT_SECONDS", "2.5"),
                        Map.of("roboreel.recorder.ring_size", "8192"))
                .set(RecorderSettings.STALL_LIMIT_SECONDS, 3.0)
                .build();
        assertEquals(8192, config.get(RecorderSettings.RING_SIZE));
        assertEquals("system property roboreel.recorder.ring_size", config.origin(RecorderSettings.RING_SIZE));
        assertEquals(200, config.get(RecorderSettings.FRAME_POOL_MB));
        assertEquals(
                "environment variable ROBOREEL_RECORDER_FRAME_POOL_MB", config.origin(RecorderSettings.FRAME_POOL_MB));
        assertEquals(7, config.get(RecorderSettings.CLOSE_TIMEOUT_SECONDS));
        assertEquals(yaml + ":4", config.origin(RecorderSettings.CLOSE_TIMEOUT_SECONDS));
        assertEquals(3.0, config.get(RecorderSettings.STALL_LIMIT_SECONDS));
        assertEquals("configuration", config.origin(RecorderSettings.STALL_LIMIT_SECONDS));
        assertEquals("default", config.origin(RecorderSettings.WAIT_STRATEGY));
    }

    @Test
    void aBadVariableOrPropertyIsNamed() {
        RecorderConfig.Builder builder = RecorderConfig.builder()
                .outside(
                        Map.of("ROBOREEL_RECORDER_RING_SIZE", "many", "ROBOREEL_RECORDER_RING_SISE", "64"),
                        Map.of("roboreel.recoder.ring_size", "64", "roboreel.recorder.frame_pool_mb", ""));
        String message = assertThrows(ConfigException.class, builder::build).getMessage();
        assertTrue(
                message.contains("environment variable ROBOREEL_RECORDER_RING_SIZE: recorder.ring_size is many;"),
                message);
        assertTrue(
                message.contains("environment variable ROBOREEL_RECORDER_RING_SISE: no setting has this name;"
                        + " did you mean ROBOREEL_RECORDER_RING_SIZE?"),
                message);
        assertTrue(
                message.contains("system property roboreel.recoder.ring_size: no setting has this name;"
                        + " did you mean roboreel.recorder.ring_size?"),
                message);
        assertTrue(message.contains("system property roboreel.recorder.frame_pool_mb: "), message);
    }

    @Test
    void otherNamesWithThePrefixAreNotLookedAt() {
        RecorderConfig config = RecorderConfig.builder()
                .outside(
                        Map.of(
                                "ROBOREEL_JAVA_OPTS", "-Xmx1g",
                                "ROBOREEL_BUILD", "b",
                                "ROBOREEL_PROFILES", "gpl",
                                "ROBOREEL_CLASSPATH", "a.jar",
                                "ROBOREEL_SERVICE_HOST", "10.0.0.1"),
                        Map.of("roboreel.home", "/opt"))
                .build();
        assertEquals(4096, config.get(RecorderSettings.RING_SIZE));
    }

    @Test
    void everyFaultIsReportedAtOnceWithItsKey() throws IOException {
        RecorderConfig.Builder builder = RecorderConfig.builder()
                .file(file("""
                                        recorder:
                                          ring_size: 1000
                                          ring_sise: 1024
                                          frame_pool_mb: 0
                                          wait_strategy: blocking
                                        """))
                .set("recorder.close_timeout_seconds", "soon")
                .set("nonsense", 1);
        ConfigException refused = assertThrows(ConfigException.class, builder::build);
        assertEquals(6, refused.faults().size(), refused.getMessage());
        assertFault(refused, "recorder.ring_size", "1000", "power of two");
        assertFault(refused, "'recorder.ring_sise'", "recorder.ring_size");
        assertFault(refused, "recorder.frame_pool_mb", "is 0", "1 to 1048576");
        assertFault(refused, "recorder.wait_strategy", "blocking", "busy_spin");
        assertFault(refused, "recorder.close_timeout_seconds", "soon");
        assertFault(refused, "'nonsense'");
        assertTrue(refused.getMessage().contains("recorder.yaml"));
        assertEquals(
                refused.faults(),
                assertThrows(ConfigException.class, builder::validate).faults());
    }

    @Test
    void aKeyGivenTwiceIsRefused() throws IOException {
        Path file = file("recorder: {ring_size: 64, ring_size: 128}");
        ConfigException refused = assertThrows(
                ConfigException.class, () -> RecorderConfig.builder().file(file));
        assertFault(refused, "ring_size");
    }

    @Test
    void aTextGivenByKeyIsReadAsTheSettingsType() {
        RecorderConfig config = RecorderConfig.builder()
                .set("recorder.ring_size", "8192")
                .set("recorder.stall_limit_seconds", "2.5")
                .build();
        assertEquals(8192, config.get(RecorderSettings.RING_SIZE));
        assertEquals(2.5, config.get(RecorderSettings.STALL_LIMIT_SECONDS));
        ConfigException refused = assertThrows(
                ConfigException.class,
                () -> RecorderConfig.builder().set("recorder.ring_size", "many").build());
        assertFault(refused, "recorder.ring_size is many; expected a whole number");
    }

    @Test
    void valuesWithoutSenseAreFaultsNotCrashes() {
        ConfigException refused = assertThrows(
                ConfigException.class,
                () -> RecorderConfig.builder().set("recorder.ring_size", null).build());
        assertFault(refused, "recorder.ring_size", "null");
    }

    @Test
    void validateAcceptsWhatBuildAccepts() {
        RecorderConfig.Builder builder = RecorderConfig.builder().set(RecorderSettings.RING_SIZE, 2);
        assertDoesNotThrow(builder::validate);
        assertEquals(2, builder.build().get(RecorderSettings.RING_SIZE));
    }

    private Path file(String yaml) throws IOException {
        return Files.writeString(folder.resolve("recorder.yaml"), yaml);
    }

    private static void assertFault(ConfigException refused, String... words) {
        assertTrue(
                refused.faults().stream().anyMatch(f -> List.of(words).stream().allMatch(f::contains)),
                List.of(words) + " are not in one fault of " + refused.faults());
    }
}
