package io.github.roboreel.recordings.transform;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.ArraySpec;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Steps made from descriptions of arrays, as {@code zeros_from_spec} and {@code uniform_from_spec}. */
public final class Samples {
    private Samples() {}

    /** A step of zeros: false, empty texts. */
    public static Step zeros(Collection<ArraySpec> specs) {
        Map<String, NdArray> values = new LinkedHashMap<>();
        specs.forEach(spec -> values.put(spec.path(), NdArray.zeros(spec.dtype(), shape(spec.shape()))));
        return new Step(0, values);
    }

    /** Zeros with the paths, dtypes and shapes of a step. */
    public static Step zerosLike(Step step, long index) {
        Map<String, NdArray> values = new LinkedHashMap<>();
        step.values().forEach((path, value) -> values.put(path, NdArray.zeros(value.dtype(), value.shape())));
        return new Step(index, values);
    }

    /**
     * A step of values drawn evenly from between two bounds, the same for the same seed. Integers are all whole numbers
     * from the least on.
     *
     * @param specs dtypes and shapes; no texts
     * @param least inclusive
     * @param bound exclusive, greater
     */
    public static Step uniform(Collection<ArraySpec> specs, double least, double bound, long seed) {
        if (!(least < bound) || Double.isInfinite(bound - least)) {
            throw new IllegalArgumentException(
                    Sentence.of("nothing can be drawn from %s to %s; expected a finite range", least, bound));
        }
        Draws draws = new Draws(seed);
        Map<String, NdArray> values = new LinkedHashMap<>();
        for (ArraySpec spec : specs) {
            values.put(spec.path(), drawn(spec, least, bound, draws));
        }
        return new Step(0, values);
    }

    /** As {@link #uniform(Collection, double, double, long)} between each array's own bounds; floats from 0 to 1. */
    public static Step uniform(Collection<ArraySpec> specs, long seed) {
        Draws draws = new Draws(seed);
        Map<String, NdArray> values = new LinkedHashMap<>();
        for (ArraySpec spec : specs) {
            boolean isBounded = Double.isFinite(spec.minimum()) && Double.isFinite(spec.maximum());
            double least = isBounded ? spec.minimum() : 0;
            double bound = isBounded ? spec.maximum() + (spec.dtype().isFloating() ? 0 : 1) : 1;
            values.put(spec.path(), drawn(spec, least, bound, draws));
        }
        return new Step(0, values);
    }

    private static NdArray drawn(ArraySpec spec, double least, double bound, Draws draws) {
        if (spec.dtype() == DType.TEXT) {
            throw new IllegalArgumentException(
                    Sentence.of("'%s' is a text, of which none can be drawn; leave it out", spec.path()));
        }
        double[] values =
                new double[Math.toIntExact(spec.rowBytes() / spec.dtype().bytes())];
        for (int i = 0; i < values.length; i++) {
            double value = least + draws.unit() * (bound - least);
            values[i] = spec.dtype().isFloating() ? Math.min(value, Math.nextDown(bound)) : Math.floor(value);
        }
        NdArray vector = NdArray.of(spec.dtype(), values);
        return vector.reshaped(shape(spec.shape()));
    }

    private static int[] shape(List<Integer> sizes) {
        return sizes.stream().mapToInt(Integer::intValue).toArray();
    }
}
