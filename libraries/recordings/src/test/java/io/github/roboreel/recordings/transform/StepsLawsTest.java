package io.github.roboreel.recordings.transform;

import static io.github.roboreel.recordings.transform.MadeUp.ids;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recordings.ArraySpec;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What holds for every operation, whatever the data. */
class StepsLawsTest {
    private static final int TRIES = 60;

    private static Steps steps(int length) {
        return Steps.of(MadeUp.steps(0, length));
    }

    private static List<Long> numbers(long from, long to) {
        return LongStream.range(from, Math.max(from, to)).boxed().toList();
    }

    @Property(tries = TRIES)
    void takeAndSkipDivideASequence(@ForAll @IntRange(max = 20) int length, @ForAll @IntRange(max = 25) int at)
            throws IOException {
        Steps all = steps(length);
        assertEquals(numbers(0, Math.min(at, length)), ids(all.take(at).toList()));
        assertEquals(numbers(at, length), ids(all.skip(at).toList()));
        assertEquals(all.toList(), all.take(at).concat(all.skip(at)).toList());
    }

    @Property(tries = TRIES)
    void mapsComposeAndFiltersKeepTheOrder(
            @ForAll @IntRange(max = 20) int length, @ForAll @IntRange(min = 1, max = 5) int by) throws IOException {
        Steps doubled = steps(length)
                .map(step -> step.with("id", NdArray.of(2 * step.get("id").getLong(0))));
        Steps plusOne = doubled.map(
                step -> step.with("id", NdArray.of(1 + step.get("id").getLong(0))));
        Steps some = plusOne.filter(step -> step.get("id").getLong(0) % by == 0);
        List<Long> expected = LongStream.range(0, length)
                .map(id -> 2 * id + 1)
                .filter(id -> id % by == 0)
                .boxed()
                .toList();
        assertEquals(expected, ids(some.toList()));
        assertEquals(some.toList(), some.toList(), "gone through twice");
    }

    @Property(tries = TRIES)
    void fullWindowsHoldTheStepsTheyShould(
            @ForAll @IntRange(max = 20) int length,
            @ForAll @IntRange(min = 1, max = 6) int size,
            @ForAll @IntRange(min = 1, max = 6) int shift,
            @ForAll @IntRange(min = 1, max = 4) int stride)
            throws IOException {
        List<Step> windows = steps(length)
                .window(new Window(size, shift, stride, Window.Partial.DROP))
                .toList();
        int span = (size - 1) * stride + 1;
        assertEquals(length < span ? 0 : (length - span) / shift + 1, windows.size());
        for (int w = 0; w < windows.size(); w++) {
            int first = w * shift;
            long[] expected = IntStream.range(0, size)
                    .mapToLong(k -> first + (long) k * stride)
                    .toArray();
            assertArrayEquals(expected, windows.get(w).get("id").longs());
            assertEquals(first, windows.get(w).index());
        }
        List<Step> padded = steps(length)
                .window(new Window(size, shift, stride, Window.Partial.PAD))
                .toList();
        assertEquals((length + shift - 1) / shift, padded.size());
        for (Step window : padded) {
            assertArrayEquals(new int[] {size, 2}, window.get("obs/p").shape());
            for (int k = 0; k < size; k++) {
                boolean isThere = window.index() + (long) k * stride < length;
                assertEquals(isThere, window.get(Window.VALID).getBoolean(k));
            }
        }
    }

    @Property(tries = TRIES)
    void shiftingBackGivesTheInnerSteps(
            @ForAll @IntRange(max = 20) int length, @ForAll @IntRange(min = -6, max = 6) int by) throws IOException {
        List<String> keys = List.of("actions", "obs");
        List<Step> there = steps(length).shift(keys, by).toList();
        assertEquals(Math.max(0, length - Math.abs(by)), there.size());
        List<Step> back = steps(length).shift(keys, by).shift(keys, -by).toList();
        int lost = Math.abs(by);
        assertEquals(
                steps(length).skip(lost).take(Math.max(0, length - 2 * lost)).toList(), back);
    }

    @Property(tries = TRIES)
    void aTransitionOfOneStepIsTheStepAndTheNextObservation(@ForAll @IntRange(max = 12) int length) throws IOException {
        List<Step> steps = MadeUp.steps(0, length);
        List<Step> transitions = Steps.of(steps).through(NStep.of(1, 0.5)).toList();
        assertEquals(Math.max(0, length - 1), transitions.size());
        for (int t = 0; t < transitions.size(); t++) {
            Step transition = transitions.get(t);
            assertEquals(steps.get(t).get("actions"), transition.get("actions"));
            assertEquals(steps.get(t).get("reward"), transition.get("reward"));
            assertEquals(steps.get(t + 1).get("obs/p"), transition.get("next/obs/p"));
            assertEquals(0.5, transition.get("discount").getDouble(0));
        }
    }

    /** R(t, n) = r(t) + gamma R(t + 1, n - 1). */
    @Property(tries = TRIES)
    void returnsOfMoreStepsAreMadeOfFewer(
            @ForAll @IntRange(min = 2, max = 12) int length, @ForAll @IntRange(min = 2, max = 6) int n)
            throws IOException {
        double gamma = 0.9;
        List<Step> longer = steps(length).through(NStep.of(n, gamma)).toList();
        List<Step> shorter = steps(length).through(NStep.of(n - 1, gamma)).toList();
        for (int t = 0; t < longer.size(); t++) {
            double rest =
                    t + 1 < shorter.size() ? shorter.get(t + 1).get("reward").getDouble(0) : 0;
            double reward = MadeUp.step(t, t).get("reward").getDouble(0);
            assertEquals(reward + gamma * rest, longer.get(t).get("reward").getDouble(0), 1e-9);
        }
    }

    @Property(tries = TRIES)
    void stacksAndChunksLookBackAndAhead(
            @ForAll @IntRange(max = 12) int length, @ForAll @IntRange(min = 1, max = 6) int frames) throws IOException {
        List<Step> stacked = steps(length)
                .through(new FrameStack(List.of("id"), frames))
                .through(new ActionChunk("actions", frames, "pad"))
                .toList();
        assertEquals(length, stacked.size());
        for (int t = 0; t < length; t++) {
            for (int k = 0; k < frames; k++) {
                assertEquals(
                        Math.max(0, t - frames + 1 + k),
                        stacked.get(t).get("id").getLong(k));
                assertEquals(
                        Math.min(length - 1, t + k),
                        stacked.get(t).get("actions").row(k).getDouble(0));
                assertEquals(t + k >= length, stacked.get(t).get("pad").getBoolean(k));
            }
        }
    }

    /** A pattern is a window without a shift, seen from its newest step. */
    @Property(tries = TRIES)
    void aSliceOfAPatternIsASlidingWindow(
            @ForAll @IntRange(max = 15) int length, @ForAll @IntRange(min = 1, max = 5) int n) throws IOException {
        List<Step> picked =
                steps(length).through(Pattern.empty().slice("id", "id", -n, 0)).toList();
        List<Step> windows = steps(length).window(Window.sliding(n)).toList();
        assertEquals(
                windows.stream().map(w -> w.get("id")).toList(),
                picked.stream().map(p -> p.get("id")).toList());
        List<Step> even = steps(length)
                .through(Pattern.empty().pick("id", "id", -n).when(newest -> newest.index() % 2 == 0))
                .toList();
        assertEquals(
                LongStream.range(n - 1, Math.max(n - 1, length))
                        .filter(i -> i % 2 == 0)
                        .map(i -> i - n + 1)
                        .boxed()
                        .toList(),
                ids(even));
    }

    @Property(tries = TRIES)
    void truncationEndsWithTheFirstThatPasses(
            @ForAll @IntRange(max = 15) int length, @ForAll @IntRange(max = 20) int at) throws IOException {
        List<Step> cut = steps(length)
                .truncateAfter(step -> step.index() >= at)
                .markLast()
                .toList();
        assertEquals(numbers(0, Math.min(length, at + 1)), ids(cut));
        for (int i = 0; i < cut.size(); i++) {
            assertEquals(i == cut.size() - 1, cut.get(i).get(Steps.IS_LAST).getBoolean(0));
        }
    }

    @Property(tries = TRIES)
    void aShuffleLosesAndRepeatsNothing(
            @ForAll @IntRange(max = 60) int length, @ForAll @IntRange(min = 1, max = 20) int buffer, @ForAll long seed)
            throws IOException {
        Steps shuffled = steps(length).shuffle(buffer, seed);
        List<Long> order = ids(shuffled.toList());
        assertEquals(order, ids(shuffled.toList()), "the same seed");
        for (int i = 0; i < order.size(); i++) {
            assertTrue(order.get(i) < i + buffer, "a step comes before it was in the buffer: " + order);
        }
        List<Long> sorted = new ArrayList<>(order);
        Collections.sort(sorted);
        assertEquals(numbers(0, length), sorted);
    }

    @Property(tries = TRIES)
    void interleavingKeepsTheOrderOfEachEpisode(
            @ForAll @Size(max = 8) List<@IntRange(max = 6) Integer> lengths,
            @ForAll @IntRange(min = 1, max = 5) int cycle,
            @ForAll @IntRange(min = 1, max = 4) int block)
            throws IOException {
        Episodes episodes = Episodes.of(MadeUp.episodes(lengths));
        List<Step> taken = episodes.interleave(cycle, block).toList();
        List<Long> sorted = new ArrayList<>(ids(taken));
        Collections.sort(sorted);
        assertEquals(ids(episodes.steps().toList()), sorted, "nothing twice, nothing lost");
        Map<Long, Long> lastOfEpisode = new HashMap<>();
        for (Step step : taken) {
            long episode = step.get("id").getLong(0) - step.index(); // number of its first step
            assertEquals(step.index() - 1, lastOfEpisode.getOrDefault(episode, -1L), "order in an episode");
            lastOfEpisode.put(episode, step.index());
        }
        assertEquals(
                ids(episodes.steps().toList()),
                ids(episodes.interleave(1, block).toList()));
    }

    @Property(tries = TRIES)
    void anEpisodeStaysInItsPartOfASplit(@ForAll @Size(max = 20) List<String> keys, @ForAll String more) {
        HashSplit split = HashSplit.of(0.5, 0.5);
        Map<String, Integer> parts = new HashMap<>();
        keys.forEach(key -> parts.put(key, split.part(key)));
        parts.put(more, split.part(more));
        keys.forEach(key -> {
            assertEquals(parts.get(key), split.part(key));
            assertTrue(split.part(key) >= 0, "fractions of 1 leave nobody out");
        });
    }

    @Property(tries = TRIES)
    void samplesStayBetweenTheirBounds(@ForAll long seed, @ForAll @IntRange(min = -100, max = 100) int least) {
        ArraySpec spec = new ArraySpec("x", DType.INT8, List.of(4, 2), 1, "", "", -128, 127, true);
        Step sample = Samples.uniform(List.of(spec), least, least + 3, seed);
        assertEquals(sample, Samples.uniform(List.of(spec), least, least + 3, seed));
        for (double value : sample.get("x").doubles()) {
            assertTrue(value >= least && value < least + 3 && value == Math.rint(value), "drew " + value);
        }
        assertEquals(Samples.zeros(List.of(spec)), Samples.zerosLike(sample, 0));
    }
}
