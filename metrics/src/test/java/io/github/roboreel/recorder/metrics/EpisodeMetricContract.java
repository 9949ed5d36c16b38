package io.github.roboreel.recorder.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every {@link EpisodeMetric} keeps; a subclass says which metrics to check. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class EpisodeMetricContract {
    private static final double DT = 1.0 / 15;

    /** The metrics under test. */
    abstract List<EpisodeMetric> metrics();

    @ParameterizedTest
    @MethodSource("metrics")
    void hasANameInSnakeCaseAndAUnit(EpisodeMetric metric) {
        assertTrue(metric.name().matches("[a-z][a-z0-9]*(_[a-z0-9]+)*"), metric.name());
        assertFalse(metric.info().unit().isBlank(), metric.name());
    }

    @ParameterizedTest
    @MethodSource("metrics")
    void equalSignalsGiveEqualNumbers(EpisodeMetric metric) throws IOException {
        double first = metric.compute(random(1, 80));
        metric.compute(random(2, 50));
        assertEquals(first, metric.compute(random(1, 80)), metric.name());
    }

    @ParameterizedTest
    @MethodSource("metrics")
    void isDefinedForMovingRobotsFromTheShortestEpisodeOn(EpisodeMetric metric) throws IOException {
        for (int steps : List.of(EpisodeSignals.MINIMUM_STEPS, 4, 64, 65, 500)) {
            double value = metric.compute(random(steps, steps));
            assertTrue(Double.isFinite(value), metric.name() + " of " + steps + " steps: " + value);
        }
    }

    @ParameterizedTest
    @MethodSource("metrics")
    void dependsOnTheEpisode(EpisodeMetric metric) throws IOException {
        double first = metric.compute(random(1, 80));
        double second = metric.compute(random(2, 80));
        assertTrue(first != second, metric.name() + " is " + first + " for both");
    }

    @ParameterizedTest
    @MethodSource("metrics")
    void givesNaNForSignalsOfNaN(EpisodeMetric metric) {
        Signal ee = constant(3, Double.NaN);
        Signal joints = constant(7, Double.NaN);
        EpisodeSignals signals = Trajectories.signals(DT, ee, ee, joints, joints, Optional.of(joints));
        assertTrue(Double.isNaN(metric.compute(signals)), metric.name());
    }

    @ParameterizedTest
    @MethodSource("metrics")
    void aRobotAtRestIsUndefinedOrZero(EpisodeMetric metric) {
        Signal zero = constant(7, 0);
        Signal rest = constant(3, 0);
        EpisodeSignals signals = Trajectories.signals(DT, constant(3, 0.4), rest, zero, zero, Optional.of(zero));
        double value = metric.compute(signals);
        assertTrue(Double.isNaN(value) || value == 0, metric.name() + ": " + value);
    }

    @ParameterizedTest
    @MethodSource("metrics")
    void isUndefinedWithoutSignals(EpisodeMetric metric) {
        Optional<Signal> none = Optional.empty();
        EpisodeSignals nothing = new EpisodeSignals(DT, none, none, none, none, none);
        assertTrue(Double.isNaN(metric.compute(nothing)), metric.name());
    }

    private static EpisodeSignals random(long seed, int steps) throws IOException {
        MemoryEpisode episode = Trajectories.randomEpisode(seed, steps);
        return EpisodeSignals.read(episode, DT, MetricSettings.roboLab()).orElseThrow();
    }

    private static Signal constant(int columns, double value) {
        double[] values =
                IntStream.range(0, 20 * columns).mapToDouble(i -> value).toArray();
        return Signal.of(values, columns);
    }
}
