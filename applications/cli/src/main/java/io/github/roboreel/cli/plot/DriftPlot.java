package io.github.roboreel.cli.plot;

import io.github.roboreel.cli.plot.Figure.LegendEntry;
import io.github.roboreel.cli.plot.Figure.Panel;
import io.github.roboreel.cli.plot.Plots.Fonts;
import io.github.roboreel.cli.plot.Plots.PlotStyle;
import io.github.roboreel.runner.replay.DriftCurve;
import io.github.roboreel.runner.replay.DriftDrawing;
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
public final class DriftPlot implements DriftDrawing {
    /** More fields in one picture tell nothing more: they follow from the first. */
    static final int MAX_PANELS = 12;

    private static final double DECADES_PER_LABEL = 5;

    /**
     * Draws the fields that leave first into {@code replay_drift.png}.
     *
     * @throws IOException when the picture cannot be written or this machine has no fonts
     */
    @Override
    public void draw(Path envFolder, String subtitle, double dtSeconds, List<DriftCurve> curves) throws IOException {
        Fonts.require();
        PlotFolder.at(envFolder, PlotStyle.DEFAULT).write(NAME, figure(subtitle, dtSeconds, curves));
    }

    static Figure figure(String subtitle, double dtSeconds, List<DriftCurve> curves) {
        List<Panel> panels = curves.stream()
                .sorted(Comparator.comparingInt(DriftPlot::firstStep))
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

    private static int firstStep(DriftCurve curve) {
        double[] values = curve.values();
        return IntStream.range(0, values.length)
                .filter(step -> values[step] > 0)
                .findFirst()
                .orElse(values.length);
    }

    private static Panel panel(DriftCurve curve, double dtSeconds) {
        double[] values = withGaps(curve.values());
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

    /** 0 is a gap: it has no logarithm. */
    private static double[] withGaps(double[] values) {
        return Arrays.stream(values)
                .map(value -> value > 0 ? value : Double.NaN)
                .toArray();
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
