package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunSpecTest {
    private final RunSpec.Builder builder =
            RunSpec.builder(Path.of("output"), "Wave").dtSeconds(0.1).envs(3, "wave");

    @Test
    void seedsCountUpByEnv() {
        assertEquals(List.of(40L, 41L, 42L), seeds(builder.seeds(40)));
        assertEquals(List.of(0L, 1L, 2L), seeds(builder.seeds(0)));
    }

    @Test
    void theSeedGivenLastCounts() {
        assertEquals(List.of(7L, 7L, 7L), seeds(builder.seeds(40).seed(7)));
        assertEquals(List.of(40L, 41L, 42L), seeds(builder.seed(7).seeds(40)));
    }

    @Test
    void aNegativeFirstSeedIsRefused() {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> builder.seeds(-1));
        assertTrue(refused.getMessage().contains("first seed is -1; expected 0 or more"), refused.getMessage());
    }

    private static List<Long> seeds(RunSpec.Builder builder) {
        return builder.build().episodes().stream().map(EpisodeInfo::seed).toList();
    }
}
