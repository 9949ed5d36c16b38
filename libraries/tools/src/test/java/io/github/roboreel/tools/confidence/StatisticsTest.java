package io.github.roboreel.tools.confidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.StatusCode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.math3.distribution.BetaDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatisticsTest {
    @ParameterizedTest
    @CsvSource({
        "0,   10,  0.00229897221381, 0.284914152918",
        "6,   10,  0.307904715012,   0.832511905936",
        "10,  10,  0.715085847082,   0.997701027786",
        "60,  100, 0.501744078493,   0.69069148431",
        "1,   1,   0.158113883008,   0.987420882907",
        "100, 200, 0.431291183628,   0.568708816372",
        "0,   0,   0,                1"
    })
    void equalTailedIntervalOfARate(int successes, int n, double lo, double hi) {
        Interval interval = RateInterval.EQUAL_TAILED.of(successes, n);

        assertEquals(lo, interval.lo(), 1e-9 * Math.max(1e-3, lo));
        assertEquals(hi, interval.hi(), 1e-9);
    }

    @Test
    void highestDensityIntervalHoldsTheObservedRate() {
        for (int n : new int[] {1, 2, 3, 10, 48, 1000}) {
            for (int successes = 0; successes <= n; successes += Math.max(1, n / 7)) {
                Interval interval = RateInterval.HPD.of(successes, n);
                double rate = (double) successes / n;
                String which = successes + "/" + n + ": " + interval;
                assertTrue(interval.lo() <= rate && rate <= interval.hi(), which);
            }
        }
    }

    /** Nothing shorter has the same probability, and it has that of its level. */
    @ParameterizedTest
    @CsvSource({"1, 2", "1, 30", "6, 10", "27, 40", "60, 100", "29, 30", "1, 20000"})
    void highestDensityIntervalIsTheShortestOfItsLevel(int successes, int n) {
        Interval interval = RateInterval.HPD.of(successes, n);
        BetaDistribution posterior = new BetaDistribution(successes + 1.0, n - successes + 1.0);

        double below = posterior.cumulativeProbability(interval.lo());
        assertEquals(0.95, posterior.cumulativeProbability(interval.hi()) - below, 1e-9);
        for (double other : new double[] {below * 0.9, Math.min(below * 1.1, 0.05)}) {
            double width = posterior.inverseCumulativeProbability(other + 0.95)
                    - posterior.inverseCumulativeProbability(other);
            assertTrue(width >= interval.width() - 1e-9, width + " < " + interval.width());
        }
    }

    /** With no success the density falls from 0 on: up to x lies {@code 1 - (1-x)^(n+1)}. */
    @Test
    void highestDensityIntervalBeginsAtZeroWithoutASuccess() {
        assertEquals(new Interval(0, 1), RateInterval.HPD.of(0, 0));
        assertEquals(0, RateInterval.HPD.of(0, 2).lo());
        assertEquals(1 - Math.cbrt(0.05), RateInterval.HPD.of(0, 2).hi(), 1e-9);
        assertEquals(Math.cbrt(0.05), RateInterval.HPD.of(2, 2).lo(), 1e-9);
        assertEquals(1, RateInterval.HPD.of(2, 2).hi());
    }

    @Test
    void refusesMoreSuccessesThanEpisodes() {
        assertThrows(IllegalArgumentException.class, () -> RateInterval.HPD.of(3, 2));
        assertThrows(IllegalArgumentException.class, () -> RateInterval.HPD.of(-1, 2));
        assertThrows(IllegalArgumentException.class, () -> RateInterval.HPD.of(1, 2, 1.0));
    }

    @Test
    void meanAndSpreadOfFiniteValues() {
        SampleStatistics samples = SampleStatistics.of(List.of(1.0, Double.NaN, 2.0, Double.POSITIVE_INFINITY, 6.0));

        assertEquals(3, samples.n());
        assertEquals(3.0, samples.mean(), 1e-12);
        assertEquals(Math.sqrt(7), samples.std(), 1e-12);
    }

    @Test
    void fewValuesHaveNoSpread() {
        assertEquals(OptionalDouble.empty(), SampleStatistics.of(List.of()).meanIfAny());
        SampleStatistics one = SampleStatistics.of(List.of(4.0));
        assertEquals(OptionalDouble.of(4.0), one.meanIfAny());
        assertEquals(OptionalDouble.empty(), one.stdIfAny());
        assertEquals(Optional.empty(), one.studentInterval(0.95));
    }

    /** t(0.975, 3) = 3.182446305284263, from published tables. */
    @Test
    void studentIntervalIsNotClipped() {
        SampleStatistics scores = SampleStatistics.of(List.of(0.0, 1.0, 1.0, 1.0));

        Interval interval = scores.studentInterval(0.95).orElseThrow();

        assertEquals(0.75 - 3.182446305284263 * 0.5 / 2, interval.lo(), 1e-9);
        assertEquals(0.75 + 3.182446305284263 * 0.5 / 2, interval.hi(), 1e-9);
    }

    @Test
    void unitInterval_ofScoresWhoseIntervalGoesBeyondOne_isCutToOne() {
        SampleStatistics scores = SampleStatistics.of(List.of(0.0, 1.0, 1.0, 1.0));

        Interval interval = scores.unitInterval(0.95).orElseThrow();

        assertEquals(0, interval.lo());
        assertEquals(1, interval.hi());
    }

    @Test
    void unitInterval_thatIsWithinZeroAndOne_isStudents() {
        SampleStatistics scores = SampleStatistics.of(List.of(0.5, 0.6, 0.55, 0.5));

        assertEquals(scores.studentInterval(0.95), scores.unitInterval(0.95));
    }

    @Test
    void unitInterval_ofScoresBeyondOne_isNotCut() {
        SampleStatistics percent = SampleStatistics.of(List.of(40.0, 60.0, 80.0));

        assertEquals(percent.studentInterval(0.95), percent.unitInterval(0.95));
    }

    @Test
    void samplesAtLeastTenAndUntilTheIntervalIsNarrow() {
        AdaptiveSampling rule = sampling(200, AdaptiveSampling.DEFAULT_WIDTH);

        assertTrue(rule.needsMore(0, 0, 0));
        assertTrue(rule.needsMore(9, 9, 9));
        assertTrue(rule.needsMore(10, 10, 10));
        assertTrue(rule.needsMore(60, 100, 100));
        assertTrue(rule.needsMore(90, 180, 180));
        assertFalse(rule.needsMore(100, 200, 200));
        assertFalse(rule.needsMore(150, 250, 250));
    }

    @Test
    void stopsAsSoonAsTheWidthIsReached() {
        double width = RateInterval.EQUAL_TAILED.of(60, 100).width();

        assertFalse(sampling(1000, width).needsMore(60, 100, 100));
        assertTrue(sampling(1000, width - 1e-9).needsMore(60, 100, 100));
        assertTrue(sampling(1000, 1).needsMore(9, 9, 9));
        assertFalse(sampling(1000, 1).needsMore(10, 10, 10));
        assertFalse(sampling(4, 0.1).needsMore(4, 4, 4));
    }

    @Test
    void episodesWithoutAVerdictSayNothingAboutTheRate() {
        double width = RateInterval.EQUAL_TAILED.of(0, 20).width();

        assertTrue(sampling(1000, width).needsMore(0, 12, 20));
        assertTrue(sampling(1000, 1).needsMore(0, 9, 100));
        assertFalse(sampling(1000, width).needsMore(0, 20, 30));
        assertFalse(sampling(100, width).needsMore(0, 0, 100), "the maximum counts all episodes");
    }

    @ParameterizedTest
    @CsvSource({"0, 0.14", "10, 0", "10, -0.1", "10, 1.01", "10, NaN"})
    void refusesAWidthOrMaximumOutOfRange(int maxEpisodes, double width) {
        assertThrows(IllegalArgumentException.class, () -> sampling(maxEpisodes, width));
    }

    private static AdaptiveSampling sampling(int maxEpisodes, double maxWidth) {
        return new AdaptiveSampling(maxEpisodes, maxWidth, RateInterval.EQUAL_TAILED);
    }

    @ParameterizedTest
    @CsvSource({
        "0, OK",
        "101, OBJECT_PLACED_IN_CONTAINER_SUCCESS",
        "139, OBJECT_GRABBED_SUCCESS",
        "145, STACKED_SUCCESS",
        "146, UNKNOWN(146)",
        "210, OBJECT_PLACED_IN_CONTAINER_FAILURE",
        "248, OBJECT_GRABBED_FAILURE",
        "250, WRONG_OBJECT_GRABBED_FAILURE",
        "254, STACKED_FAILURE",
        "255, GRIPPER_HIT_TABLE",
        "265, MULTIPLE_OBJECTS_GRABBED"
    })
    void namesStatusCodes(int code, String name) {
        assertEquals(name, StatusCode.nameOf(code));
    }
}
