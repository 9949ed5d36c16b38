package io.github.roboreel.recordings.transform;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.names.KnownNames;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives each step the values that another has at some paths, as {@code shift_keys}: step i those of step i + by. As
 * many steps as it shifts by are lost, at the end where it is positive, at the begin where it is negative. By 0, steps
 * stay as they are; there, none is left. Holds {@code |by| + 1} steps. The index of a step is that of its other values.
 *
 * @param paths of values, or of groups with all below them, for example {@code obs}
 * @param by how many steps
 */
public record Shift(List<String> paths, int by) implements StepsTransform {
    private static final int MAX_STEPS = 1 << 24;

    /** Copies the list. */
    public Shift {
        paths = List.copyOf(paths);
        if (by < -MAX_STEPS || by > MAX_STEPS) {
            throw new IllegalArgumentException(
                    Sentence.of("a shift by %s steps is not possible; expected %s at most", by, MAX_STEPS));
        }
    }

    @Override
    public Steps apply(Steps steps) {
        int later = Math.abs(by);
        return () -> {
            LookAhead ahead = new LookAhead(steps.open());
            return ahead.each(at -> {
                Step first = ahead.at(at);
                Step second = ahead.at(at + later);
                if (second == null) {
                    return null;
                }
                return by > 0 ? exchanged(first, second) : exchanged(second, first);
            });
        };
    }

    /** The first step, with the second one's values at these paths. */
    private Step exchanged(Step step, Step values) {
        requirePaths(step);
        Map<String, NdArray> changed = new LinkedHashMap<>();
        step.values().forEach((path, value) -> changed.put(path, isBelow(path, paths) ? values.get(path) : value));
        return new Step(step.index(), changed);
    }

    private void requirePaths(Step step) {
        for (String wanted : paths) {
            if (step.values().keySet().stream().noneMatch(path -> isBelow(path, List.of(wanted)))) {
                throw new IllegalArgumentException(Sentence.of(
                        "a step has no '%s' to shift; %s",
                        wanted, KnownNames.hint(wanted, step.values().keySet())));
            }
        }
    }

    /** Whether a path is one of these, or in a group that is. */
    static boolean isBelow(String path, List<String> groups) {
        return groups.stream().anyMatch(group -> path.equals(group) || DemoPaths.isIn(group, path));
    }
}
