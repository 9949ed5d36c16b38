package io.github.roboreel.tools.plot;

import io.github.roboreel.recorder.metrics.Signal;
import io.github.roboreel.tools.plot.Figure.LegendEntry;
import io.github.roboreel.tools.plot.Figure.Panel;
import java.util.List;
import java.util.Locale;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;

/** Speed of the end effector over time; its smoothness is in the title. */
final class SpeedFigure {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 380;

    private SpeedFigure() {}

    static Figure of(EpisodeTrace episode, Signal velocity) {
        double[] speed = velocity.norms();
        double[] times = episode.times(speed.length);
        NumberAxis axis = Style.leftAxis("speed (m/s)");
        axis.setAutoRangeIncludesZero(true);
        axis.setAutoRangeMinimumSize(0.01);
        XYPlot plot = new XYPlot(null, Style.timeAxis(episode, speed.length), axis, null);
        Style.look(plot);
        Series.line(plot, times, speed, Style.BLUE, Style.LINE);
        Double mean = episode.metrics().get("ee_speed_mean");
        if (mean != null) {
            Series.line(
                    plot,
                    new double[] {0, times[times.length - 1]},
                    new double[] {mean, mean},
                    Style.ORANGE,
                    Style.DASHED);
        }
        return new Figure(
                "End-effector speed, SPARC " + number("%.3f", episode.metrics().get("ee_sparc")),
                episode.subtitle(),
                List.of(
                        LegendEntry.line(
                                "speed, at most "
                                        + number("%.3f m/s", episode.metrics().get("ee_speed_max")),
                                Style.BLUE,
                                Style.LINE),
                        LegendEntry.line("mean " + number("%.3f m/s", mean), Style.ORANGE, Style.DASHED)),
                1,
                List.of(new Panel(Style.chart("", plot), false)),
                WIDTH,
                HEIGHT);
    }

    private static String number(String format, Double value) {
        return value == null ? "undefined" : String.format(Locale.ROOT, format, value);
    }
}
