package io.github.roboreel.recordings.transform;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;

/** What comes of all steps of a sequence; each goes through it once and holds one step. */
public final class Reductions {
    private Reductions() {}

    /** Number of steps, as {@code episode_length}. */
    public static long length(Steps steps) throws IOException {
        long[] count = {0};
        steps.forEach(step -> count[0]++);
        return count[0];
    }

    /** The last step, as {@code final_step}; empty without any. */
    public static Optional<Step> last(Steps steps) throws IOException {
        Step[] last = {null};
        steps.forEach(step -> last[0] = step);
        return Optional.ofNullable(last[0]);
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
        double[][] result = {null};
        int[][] shape = {{}};
        steps.forEach(step -> {
            NdArray value = step.get(path);
            if (result[0] == null) {
                result[0] = value.doubles();
                shape[0] = value.shape();
                return;
            }
            requireLength(path, step, result[0].length);
            Arrays.setAll(result[0], i -> operator.applyAsDouble(result[0][i], value.getDouble(i)));
        });
        return Optional.ofNullable(result[0]).map(all -> NdArray.ofDoubles(all).reshaped(shape[0]));
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
        double[] sum = {0};
        double[] factor = {1};
        steps.forEach(step -> {
            sum[0] += factor[0] * step.get(reward).getDouble(0);
            factor[0] *= gamma;
        });
        return sum[0];
    }
}
