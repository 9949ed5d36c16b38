package io.github.roboreel.cli.plot;

import io.github.roboreel.cli.plot.Figure.LegendEntry;
import io.github.roboreel.cli.plot.Figure.Panel;
import io.github.roboreel.recorder.metrics.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;

/** Figures of an episode's signals over time: a solid line, and a dashed one to compare it with. */
final class TimeFigures {
    private static final double MIN_ANGLES_RAD = 0.02;
    private static final double MIN_SPEEDS = 0.01;

    private TimeFigures() {}

    /** A line that a solid one is compared with, at the same times or at some of them. */
    private record Reference(double[] times, double[] values) {}

    /** Position of each arm joint against what was commanded. */
    static Figure joints(EpisodeTrace episode, Signal positions) {
        Optional<Signal> targets = episode.signals().jointTargets();
        List<Panel> panels = new ArrayList<>();
        for (int joint = 0; joint < positions.columns(); joint++) {
            panels.add(joint(episode, positions, targets, joint));
        }
        List<LegendEntry> legend = new ArrayList<>();
        legend.add(LegendEntry.line("position after the step", PlotLook.BLUE, PlotLook.LINE));
        if (targets.isPresent()) {
            legend.add(LegendEntry.line("command of the step", PlotLook.ORANGE, PlotLook.DASHED));
        }
        String title = targets.isPresent() ? "Joint positions against commands" : "Joint positions";
        return new Figure(title, episode.title().text(), legend, Math.min(2, panels.size()), panels, 560, 210);
    }

    private static Panel joint(EpisodeTrace episode, Signal positions, Optional<Signal> targets, int joint) {
        NumberAxis angle = PlotLook.alignedLeftAxis("rad");
        angle.setAutoRangeMinimumSize(MIN_ANGLES_RAD);
        double[] position = positions.column(joint);
        String error = targets.map(all -> ",  RMS error " + number("%.4f rad", all.rmsDifference(positions, joint)))
                .orElse("");
        double[] times = episode.times(position.length);
        Optional<Reference> command = targets.map(all -> new Reference(times, all.column(joint)));
        List<String> names = episode.jointNames();
        String name = joint < names.size() ? names.get(joint) : "joint " + joint;
        return panel(name + error, angle, episode, position, command);
    }

    /** Speed of the end effector; its smoothness is in the title. */
    static Figure speed(EpisodeTrace episode, Signal velocity) {
        double[] speed = velocity.norms();
        NumberAxis axis = PlotLook.leftAxis("speed (m/s)");
        axis.setAutoRangeIncludesZero(true);
        axis.setAutoRangeMinimumSize(MIN_SPEEDS);
        Double mean = episode.metrics().get("ee_speed_mean");
        Optional<Reference> level = Optional.ofNullable(mean)
                .map(value ->
                        new Reference(new double[] {0, episode.seconds(speed.length)}, new double[] {value, value}));
        String most = number("%.3f m/s", episode.metrics().get("ee_speed_max"));
        return new Figure(
                "End-effector speed, SPARC " + number("%.3f", episode.metrics().get("ee_sparc")),
                episode.title().text(),
                List.of(
                        LegendEntry.line("speed, at most " + most, PlotLook.BLUE, PlotLook.LINE),
                        LegendEntry.line("mean " + number("%.3f m/s", mean), PlotLook.ORANGE, PlotLook.DASHED)),
                1,
                List.of(panel("", axis, episode, speed, level)),
                900,
                380);
    }

    private static Panel panel(
            String title, NumberAxis axis, EpisodeTrace episode, double[] values, Optional<Reference> reference) {
        XYPlot plot = new XYPlot(null, PlotLook.timeAxis(episode, values.length), axis, null);
        PlotLook.look(plot);
        Series.line(plot, episode.times(values.length), values, PlotLook.BLUE, PlotLook.LINE);
        reference.ifPresent(line -> Series.line(plot, line.times(), line.values(), PlotLook.ORANGE, PlotLook.DASHED));
        return new Panel(PlotLook.chart(title, plot), false);
    }

    private static String number(String format, Double value) {
        return value == null ? "undefined" : String.format(Locale.ROOT, format, value);
    }
}
