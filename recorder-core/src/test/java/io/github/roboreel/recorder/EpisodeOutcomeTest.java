package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

class EpisodeOutcomeTest {
    @Test
    void metadataReplaceMetadataAndKeepTheAttributes() {
        EpisodeOutcome outcome = EpisodeOutcome.success("waved")
                .withAttributes(Map.of("operator", "Zoë"))
                .withMetadata(Map.of("lux", 300))
                .withMetadata(Map.of("notes", 1));
        assertEquals(Map.of("operator", "Zoë"), outcome.attributes());
        assertEquals(Map.of("notes", 1, "episode_attributes", Map.of("operator", "Zoë")), outcome.metadata());
        assertEquals("waved", outcome.reason());
    }

    @Test
    void withMetadata_ofUnjudged_keepsThat() {
        EpisodeOutcome outcome = EpisodeOutcome.truncated("").unjudged().withMetadata(Map.of("notes", 1));
        assertNull(outcome.success());
    }

    @Test
    void reservedKeysAreRefusedByName() {
        assertRefused("episode_attributes", "withAttributes");
        assertRefused("unjudged", "unjudged()");
    }

    private static void assertRefused(String key, String call) {
        EpisodeOutcome outcome = EpisodeOutcome.success("");
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> outcome.withMetadata(Map.of(key, 5)));
        assertTrue(refused.getMessage().contains("'" + key + "'"), refused.getMessage());
        assertTrue(refused.getMessage().contains(call), refused.getMessage());
    }
}
