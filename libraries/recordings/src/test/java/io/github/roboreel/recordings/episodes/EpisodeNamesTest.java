package io.github.roboreel.recordings.episodes;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.roboreel.format.fault.RoboReelException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EpisodeNamesTest {
    private final EpisodeNames known = new EpisodeNames();

    @Test
    void requireKnown_ofEnvsAndPatterns_refusesTheOneThatNoneHas() {
        known.addEnv("Pour");
        EpisodeNames others = new EpisodeNames();
        others.addEnv("Stack");
        known.addAll(others);

        assertDoesNotThrow(() -> envs("Po*", "Stack").requireKnown(known));
        RoboReelException refused =
                assertThrows(RoboReelException.class, () -> envs("Pour", "Stak").requireKnown(known));
        assertEquals(RoboReelException.Kind.BAD_ARGUMENT, refused.kind());
        assertEquals("no env is called 'Stak'; did you mean Stack?", refused.getMessage());
    }

    @Test
    void requireKnown_whereNoneIsKnown_refusesNoName() {
        EpisodeChoice choice = new EpisodeChoice(
                List.of("Stak"), "", false, false, 0, false, List.of(), Map.of("polcy", List.of("a")));

        assertDoesNotThrow(() -> choice.requireKnown(known));
    }

    private static EpisodeChoice envs(String... names) {
        return new EpisodeChoice(List.of(names), "", false, false, 0, false, List.of(), Map.of());
    }
}
