package io.github.roboreel.recorder.config;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
