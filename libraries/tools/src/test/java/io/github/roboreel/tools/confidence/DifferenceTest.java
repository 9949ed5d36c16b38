package io.github.roboreel.tools.confidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.tools.confidence.Difference.Rate;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DifferenceTest {
    private static final double Z = 1.959963984540054;

    /** Table II of Newcombe's paper, method 10, its examples (a) to (h). */
    @ParameterizedTest
    @CsvSource({
        "56, 70, 48, 80, 0.0524, 0.3339",
        "9,  10, 3,  10, 0.1705, 0.8090",
        "6,  7,  2,  7,  0.0582, 0.8062",
        "5,  56, 0,  29, -0.0381, 0.1926",
        "0,  10, 0,  20, -0.1611, 0.2775",
        "0,  10, 0,  10, -0.2775, 0.2775",
        "10, 10, 0,  20, 0.6791, 1.0000",
        "10, 10, 0,  10, 0.6075, 1.0000"
    })
    void withWilsonsIntervalsItIsNewcombes(int a, int m, int b, int n, double lo, double hi) {
        Difference difference = Difference.hybrid((double) a / m, wilson(a, m), (double) b / n, wilson(b, n));

        assertEquals((double) a / m - (double) b / n, difference.value(), 1e-12);
        assertEquals(lo, difference.interval().lo(), 5e-5);
        assertEquals(hi, difference.interval().hi(), 5e-5);
    }

    private static Interval wilson(int k, int n) {
        double p = (double) k / n;
        double centre = (p + Z * Z / (2 * n)) / (1 + Z * Z / n);
        double half = Z / (1 + Z * Z / n) * Math.sqrt(p * (1 - p) / n + Z * Z / (4.0 * n * n));
        return new Interval(Math.max(0, centre - half), Math.min(1, centre + half));
    }

    @ParameterizedTest
    @EnumSource(RateInterval.class)
    void ofARateAndNoneAtAllItIsNothing(RateInterval kind) {
        assertEquals(Optional.empty(), Difference.ofRates(new Rate(3, 4), new Rate(0, 0), kind));
        assertEquals(Optional.empty(), Difference.ofRates(new Rate(0, 0), new Rate(3, 4), kind));
    }

    @ParameterizedTest
    @EnumSource(RateInterval.class)
    void turnedRoundItIsTheSameWithTheOtherSign(RateInterval kind) {
        Difference one =
                Difference.ofRates(new Rate(17, 20), new Rate(9, 30), kind).orElseThrow();
        Difference other =
                Difference.ofRates(new Rate(9, 30), new Rate(17, 20), kind).orElseThrow();

        assertEquals(0.55, one.value(), 1e-12);
        assertEquals(one.value(), -other.value(), 1e-12);
        assertEquals(one.interval().lo(), -other.interval().hi(), 1e-12);
        assertEquals(one.interval().hi(), -other.interval().lo(), 1e-12);
        assertTrue(one.interval().lo() > 0.25, "a difference that nobody doubts excludes 0");
    }

    @Test
    void ofMeansItIsWelchs() {
        // As scipy 1.10 computes it.
        SampleStatistics one = SampleStatistics.of(DoubleStream.of(27.5, 21, 19, 23.6, 17, 17.9));
        SampleStatistics other = SampleStatistics.of(DoubleStream.of(27.1, 22, 20.8, 23.4, 23.4, 23.5));

        Difference difference = Difference.ofMeans(one, other).orElseThrow();

        assertEquals(126.0 / 6 - 140.2 / 6, difference.value(), 1e-9);
        assertEquals(-6.633845982802295, difference.interval().lo(), 1e-9);
        assertEquals(1.9005126494689533, difference.interval().hi(), 1e-9);
    }

    @Test
    void ofScores_ofFewScores_staysWithinMinusOneAndOne() {
        SampleStatistics low = SampleStatistics.of(DoubleStream.of(0, 0.2));
        SampleStatistics high = SampleStatistics.of(DoubleStream.of(1, 0.7));

        Difference difference = Difference.ofScores(high, low).orElseThrow();

        assertEquals(0.75, difference.value(), 1e-12);
        assertEquals(1, difference.interval().hi());
        assertEquals(
                Difference.ofMeans(high, low).orElseThrow().interval().lo(),
                difference.interval().lo());
    }

    @Test
    void ofMeansThatDoNotSpreadItIsAPoint() {
        SampleStatistics same = SampleStatistics.of(DoubleStream.of(1, 1, 1));

        assertEquals(
                new Difference(0, new Interval(0, 0)),
                Difference.ofMeans(same, same).orElseThrow());
        assertEquals(Optional.empty(), Difference.ofMeans(same, SampleStatistics.of(DoubleStream.of(1))));
    }
}
