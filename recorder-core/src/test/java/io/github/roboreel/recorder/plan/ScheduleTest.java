package io.github.roboreel.recorder.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recorder.EpisodeInfo;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private static final int ENVS = 4;
    private static final EpisodeInfo INFO = new EpisodeInfo("wave", "p", 7, 0.1);
    private static final EpisodeId EPISODE = new EpisodeId(0, 0, 1);

    @Test
    void everyNthEpisodeCountsOverRuns() {
        assertEquals(List.of(0, 3, 6, 9), episodes(EpisodeSchedule.everyNth(3), 12));
        assertEquals(List.of(0, 1, 2), episodes(EpisodeSchedule.everyNth(1), 3));
    }

    @Test
    void theFirstEpisodesCountOverRuns() {
        assertEquals(List.of(0, 1, 2, 3, 4), episodes(EpisodeSchedule.first(5), 12));
    }

    @Test
    void aPredicateSeesWhatIsKnownOfTheEpisode() {
        assertEquals(List.of(2, 6), episodes((id, info) -> id.env() == 2 && info.seed() == 7, 8));
    }

    @Test
    void aSeedGivesTheSameEpisodesAgainAndAnotherSeedOthers() {
        List<Integer> drawn = episodes(EpisodeSchedule.withProbability(0.25, 42), 10_000);
        assertEquals(drawn, episodes(EpisodeSchedule.withProbability(0.25, 42), 10_000));
        assertNotEquals(drawn, episodes(EpisodeSchedule.withProbability(0.25, 43), 10_000));
        assertEquals(2500, drawn.size(), 150);
    }

    @Test
    void probabilitiesOfZeroAndOneAreNeverAndAlways() {
        assertEquals(List.of(), episodes(EpisodeSchedule.withProbability(0, 1), 1000));
        assertEquals(1000, episodes(EpisodeSchedule.withProbability(1, 1), 1000).size());
    }

    @Test
    void everyNthStepStartsWithTheFirst() {
        assertEquals(List.of(0, 4, 8), steps(StepSchedule.everyNth(4), 11));
        assertSame(StepSchedule.ALL, StepSchedule.everyNth(1));
    }

    @Test
    void theFirstStepsAreThoseBeforeTheLimit() {
        assertEquals(List.of(0, 1, 2), steps(StepSchedule.first(3), 10));
    }

    @Test
    void theFirstStepIsAlwaysStored() {
        assertEquals(List.of(0), steps(StepSchedule.withProbability(0, 5), 100));
        assertEquals(List.of(0, 7), steps(StepSchedule.matching((id, k) -> k == 7), 100));
    }

    @Test
    void aSeedGivesTheSameStepsAgainAndOthersInAnotherEpisode() {
        StepSchedule half = StepSchedule.withProbability(0.5, 9);
        assertEquals(steps(half, 5000), steps(StepSchedule.withProbability(0.5, 9), 5000));
        assertNotEquals(steps(half, 5000), steps(StepSchedule.withProbability(0.5, 10), 5000));
        EpisodeId other = new EpisodeId(3, 0, 1);
        long same = IntStream.range(0, 5000)
                .filter(k -> half.records(EPISODE, k) == half.records(other, k))
                .count();
        assertEquals(2500, same, 200);
        assertEquals(2500, steps(half, 5000).size(), 200);
    }

    @Test
    void onlySchedulesWithoutACommonPeriodAreIrregular() {
        assertEquals(4, StepSchedule.everyNth(4).stride());
        assertTrue(StepSchedule.everyNth(4).isRegular());
        assertTrue(StepSchedule.first(4).isRegular());
        assertFalse(StepSchedule.withProbability(0.5, 1).isRegular());
        assertFalse(StepSchedule.matching((id, k) -> true).isRegular());
    }

    @Test
    void aStoredDemoTellsThatItsStepsAreIrregular() {
        assertTrue(isIrregular("{\"episode_attributes\": {\"irregular_steps\": true}}"));
        assertTrue(isIrregular("{\"irregular_steps\":true}"));
        assertFalse(isIrregular("{\"note\": \"\\\"irregular_steps\\\": true\"}"));
        assertFalse(isIrregular("{}"));
        assertFalse(StepSchedule.isIrregular(Map.of()));
    }

    @Test
    void wrongNumbersAreNamed() {
        String message = assertThrows(IllegalArgumentException.class, () -> StepSchedule.everyNth(0))
                .getMessage();
        assertEquals("n of every n-th step is 0; expected at least 1", message);
        assertThrows(IllegalArgumentException.class, () -> EpisodeSchedule.everyNth(-1));
        assertThrows(IllegalArgumentException.class, () -> EpisodeSchedule.first(0));
        assertThrows(IllegalArgumentException.class, () -> StepSchedule.first(0));
        assertThrows(IllegalArgumentException.class, () -> StepSchedule.withProbability(1.01, 1));
        assertThrows(IllegalArgumentException.class, () -> EpisodeSchedule.withProbability(Double.NaN, 1));
    }

    private static boolean isIrregular(String metadata) {
        return StepSchedule.isIrregular(Map.of("episode_metadata", metadata));
    }

    private static List<Integer> episodes(EpisodeSchedule schedule, int count) {
        return IntStream.range(0, count)
                .filter(e -> schedule.records(new EpisodeId(e / ENVS, e % ENVS, ENVS), INFO))
                .boxed()
                .toList();
    }

    private static List<Integer> steps(StepSchedule schedule, int count) {
        return IntStream.range(0, count)
                .filter(k -> schedule.records(EPISODE, k))
                .boxed()
                .toList();
    }
}
