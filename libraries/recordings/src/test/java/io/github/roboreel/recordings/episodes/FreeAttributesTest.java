package io.github.roboreel.recordings.episodes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreeAttributesTest {
    private static final String STORED = "{\"episode_attributes\": {\"operator\": \"Zoë\"}}";

    @TempDir
    Path folder;

    @Test
    void areThoseOfTheLineInTheirTypes() throws IOException {
        Map<String, Object> attributes = FactsReader.freeAttributes(
                Map.of("episode_metadata", STORED),
                Lines.of(
                        folder,
                        "\"episode_attributes\": {\"shift\": 2, \"load\": 1.5, \"ok\": true,"
                                + " \"who\": \"Ann\", \"list\": [1], \"none\": null}"));

        assertEquals(Map.<String, Object>of("shift", 2L, "load", 1.5, "ok", true, "who", "Ann"), attributes);
    }

    @Test
    void areThoseOfTheDemoWhereTheLineHasNone() throws IOException {
        assertEquals(
                Map.of("operator", "Zoë"),
                FactsReader.freeAttributes(Map.of("episode_metadata", STORED), Lines.of(folder, "\"score\": 1")));
    }

    @Test
    void areThoseOfTheDemoWithoutALine() {
        assertEquals(
                Map.of("operator", "Zoë"),
                FactsReader.freeAttributes(Map.of("episode_metadata", STORED), Optional.empty()));
    }

    @Test
    void areNoneWhereTheMetadataIsNoJson() {
        assertEquals(Map.of(), FactsReader.freeAttributes(Map.of("episode_metadata", "{\"epi"), Optional.empty()));
        assertEquals(Map.of(), FactsReader.freeAttributes(Map.of(), Optional.empty()));
    }
}
