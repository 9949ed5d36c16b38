package io.github.roboreel.recordings.transform.fields;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.names.KnownNames;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import io.github.roboreel.recordings.transform.Steps;
import io.github.roboreel.recordings.transform.StepsTransform;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which fields steps have, under which names, and which part of them. A path is that of a field, or of a group with all
 * below it; one that a step does not have is refused when the step is read, because it is most likely misspelt.
 */
public final class Fields {
    private Fields() {}

    /** Leaves fields or groups out. */
    public record Drop(List<String> paths) implements StepsTransform {
        /** Copies the list. */
        public Drop {
            paths = List.copyOf(paths);
        }

        @Override
        public Steps apply(Steps steps) {
            return steps.map(step -> chosen(step, paths, false));
        }
    }

    /** Leaves all but some fields or groups out. */
    public record Keep(List<String> paths) implements StepsTransform {
        /** Copies the list. */
        public Keep {
            paths = List.copyOf(paths);
        }

        @Override
        public Steps apply(Steps steps) {
            return steps.map(step -> chosen(step, paths, true));
        }
    }

    /**
     * Gives a field, or a group with all below it, another name, at the same place in the order.
     *
     * @param path it has
     * @param name path it shall have; no other field may have it
     */
    public record Rename(String path, String name) implements StepsTransform {
        @Override
        public Steps apply(Steps steps) {
            return steps.map(this::renamed);
        }

        private Step renamed(Step step) {
            requireAll(step, List.of(path));
            Map<String, NdArray> values = new LinkedHashMap<>();
            step.values().forEach((old, value) -> {
                String now = isBelow(old, path) ? name + old.substring(path.length()) : old;
                if (values.put(now, value) != null) {
                    throw new IllegalArgumentException(Sentence.of(
                            "'%s' cannot be called '%s', because a step has '%s' already; choose another name",
                            path, name, now));
                }
            });
            return new Step(step.index(), values);
        }
    }

    /**
     * Keeps some elements of the first axis of a field, for example the joints of one arm.
     *
     * @param path of the field, which is no scalar
     * @param from first element, from 0
     * @param end element after the last
     */
    public record Slice(String path, int from, int end) implements StepsTransform {
        /** Refuses a slice of nothing. */
        public Slice {
            if (from < 0 || from >= end) {
                throw new IllegalArgumentException(Sentence.of(
                        "elements %s to %s of '%s' are none; expected a begin of 0 or more, and an end after it",
                        from, end, path));
            }
        }

        @Override
        public Steps apply(Steps steps) {
            return steps.map(step -> step.with(path, cut(step)));
        }

        private NdArray cut(Step step) {
            NdArray value = step.get(path);
            if (value.axes() == 0 || end > value.rows()) {
                throw new IllegalArgumentException(Sentence.of(
                        "step %s: '%s' is %s, which has no elements %s to %s", step.index(), path, value, from, end));
            }
            return value.rows(from, end);
        }
    }

    private static Step chosen(Step step, List<String> paths, boolean isKept) {
        requireAll(step, paths);
        Map<String, NdArray> values = new LinkedHashMap<>();
        step.values().forEach((path, value) -> {
            if (paths.stream().anyMatch(group -> isBelow(path, group)) == isKept) {
                values.put(path, value);
            }
        });
        return new Step(step.index(), values);
    }

    private static void requireAll(Step step, List<String> paths) {
        for (String wanted : paths) {
            if (step.values().keySet().stream().noneMatch(path -> isBelow(path, wanted))) {
                throw new IllegalArgumentException(Sentence.of(
                        "step %s has no '%s'; %s",
                        step.index(),
                        wanted,
                        KnownNames.hint(wanted, new ArrayList<>(step.values().keySet()))));
            }
        }
    }

    static boolean isBelow(String path, String group) {
        return path.equals(group) || DemoPaths.isIn(group, path);
    }
}
