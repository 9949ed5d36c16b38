package io.github.roboreel.systemtests.soak;

import io.github.roboreel.systemtests.formula.Tally;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a soak did and found. */
final class SoakReport {
    private final SoakSpec spec;
    private final Tally counts;
    private final Violations violations;
    private final List<ProcessSample> samples;
    private final List<Growth> growths;

    SoakReport(SoakSpec spec, Tally counts, Violations violations, List<ProcessSample> samples) {
        this.spec = spec;
        this.counts = counts;
        this.violations = violations;
        this.samples = samples;
        growths = Arrays.stream(Gauge.values()).map(g -> Growth.of(g, samples)).toList();
    }

    Tally counts() {
        return counts;
    }

    /** What is wrong with the data, one sentence each. */
    List<String> violations() {
        return violations.sentences();
    }

    /** What grew too much, one sentence each. */
    List<String> tooMuchGrowth() {
        return growths.stream().filter(Growth::isTooMuch).map(Growth::complaint).toList();
    }

    Growth growth(Gauge gauge) {
        return growths.get(gauge.ordinal());
    }

    static String heading() {
        String gauges = Arrays.stream(Gauge.values())
                .map(g -> String.format(Locale.ROOT, " %12s", g.label()))
                .collect(Collectors.joining());
        return String.format(Locale.ROOT, "%9s %9s%s", "seconds", "episodes", gauges);
    }

    static String row(ProcessSample sample) {
        String gauges = Arrays.stream(Gauge.values())
                .map(g -> String.format(Locale.ROOT, " %12.1f", g.of(sample)))
                .collect(Collectors.joining());
        return String.format(Locale.ROOT, "%9.1f %9d%s", sample.seconds(), sample.episodes(), gauges);
    }

    /** The growth of each figure, in the columns of {@link #heading}. */
    String growthRow() {
        String gauges = growths.stream()
                .map(g -> String.format(Locale.ROOT, " %+12.1f", g.growth()))
                .collect(Collectors.joining());
        return String.format(Locale.ROOT, "%19s%s", "last - first third", gauges);
    }

    String summary() {
        return String.format(
                Locale.ROOT,
                "soak: %d runs, %d episodes (%d discarded), %d steps, %d values compared, %d videos,"
                        + " %d reads while recorded, %d by h5py (%d refused), %d checks: %d violations",
                counts.get("runs"),
                counts.get("episodes"),
                counts.get("discarded_episodes"),
                counts.get("steps"),
                counts.get("values_checked") + counts.get("live_values_checked") + counts.get("h5py_values_checked"),
                counts.get("videos"),
                counts.get("live_reads"),
                counts.get("h5py_reads"),
                counts.get("h5py_refusals"),
                counts.get("audits"),
                violations.count());
    }

    String json() {
        Tally growth = new Tally();
        growths.stream()
                .filter(Growth::isKnown)
                .forEach(g -> growth.put(g.gauge().label(), g.tally().figures()));
        Tally all = new Tally();
        counts.figures().forEach(all::put);
        return all.put("bench", "soak")
                .put("seed", spec.seed())
                .put("max_envs", spec.mostEnvs())
                .put("seconds", samples.get(samples.size() - 1).seconds())
                .put("violations", violations.count())
                .put("samples", samples.size())
                .put("growth", growth.figures())
                .json();
    }
}
