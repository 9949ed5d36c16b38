package io.github.roboreel.recordings.transform;

import static io.github.roboreel.recordings.transform.MadeUp.ids;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.transform.Alignment.Part;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EpisodesTest {
    private final Episodes episodes = Episodes.of(MadeUp.episodes(List.of(3, 1, 4)));

    @Test
    void nothingIsReadBeforeItIsGoneThrough() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        List<EpisodeSteps> list = MadeUp.episodes(List.of(3, 1, 4));
        Episodes counted = Episodes.of(3, index -> {
            asked.incrementAndGet();
            return list.get(index);
        });
        Steps result = counted.skip(1).take(1).mapSteps(Window.sliding(1)).steps();
        assertEquals(0, asked.get());
        assertEquals(1, result.toList().size());
        assertEquals(2, asked.get(), "episodes after the second are not asked for");
    }

    @Test
    void episodesAreChosenShuffledAndJoined() throws IOException {
        assertEquals(
                List.of(0L, 1L, 2L, 4L, 5L, 6L, 7L),
                ids(episodes.filter(facts -> facts.env() != 1).steps().toList()));
        assertEquals(6, episodes.concat(episodes).toList().size());
        List<EpisodeSteps> shuffled = episodes.shuffle(10, 3).toList();
        assertEquals(shuffled, episodes.shuffle(10, 3).toList());
        assertEquals(3, shuffled.stream().map(EpisodeSteps::facts).distinct().count());
    }

    @Test
    void allCursorsAreClosedWhenASequenceIsLeftEarly() throws IOException {
        AtomicInteger open = new AtomicInteger();
        Episodes counted = Episodes.of(MadeUp.episodes(List.of(5, 5, 5)))
                .map(episode -> new EpisodeSteps(episode.facts(), () -> {
                    Cursor<Step> cursor = episode.steps().open();
                    open.incrementAndGet();
                    return Cursors.closing(new CountedClose(open), cursor);
                }));
        for (Steps steps : List.of(
                counted.steps(),
                counted.interleave(2, 1),
                counted.mapSteps(Window.sliding(2)).steps().shuffle(3, 1),
                counted.mapSteps(steps -> steps.concat(steps)).steps(),
                counted.mapSteps(NStep.of(2, 1)).steps(),
                counted.map(new EpisodeFlags()).mapSteps(Steps::absorbing).steps(),
                counted.mapSteps(new FrameStack(List.of("id"), 2)).steps())) {
            try (Cursor<Step> cursor = steps.open()) {
                cursor.next();
                assertTrue(open.get() > 0, "none is open");
            }
            assertEquals(0, open.get());
        }
    }

    private record CountedClose(AtomicInteger open) implements Cursor<Step> {
        @Override
        public Step next() {
            return null;
        }

        @Override
        public void close() {
            open.decrementAndGet();
        }
    }

    @Test
    void flagsAndTheStepAfterTheLastActionAreThoseOfTheRldsExport() throws IOException {
        List<Step> recorded = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            recorded.add(MadeUp.step(i, i).without("reward").with("rewards", NdArray.of(0.5 + i)));
        }
        Map<String, NdArray> observed = Map.of("obs/p", NdArray.ofDoubles(new double[] {7, 8}));
        EpisodeSteps episode = new EpisodeSteps(Facts.of(0, 0.1), Steps.of(recorded), () -> observed);
        List<Step> steps = new EpisodeFlags().apply(episode).steps().toList();

        assertEquals("[true, false, false]", flags(steps, Steps.IS_FIRST));
        assertEquals("[false, false, true]", flags(steps, Steps.IS_LAST));
        assertEquals("[false, false, true]", flags(steps, Steps.IS_TERMINAL));
        assertEquals(List.of(1.0, 0.0, 0.0), numbers(steps, Steps.DISCOUNT));
        assertEquals(List.of(0.5, 1.5, 0.0), numbers(steps, Steps.REWARD));
        assertEquals(observed.get("obs/p"), steps.get(2).get("obs/p"));
        assertEquals(NdArray.zeros(DType.FLOAT32, 3), steps.get(2).get("actions"));
        assertEquals(2, steps.get(2).index());
        assertFalse(steps.get(0).has("rewards"));
    }

    @Test
    void withoutAnObservationBehindItTheLastActionIsTheLastStep() throws IOException {
        EpisodeFacts facts = Facts.of(0, 0.1, EpisodeFacts.Ending.TRUNCATED);
        List<Step> recorded =
                List.of(MadeUp.step(0, 0).without("reward"), MadeUp.step(1, 1).without("reward"));
        List<Step> steps = new EpisodeFlags()
                .apply(new EpisodeSteps(facts, Steps.of(recorded)))
                .steps()
                .toList();
        assertEquals("[false, true]", flags(steps, Steps.IS_LAST));
        assertEquals("[false, false]", flags(steps, Steps.IS_TERMINAL), "time was over, not the task");
        assertEquals(List.of(1.0, 1.0), numbers(steps, Steps.DISCOUNT));
        assertEquals(List.of(0.0, 0.0), numbers(steps, Steps.REWARD));
    }

    private static String flags(List<Step> steps, String path) {
        return steps.stream().map(step -> step.get(path).getBoolean(0)).toList().toString();
    }

    private static List<Double> numbers(List<Step> steps, String path) {
        return steps.stream().map(step -> step.get(path).getDouble(0)).toList();
    }

    @Test
    void alignmentsSayWhatMeansSomethingAtTheEnds() {
        assertFalse(Alignment.SAR.isValid(Part.ACTION, false, true));
        assertTrue(Alignment.SAR.isValid(Part.REWARD, true, false));
        assertFalse(Alignment.ARS.isValid(Part.REWARD, true, false));
        assertTrue(Alignment.ARS.isValid(Part.ACTION, false, true));
        assertFalse(Alignment.RSA.isValid(Part.REWARD, true, false));
        assertFalse(Alignment.RSA.isValid(Part.ACTION, false, true));
        assertTrue(Alignment.RSA.isValid(Part.OBSERVATION, true, true));
        for (Alignment alignment : Alignment.values()) {
            Steps marked = Steps.of(MadeUp.steps(0, 1)).through(alignment.mark());
            NdArray mark = assertReads(marked).get(0).get(Alignment.PATH);
            assertEquals(alignment, Alignment.ofMark(mark));
        }
    }

    private static List<Step> assertReads(Steps steps) {
        return assertDoesNotThrow(steps::toList);
    }

    @Test
    void aSplitGoesByTheEndOfThePath() throws IOException {
        assertEquals("out/WaveTask/run_0.hdf5/demo_2", HashSplit.key(Facts.of(2, 0.1)));
        HashSplit split = HashSplit.of(0.5, 0.5);
        int first = split.part(episodes, 0).toList().size();
        assertEquals(3, first + split.part(episodes, 1).toList().size());
    }

    @Test
    void whatMakesNoSenseIsRefusedInASentence() {
        Steps steps = Steps.of(MadeUp.steps(0, 3));
        assertRefused("a window of size 2000000000", () -> Window.of(2_000_000_000));
        assertRefused("'actoins'", () -> steps.shift(List.of("actoins"), 1).toList());
        assertRefused("expected 1 to", () -> new Window(0, 1, 1, Window.Partial.KEEP));
        assertRefused("0 to 1", () -> NStep.of(1, 1.5));
        assertRefused("a step has no 'rewrad'", () -> Reductions.sum(steps, "rewrad"));
        assertRefused("places from", () -> Pattern.empty().pick("x", "id", 1));
        Steps terminal = steps.map(step -> step.without("id").with(Steps.IS_TERMINAL, NdArray.of(true)));
        assertRefused(
                "the steps to add have 'id'",
                () -> terminal.concatIfTerminal(last -> steps).toList());
    }

    private interface Action {
        void run() throws IOException;
    }

    private static void assertRefused(String part, Action action) {
        String message =
                assertThrows(IllegalArgumentException.class, action::run).getMessage();
        assertTrue(message.contains(part), message);
    }
}
