package io.github.roboreel.tools.plot;

import io.github.roboreel.tools.plot.Figure.LegendEntry;
import io.github.roboreel.tools.plot.Figure.Panel;
import io.github.roboreel.tools.plot.Plots.Fonts;
import io.github.roboreel.tools.plot.Plots.PlotStyle;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.plot.XYPlot;

/** Draws how far the replayed episodes of an env are from the recorded ones, a panel per field. */
public final class DriftPlot {
    /** Name of the picture, without its suffix. */
    public static final String NAME = "replay_drift";

    /** More fields in one picture tell nothing more: they follow from the first. */
    static final int MAX_PANELS = 12;

    private static final double DECADES_PER_LABEL = 5;

    private DriftPlot() {}

    /**
     * Drift of one field over the steps.
     *
     * @param field path of the field
     * @param unit of the values; may be empty
     * @param values one for each step, at least one of them positive; 0 is a gap
     */
    public record Curve(String field, String unit, double[] values) {
        private int firstStep() {
            return IntStream.range(0, values.length)
                    .filter(step -> values[step] > 0)
                    .findFirst()
                    .orElse(values.length);
        }

        private double[] positive() {
            return Arrays.stream(values)
                    .map(value -> value > 0 ? value : Double.NaN)
                    .toArray();
        }
    }

    /**
     * Draws the fields that leave first into {@code replay_drift.png}.
     *
     * @param envFolder where no picture is yet
     * @param subtitle of which episodes
     * @throws IOException when the picture cannot be written or this machine has no fonts
     */
    public static void write(Path envFolder, String subtitle, double dtSeconds, List<Curve> curves) throws IOException {
        Fonts.require();
        PlotFolder.at(envFolder, PlotStyle.DEFAULT).write(NAME, figure(subtitle, dtSeconds, curves));
    }

    static Figure figure(String subtitle, double dtSeconds, List<Curve> curves) {
        List<Panel> panels = curves.stream()
                .sorted(Comparator.comparingInt(Curve::firstStep))
                .limit(MAX_PANELS)
                .map(curve -> panel(curve, dtSeconds))
                .toList();
        String drawn = curves.size() > panels.size()
                ? ", the first " + panels.size() + " of " + curves.size() + " fields that differ"
                : "";
        return new Figure(
                "Drift of the replay",
                subtitle + drawn,
                List.of(LegendEntry.line("difference from the recording", PlotLook.BLUE, PlotLook.LINE)),
                Math.min(2, panels.size()),
                panels,
                560,
                210);
    }

    private static Panel panel(Curve curve, double dtSeconds) {
        double[] values = curve.positive();
        double[] times = IntStream.rangeClosed(1, values.length)
                .mapToDouble(step -> step * dtSeconds)
                .toArray();
        NumberAxis time = PlotLook.bottomAxis("time (s)");
        time.setRange(0, values.length * dtSeconds * 1.01);
        XYPlot plot = new XYPlot(null, time, logAxis(curve.unit(), values), null);
        PlotLook.look(plot);
        Series.line(plot, times, values, PlotLook.BLUE, PlotLook.LINE);
        Series.markers(plot, times, values, PlotLook.BLUE, PlotLook.Markers.circle(1.5), true);
        return new Panel(PlotLook.chart(curve.field(), plot), false);
    }

    /** Whole decades, at least one. */
    private static LogAxis logAxis(String unit, double[] values) {
        double[] finite = Arrays.stream(values).filter(Double::isFinite).toArray();
        double least = Arrays.stream(finite).min().orElse(1);
        double most = Arrays.stream(finite).max().orElse(1);
        double from = Math.floor(Math.log10(least));
        double to = Math.max(from + 1, Math.ceil(Math.log10(most)));
        LogAxis axis = new LogAxis(unit.isEmpty() ? "difference" : unit);
        PlotLook.look(axis);
        axis.setSmallestValue(Double.MIN_NORMAL);
        axis.setTickUnit(new NumberTickUnit(Math.ceil((to - from) / DECADES_PER_LABEL), PlotLook.Ticks.format(0), 0));
        axis.setRange(Math.pow(10, from), Math.pow(10, to));
        return axis;
    }
}
