package io.github.roboreel.recordings.transform;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import java.io.IOException;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;

/** What comes of all steps of a sequence; each goes through it once and holds one step. */
public final class Reductions {
    private Reductions() {}

    /** Number of steps, as {@code episode_length}. */
    public static long length(Steps steps) throws IOException {
        long count = 0;
        try (Cursor<Step> cursor = steps.open()) {
            while (cursor.next() != null) {
                count++;
            }
        }
        return count;
    }

    /** The last step, as {@code final_step}; empty without any. */
    public static Optional<Step> last(Steps steps) throws IOException {
        Step last = null;
        try (Cursor<Step> cursor = steps.open()) {
            for (Step next = cursor.next(); next != null; next = cursor.next()) {
                last = next;
            }
        }
        return Optional.ofNullable(last);
    }

    /**
     * Sum of a value, element by element in the order of the steps, as {@code sum_dataset}, in float64.
     *
     * @return float64 with the shape of the value; empty without steps
     */
    public static Optional<NdArray> sum(Steps steps, String path) throws IOException {
        return reduced(steps, path, Double::sum);
    }

    /** Least value, element by element, NaN where one is; float64. */
    public static Optional<NdArray> min(Steps steps, String path) throws IOException {
        return reduced(steps, path, Math::min);
    }

    /** Greatest value, element by element, NaN where one is; float64. */
    public static Optional<NdArray> max(Steps steps, String path) throws IOException {
        return reduced(steps, path, Math::max);
    }

    private static Optional<NdArray> reduced(Steps steps, String path, DoubleBinaryOperator operator)
            throws IOException {
        double[] result = null;
        int[] shape = {};
        try (Cursor<Step> cursor = steps.open()) {
            for (Step next = cursor.next(); next != null; next = cursor.next()) {
                NdArray value = next.get(path);
                if (result == null) {
                    result = value.doubles();
                    shape = value.shape();
                    continue;
                }
                requireLength(path, next, result.length);
                for (int i = 0; i < result.length; i++) {
                    result[i] = operator.applyAsDouble(result[i], value.getDouble(i));
                }
            }
        }
        return result == null
                ? Optional.empty()
                : Optional.of(NdArray.ofDoubles(result).reshaped(shape));
    }

    private static void requireLength(String path, Step step, int length) {
        if (step.get(path).elements() != length) {
            throw new IllegalArgumentException(Sentence.of(
                    "step %s: '%s' has %s elements, the steps before have %s",
                    step.index(), path, step.get(path).elements(), length));
        }
    }

    /**
     * Return: the sum of gamma^t r[t].
     *
     * @param reward path of a scalar
     * @param gamma discount of one step; 1 for the plain sum
     */
    public static double discountedReturn(Steps steps, String reward, double gamma) throws IOException {
        double sum = 0;
        double factor = 1;
        try (Cursor<Step> cursor = steps.open()) {
            for (Step next = cursor.next(); next != null; next = cursor.next()) {
                sum += factor * next.get(reward).getDouble(0);
                factor *= gamma;
            }
        }
        return sum;
    }
}
