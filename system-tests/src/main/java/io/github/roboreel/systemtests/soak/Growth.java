package io.github.roboreel.systemtests.soak;

import io.github.roboreel.systemtests.formula.Tally;
import java.util.List;
import java.util.Locale;

/**
 * How much a figure grew over a soak.
 *
 * @param first median of the first third of the samples
 * @param last median of the last third
 * @param slopePerHour least-squares line through all of them
 */
record Growth(Gauge gauge, double first, double last, double slopePerHour) {
    private static final int MIN_SAMPLES = 3;

    /** Of samples in time; NaN where there are too few or the figure is not known. */
    static Growth of(Gauge gauge, List<ProcessSample> samples) {
        if (samples.size() < MIN_SAMPLES) {
            return new Growth(gauge, Double.NaN, Double.NaN, Double.NaN);
        }
        int third = samples.size() / 3;
        return new Growth(
                gauge,
                median(gauge, samples.subList(0, third)),
                median(gauge, samples.subList(samples.size() - third, samples.size())),
                slope(gauge, samples) * 3600);
    }

    private static double median(Gauge gauge, List<ProcessSample> samples) {
        double[] sorted = samples.stream().mapToDouble(gauge::of).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private static double slope(Gauge gauge, List<ProcessSample> samples) {
        double meanX =
                samples.stream().mapToDouble(ProcessSample::seconds).average().orElse(0);
        double meanY = samples.stream().mapToDouble(gauge::of).average().orElse(0);
        double above = 0;
        double below = 0;
        for (ProcessSample sample : samples) {
            double x = sample.seconds() - meanX;
            above += x * (gauge.of(sample) - meanY);
            below += x * x;
        }
        return above / below;
    }

    double growth() {
        return last - first;
    }

    boolean isKnown() {
        return !Double.isNaN(growth());
    }

    boolean isTooMuch() {
        return growth() > gauge.limit();
    }

    /** For the line of JSON. */
    Tally tally() {
        boolean isUnlimited = Double.isInfinite(gauge.limit());
        return new Tally()
                .put("first_third", first)
                .put("last_third", last)
                .put("growth", growth())
                .put("slope_per_hour", slopePerHour)
                .put("limit", isUnlimited ? null : Math.round(gauge.limit()));
    }

    /** One sentence about too much of it. */
    String complaint() {
        return String.format(
                Locale.ROOT,
                "%s grew from %.1f to %.1f, by %.1f; expected %.0f at most",
                gauge.label(),
                first,
                last,
                growth(),
                gauge.limit());
    }
}
