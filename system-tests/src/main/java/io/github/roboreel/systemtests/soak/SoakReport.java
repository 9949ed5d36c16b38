package io.github.roboreel.systemtests.soak;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a soak did and found. */
final class SoakReport {
    private final SoakSpec spec;
    private final SoakCounts counts;
    private final Violations violations;
    private final List<ProcessSample> samples;
    private final List<Growth> growths;

    SoakReport(SoakSpec spec, SoakCounts counts, Violations violations, List<ProcessSample> samples) {
        this.spec = spec;
        this.counts = counts;
        this.violations = violations;
        this.samples = samples;
        growths = Arrays.stream(Gauge.values()).map(g -> Growth.of(g, samples)).toList();
    }

    SoakCounts counts() {
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
                counts.runs(),
                counts.episodes(),
                counts.discarded(),
                counts.steps(),
                counts.values() + counts.liveValues() + counts.pythonValues(),
                counts.videos(),
                counts.liveReads(),
                counts.pythonReads(),
                counts.pythonRefusals(),
                counts.audits(),
                violations.count());
    }

    String json() {
        double seconds = samples.get(samples.size() - 1).seconds();
        return String.format(
                Locale.ROOT,
                "{\"bench\": \"soak\", \"seed\": %d, \"max_envs\": %d, \"seconds\": %.1f,"
                        + " \"runs\": %d, \"episodes\": %d, \"discarded_episodes\": %d,"
                        + " \"steps\": %d, \"values_checked\": %d, \"live_values_checked\": %d,"
                        + " \"h5py_values_checked\": %d, \"live_reads\": %d, \"h5py_reads\": %d,"
                        + " \"h5py_refusals\": %d, \"videos\": %d, \"failed_side_sinks\": %d,"
                        + " \"audits\": %d, \"violations\": %d, \"samples\": %d, \"growth\": {%s}}",
                spec.seed(),
                spec.mostEnvs(),
                seconds,
                counts.runs(),
                counts.episodes(),
                counts.discarded(),
                counts.steps(),
                counts.values(),
                counts.liveValues(),
                counts.pythonValues(),
                counts.liveReads(),
                counts.pythonReads(),
                counts.pythonRefusals(),
                counts.videos(),
                counts.failedSideSinks(),
                counts.audits(),
                violations.count(),
                samples.size(),
                growths.stream().filter(Growth::isKnown).map(SoakReport::json).collect(Collectors.joining(", ")));
    }

    private static String json(Growth growth) {
        return String.format(
                Locale.ROOT,
                "\"%s\": {\"first_third\": %.2f, \"last_third\": %.2f, \"growth\": %.2f,"
                        + " \"slope_per_hour\": %.2f, \"limit\": %s}",
                growth.gauge().label(),
                growth.first(),
                growth.last(),
                growth.growth(),
                growth.slopePerHour(),
                Double.isInfinite(growth.gauge().limit())
                        ? "null"
                        : String.format(Locale.ROOT, "%.0f", growth.gauge().limit()));
    }
}
