package io.github.roboreel.recorder.bench.record;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What {@link EndRun} measured.
 *
 * @param spec what was recorded
 * @param latencyNanos from the call of {@code end} to the result line on disk
 * @param metrics numbers in a result line
 * @param stallNanos the producer's time per vector step while another env's episode was ending
 * @param quietStallNanos the same while none was
 */
public record EndReport(
        RecordSpec spec, Histogram latencyNanos, int metrics, Histogram stallNanos, Histogram quietStallNanos) {

    /** Keys as elsewhere: milliseconds for the end, microseconds for the producer. */
    public Map<String, Object> figures() {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("bench", "end");
        figures.put("num_envs", spec.numEnvs());
        figures.put("steps", spec.steps());
        figures.put("pace_hz", spec.paceHz());
        figures.put("episodes", latencyNanos.getTotalCount());
        figures.put("metrics", metrics);
        figures.put("end_ms", Json.percentiles(latencyNanos, 1e6, 3, 50, 99, 100));
        figures.put("stall_us_while_ending", Json.percentiles(stallNanos, 1e3, 3, 50, 99, 100));
        figures.put("stall_us_otherwise", Json.percentiles(quietStallNanos, 1e3, 3, 50, 99, 100));
        return figures;
    }

    /** For people. */
    public String table() {
        return String.format(
                        Locale.ROOT,
                        "end: %d episodes of %d steps, %d envs at %.0f Hz, %d metrics each%n" + "%-52s %10s %10s %10s",
                        latencyNanos.getTotalCount(),
                        spec.steps(),
                        spec.numEnvs(),
                        spec.paceHz(),
                        metrics,
                        "",
                        "p50",
                        "p99",
                        "max")
                + row("end to result line, ms", latencyNanos, 1e6)
                + row("vector step while another episode ends, us", stallNanos, 1e3)
                + row("vector step otherwise, us", quietStallNanos, 1e3);
    }

    private static String row(String what, Histogram nanos, double unit) {
        return String.format(
                Locale.ROOT,
                "%n%-52s %10.2f %10.2f %10.2f",
                what,
                nanos.getValueAtPercentile(50) / unit,
                nanos.getValueAtPercentile(99) / unit,
                nanos.getMaxValue() / unit);
    }
}
