package io.github.roboreel.recordings.transform;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Values picked from the last steps, as the patterns of Reverb that {@code rlds.transformations.pattern_map} applies:
 * places count backwards from the newest step, -1. There is a result for each step from the first on that has all the
 * steps before it that are picked from; its index is that of the newest step. Applied to the steps of one episode,
 * nothing is picked from two of them; applied to {@link Episodes#steps}, as {@code respect_episode_boundaries=False}
 * does there. Holds the steps back to the oldest picked. Immutable.
 *
 * @param picks by the path of the result
 * @param condition of the newest step; results of others are left out
 */
public record Pattern(Map<String, Pick> picks, Predicate<Step> condition) implements StepsTransform {
    private static final int OLDEST = -(1 << 20);

    /**
     * What is picked.
     *
     * @param path where the steps have it
     * @param from place of the first, negative
     * @param end place after the last, at most 0
     * @param isSlice whether they are given under a new first axis; else it is one
     */
    public record Pick(String path, int from, int end, boolean isSlice) {
        /** Refuses places that are not in the past. */
        public Pick {
            if (from < OLDEST || from >= end || end > 0) {
                throw new IllegalArgumentException(Sentence.of(
                        "'%s' cannot be picked from %s to %s; expected places from %s to -1",
                        path, from, end - 1, OLDEST));
            }
        }
    }

    /** A pattern of nothing, to {@link #pick} from. */
    public static Pattern empty() {
        return new Pattern(Map.of(), step -> true);
    }

    /** Copies the map, keeping its order. */
    public Pattern {
        picks = Collections.unmodifiableMap(new LinkedHashMap<>(picks));
    }

    /**
     * With one value more, {@code step[path][at]} there.
     *
     * @param name path of the result
     * @param at place, -1 for the newest step
     */
    public Pattern pick(String name, String path, int at) {
        return with(name, new Pick(path, at, at + 1, false));
    }

    /** With some values more, {@code step[path][from:end]} there; an end of 0 is that after the newest step. */
    public Pattern slice(String name, String path, int from, int end) {
        return with(name, new Pick(path, from, end, true));
    }

    /** For newest steps only that pass a test. */
    public Pattern when(Predicate<Step> test) {
        return new Pattern(picks, condition.and(test));
    }

    private Pattern with(String name, Pick pick) {
        Map<String, Pick> more = new LinkedHashMap<>(picks);
        more.put(name, pick);
        return new Pattern(more, condition);
    }

    @Override
    public Steps apply(Steps steps) {
        int back = picks.values().stream().mapToInt(pick -> -pick.from()).max().orElse(1);
        Steps all = () -> {
            LookAhead ahead = new LookAhead(steps.open());
            return ahead.each(oldest -> {
                if (ahead.at(oldest + back - 1) == null) {
                    return null;
                }
                List<Step> past = new ArrayList<>(back);
                for (int i = 0; i < back; i++) {
                    past.add(ahead.at(oldest + i));
                }
                return picked(past);
            });
        };
        return all.filter(step -> !step.values().isEmpty());
    }

    /** A step without values where the condition does not hold. */
    private Step picked(List<Step> past) {
        Step newest = past.get(past.size() - 1);
        Map<String, NdArray> values = new LinkedHashMap<>();
        if (condition.test(newest)) {
            picks.forEach((name, pick) -> values.put(name, value(pick, past)));
        }
        return new Step(newest.index(), values);
    }

    private static NdArray value(Pick pick, List<Step> past) {
        if (!pick.isSlice()) {
            return past.get(past.size() + pick.from()).get(pick.path());
        }
        return Window.stack(past.subList(past.size() + pick.from(), past.size() + pick.end()), pick.path());
    }
}
