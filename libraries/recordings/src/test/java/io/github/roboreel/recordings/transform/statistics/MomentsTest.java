package io.github.roboreel.recordings.transform.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class MomentsTest {
    private static final MathContext DIGITS = new MathContext(60);

    private static Moments of(double... numbers) {
        Moments moments = new Moments();
        Arrays.stream(numbers).forEach(moments::add);
        return moments;
    }

    private static double[] numbers(long seed, int count) {
        Random random = new Random(seed);
        double centre = Math.exp(14 * random.nextGaussian());
        double spread = Math.exp(7 * random.nextGaussian());
        return random.doubles(count).map(u -> centre + spread * u).toArray();
    }

    @Property(tries = 200)
    void meanAndVarianceAreThoseOfExactSums(@ForAll long seed, @ForAll @IntRange(min = 2, max = 300) int count) {
        double[] numbers = numbers(seed, count);
        BigDecimal n = BigDecimal.valueOf(count);
        BigDecimal sum = Arrays.stream(numbers).mapToObj(BigDecimal::new).reduce(BigDecimal.ZERO, BigDecimal::add);
        BigDecimal mean = sum.divide(n, DIGITS);
        BigDecimal squares = Arrays.stream(numbers)
                .mapToObj(number -> new BigDecimal(number).subtract(mean).pow(2))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        double variance = squares.divide(n, DIGITS).doubleValue();
        Moments moments = of(numbers);
        assertEquals(mean.doubleValue(), moments.mean(), Math.ulp(mean.doubleValue()));
        assertEquals(variance, moments.variance(), 1e-15 * variance);
    }

    @Property(tries = 200)
    void partsInAnyOrderGiveTheSame(@ForAll long seed, @ForAll @IntRange(min = 2, max = 300) int count) {
        double[] numbers = numbers(seed, count);
        Moments parts = of(Arrays.copyOfRange(numbers, count / 3, count));
        parts.add(of(Arrays.copyOf(numbers, count / 3)));
        Moments all = of(numbers);
        assertEquals(all.mean(), parts.mean());
        assertEquals(all.variance(), parts.variance());
        assertEquals(all.min(), parts.min());
        assertEquals(all.max(), parts.max());
        assertEquals(all.count(), parts.count());
    }

    @Test
    void joinedInfinitiesAndOverflowsAreWhatTheyAreInOnePart() {
        for (double[] numbers :
                new double[][] {{1, Double.POSITIVE_INFINITY}, {1e308, 1e308}, {Double.NEGATIVE_INFINITY, 2}}) {
            Moments parts = new Moments();
            parts.add(of(numbers[0]));
            parts.add(of(numbers[1]));
            parts.add(new Moments());
            assertEquals(of(numbers).mean(), parts.mean());
            assertEquals(Double.NaN, parts.variance());
        }
    }

    @Test
    void infinitiesSpoilWhatTheyDoInNumpy() {
        Moments moments = of(1, Double.POSITIVE_INFINITY);
        assertEquals(Double.POSITIVE_INFINITY, moments.mean());
        assertEquals(Double.NaN, moments.variance());
        assertEquals(1, moments.min());
        assertEquals(
                Double.NaN,
                of(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY).mean());
    }

    @Test
    void hugeNumbersHaveAMeanButNoVariance() {
        Moments moments = of(1e200, 3e200);
        assertEquals(2e200, moments.mean());
        assertEquals(Double.NaN, moments.variance());
        assertEquals(2e305, of(1e305, 3e305).mean());
        assertEquals(1e150, of(0, 2e150).mean());
        assertEquals(1e300, of(0, 2e150).variance(), 1e286);
        assertEquals(Double.NaN, of(1e308, 1e308, -1e308).variance());
    }
}
