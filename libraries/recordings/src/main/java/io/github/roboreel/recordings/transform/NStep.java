package io.github.roboreel.recordings.transform;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Transitions of n steps, of steps that hold an observation, its action and the action's reward (SAR). Step t becomes
 * itself with, for m = n, or as many as there are before the last step:
 *
 * <ul>
 *   <li>{@code reward}, float64: sum over k &lt; m of gamma^k d[t] ... d[t+k-1] r[t+k]
 *   <li>{@code discount}, float64: gamma^m d[t] ... d[t+m-1], 0 where step t+m is terminal
 *   <li>{@code next/...}: the observations of step t+m
 *   <li>{@code n}, int64: m
 * </ul>
 *
 * <p>d is the recorded discount, 1 without one. The last step gives no transition, because its action means nothing and
 * nothing comes after it: {@link EpisodeFlags} adds the observation after the last action as such a step. Flags are
 * those of step t. Holds n + 1 steps. One transition is what {@code pattern_map} of RLDS makes of the pattern of its
 * tests (step at -2, observation at -1), and more follow the definition of Acme's n-step adder.
 *
 * @param n steps, at least 1
 * @param gamma discount of one step, 0 to 1
 * @param isShortKept whether the last ones, with less than n steps, are given
 * @param observations groups or paths to take from step t+m
 */
public record NStep(int n, double gamma, boolean isShortKept, List<String> observations) implements StepsTransform {
    /** Group of the observations at the end of a transition. */
    public static final String NEXT = "next";

    /** Path of the number of its steps. */
    public static final String LENGTH = "n";

    /** Copies the list. */
    public NStep {
        observations = List.copyOf(observations);
        if (n < 1 || !(gamma >= 0 && gamma <= 1)) {
            throw new IllegalArgumentException(Sentence.of(
                    "transitions of %s steps with a discount of %s are not possible;"
                            + " expected 1 or more and 0 to 1",
                    n, gamma));
        }
    }

    /** With all observations of {@code obs}, the short ones at the end too. */
    public static NStep of(int n, double gamma) {
        return new NStep(n, gamma, true, List.of(DemoPaths.OBS));
    }

    @Override
    public Steps apply(Steps steps) {
        return () -> {
            LookAhead ahead = new LookAhead(steps.open());
            return ahead.each(at -> transition(ahead, at));
        };
    }

    private Step transition(LookAhead ahead, long at) throws IOException {
        int length = 0;
        double reward = 0;
        double factor = 1;
        while (length < n && ahead.at(at + length + 1) != null) {
            Step step = ahead.at(at + length++);
            reward += factor * step.get(Steps.REWARD).getDouble(0);
            factor *=
                    gamma * (step.has(Steps.DISCOUNT) ? step.get(Steps.DISCOUNT).getDouble(0) : 1);
        }
        if (length == 0 || length < n && !isShortKept) {
            return null;
        }
        return joined(ahead.at(at), reward, factor, ahead.at(at + length), length);
    }

    private Step joined(Step first, double reward, double factor, Step end, int length) {
        boolean isTerminal =
                end.has(Steps.IS_TERMINAL) && end.get(Steps.IS_TERMINAL).getBoolean(0);
        Map<String, NdArray> values = new LinkedHashMap<>(first.values());
        values.put(Steps.REWARD, NdArray.of(reward));
        values.put(Steps.DISCOUNT, NdArray.of(isTerminal ? 0.0 : factor));
        values.put(LENGTH, NdArray.of((long) length));
        end.values().forEach((path, value) -> {
            if (Shift.isBelow(path, observations)) {
                values.put(DemoPaths.in(NEXT, path), value);
            }
        });
        return new Step(first.index(), values);
    }
}
