package io.github.roboreel.recordings.episodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EpisodeSelectionTest {
    @Test
    void numbersAndRangesAreChosen() {
        EpisodeSelection selection = EpisodeSelection.parse("0-2,7,5-5");
        List<Integer> chosen =
                IntStream.range(0, 10).filter(selection::includes).boxed().toList();
        assertEquals(List.of(0, 1, 2, 5, 7), chosen);
        assertTrue(selection.hasRoomAfter(1000));
    }

    @Test
    void allHasNoBoundAndTheDefaultHasOne() {
        assertTrue(EpisodeSelection.parse("all").includes(123_456));
        assertTrue(EpisodeSelection.parse("all").hasRoomAfter(123_456));
        assertTrue(EpisodeSelection.first().includes(123_456));
        assertTrue(EpisodeSelection.first().hasRoomAfter(EpisodeSelection.DEFAULT_PER_ENV - 1));
        assertFalse(EpisodeSelection.first().hasRoomAfter(EpisodeSelection.DEFAULT_PER_ENV));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ALL", "1-", "-1", "1,,2", "1;2", "x", "99999999999", "4-2"})
    void anythingElseIsRefusedWithTheTextGiven(String text) {
        IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> EpisodeSelection.parse(text));
        assertTrue(refusal.getMessage().contains("'" + text + "'"), refusal.getMessage());
    }
}
