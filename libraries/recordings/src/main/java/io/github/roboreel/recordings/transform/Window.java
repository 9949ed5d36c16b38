package io.github.roboreel.recordings.transform;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Windows over steps, as {@code rlds.transformations.batch} and {@code tf.data.Dataset.window}: one begins at every
 * {@code shift}-th step and takes {@code size} steps, {@code stride} apart. A window is a step with the index of its
 * first one, whose values have a new first axis. Holds {@code size * stride} steps.
 *
 * @param size steps of a window, 1 to 1048576
 * @param shift from one window to the next, at least 1
 * @param stride from one step of a window to the next, at least 1
 * @param partial what becomes of windows that the end cuts off
 */
public record Window(int size, int shift, int stride, Partial partial) implements StepsTransform {
    /** Path of the mask of padded windows: bool [size], false where a step was repeated. */
    public static final String VALID = "valid";

    private static final int MAX_STEPS = 1 << 20;

    /** What becomes of windows that have fewer steps than asked for, because the sequence ends. */
    public enum Partial {
        /** Left out, {@code drop_remainder} there. */
        DROP,
        /** Given with a shorter first axis. */
        KEEP,
        /** Filled up with the last step of the window; every window then has {@link #VALID}. */
        PAD
    }

    /** Refuses what goes nowhere. */
    public Window {
        requireBetween("size", size, MAX_STEPS);
        requireBetween("shift", shift, Integer.MAX_VALUE);
        requireBetween("stride", stride, Integer.MAX_VALUE);
    }

    private static void requireBetween(String name, int value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(
                    Sentence.of("a window of %s %s is not possible; expected 1 to %s", name, value, most));
        }
    }

    /** Windows that follow each other without a gap; the last one may be shorter. */
    public static Window of(int size) {
        return new Window(size, size, 1, Partial.KEEP);
    }

    /** A full window from each step on, as long as there is one. */
    public static Window sliding(int size) {
        return new Window(size, 1, 1, Partial.DROP);
    }

    @Override
    public Steps apply(Steps steps) {
        return () -> {
            LookAhead ahead = new LookAhead(steps.open());
            return ahead.cursor(new Cursor<>() {
                private long start;

                @Override
                public Step next() throws IOException {
                    List<Step> found = steps(ahead, start);
                    if (found.isEmpty() || found.size() < size && partial == Partial.DROP) {
                        return null;
                    }
                    start += shift;
                    ahead.forget(start);
                    return joined(found);
                }
            });
        };
    }

    private List<Step> steps(LookAhead ahead, long start) throws IOException {
        List<Step> found = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            Step step = ahead.at(start + (long) i * stride);
            if (step == null) {
                break;
            }
            found.add(step);
        }
        return found;
    }

    private Step joined(List<Step> steps) {
        if (partial != Partial.PAD) {
            return stack(steps);
        }
        List<Step> filled = new ArrayList<>(steps);
        while (filled.size() < size) {
            filled.add(steps.get(steps.size() - 1));
        }
        return stack(filled).with(VALID, mask(size, 0, steps.size()));
    }

    /** A bool vector, true from one place to another. */
    static NdArray mask(int size, int from, int to) {
        double[] values = new double[size];
        Arrays.fill(values, from, to, 1);
        return NdArray.of(DType.BOOL, values);
    }

    /** One step of the values of several, under a new first axis; its index is that of the first. */
    static Step stack(List<Step> steps) {
        Map<String, NdArray> values = new LinkedHashMap<>();
        for (String path : steps.get(0).values().keySet()) {
            values.put(path, stack(steps, path));
        }
        return new Step(steps.get(0).index(), values);
    }

    /**
     * The values of one path.
     *
     * @throws IllegalArgumentException naming the path when they are not alike
     */
    static NdArray stack(List<Step> steps, String path) {
        List<NdArray> rows = new ArrayList<>(steps.size());
        steps.forEach(step -> rows.add(step.get(path)));
        try {
            return NdArray.stack(rows);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    Sentence.of("steps %s: '%s': %s", steps.get(0).index(), path, Sentence.reasonOf(e)), e);
        }
    }
}
