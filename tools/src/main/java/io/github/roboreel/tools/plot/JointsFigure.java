package io.github.roboreel.tools.plot;

import io.github.roboreel.recorder.metrics.Signal;
import io.github.roboreel.tools.plot.Figure.LegendEntry;
import io.github.roboreel.tools.plot.Figure.Panel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;

/** Position of each arm joint against what was commanded. */
final class JointsFigure {
    private static final int PANEL_WIDTH = 560;
    private static final int PANEL_HEIGHT = 210;
    private static final double SMALLEST_RANGE_RAD = 0.02;

    private JointsFigure() {}

    static Figure of(EpisodeTrace episode, Signal positions) {
        Optional<Signal> targets = episode.signals().jointTargets();
        List<Panel> panels = new ArrayList<>();
        for (int joint = 0; joint < positions.columns(); joint++) {
            panels.add(panel(episode, positions, targets, joint));
        }
        List<LegendEntry> legend = new ArrayList<>();
        legend.add(LegendEntry.line("position after the step", Style.BLUE, Style.LINE));
        if (targets.isPresent()) {
            legend.add(LegendEntry.line("command of the step", Style.ORANGE, Style.DASHED));
        }
        return new Figure(
                targets.isPresent() ? "Joint positions against commands" : "Joint positions",
                episode.subtitle(),
                legend,
                Math.min(2, panels.size()),
                panels,
                PANEL_WIDTH,
                PANEL_HEIGHT);
    }

    private static Panel panel(EpisodeTrace episode, Signal positions, Optional<Signal> targets, int joint) {
        NumberAxis angle = Style.alignedLeftAxis("rad");
        angle.setAutoRangeMinimumSize(SMALLEST_RANGE_RAD);
        XYPlot plot = new XYPlot(null, Style.timeAxis(episode, positions.rows()), angle, null);
        Style.look(plot);
        double[] times = episode.times(positions.rows());
        double[] position = positions.column(joint);
        Series.line(plot, times, position, Style.BLUE, Style.LINE);
        String title = "joint " + joint;
        if (targets.isPresent()) {
            double[] target = targets.get().column(joint);
            Series.line(plot, times, target, Style.ORANGE, Style.DASHED);
            title += String.format(Locale.ROOT, ",  RMS error %.4f rad", rootMeanSquare(target, position));
        }
        return new Panel(Style.chart(title, plot), false);
    }

    private static double rootMeanSquare(double[] target, double[] position) {
        double sum = 0;
        for (int row = 0; row < target.length; row++) {
            sum += (target[row] - position[row]) * (target[row] - position[row]);
        }
        return Math.sqrt(sum / target.length);
    }
}
