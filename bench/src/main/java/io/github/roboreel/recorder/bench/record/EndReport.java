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
    private static final double[] PERCENTILES = {50, 99, 100};

    /** Keys as elsewhere: milliseconds for the end, microseconds for the producer. */
    public Figures figures() {
        return new Figures()
                .put("bench", "end")
                .put("num_envs", spec.numEnvs())
                .put("steps", spec.steps())
                .put("pace_hz", spec.paceHz())
                .put("episodes", latencyNanos.getTotalCount())
                .put("metrics", metrics)
                .put("end_ms", latencyNanos, 1e6, 3, PERCENTILES)
                .put("stall_us_while_ending", stallNanos, 1e3, 3, PERCENTILES)
                .put("stall_us_otherwise", quietStallNanos, 1e3, 3, PERCENTILES);
    }

    /** For people. */
    public String table() {
        Map<String, Figures> rows = new LinkedHashMap<>();
        rows.put("end to result line, ms", row(latencyNanos, 1e6));
        rows.put("vector step while another episode ends, us", row(stallNanos, 1e3));
        rows.put("vector step otherwise, us", row(quietStallNanos, 1e3));
        String head = String.format(
                Locale.ROOT,
                "end: %d episodes of %d steps, %d envs at %.0f Hz, %d metrics each%n",
                latencyNanos.getTotalCount(),
                spec.steps(),
                spec.numEnvs(),
                spec.paceHz(),
                metrics);
        return head + Figures.table("", rows);
    }

    private static Figures row(Histogram nanos, double unitNanos) {
        return new Figures().cells(nanos, unitNanos, "", 2, PERCENTILES);
    }
}
