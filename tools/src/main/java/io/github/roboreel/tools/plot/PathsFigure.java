package io.github.roboreel.tools.plot;

import io.github.roboreel.recorder.metrics.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jfree.chart.plot.XYPlot;

/** Paths of the end effector seen from above and from the side, to scale. */
final class PathsFigure {
    private static final int PANEL_WIDTH = 560;
    private static final int PANEL_HEIGHT = 520;
    private static final int X = 0;
    private static final int Y = 1;
    private static final int Z = 2;
    private static final double AXIS_MARGIN = 0.08;

    private PathsFigure() {}

    /** Episodes that have positions in space; what comes later is drawn on top. */
    static Figure of(String envName, List<EpisodeTrace> episodes, String subtitle) {
        return new Figure(
                "End-effector paths, " + envName,
                subtitle,
                legend(episodes),
                2,
                List.of(
                        panel("from above", "y", Y, episodes),
                        panel("from the side", "z", Z, episodes)),
                PANEL_WIDTH,
                PANEL_HEIGHT);
    }

    /** Whether an episode can be drawn. */
    static boolean isDrawable(EpisodeTrace episode) {
        return episode.signals().eePosition().filter(p -> p.columns() >= 3).isPresent();
    }

    private static List<LegendEntry> legend(List<EpisodeTrace> episodes) {
        List<LegendEntry> entries = new ArrayList<>();
        for (Verdict verdict : Verdict.values()) {
            long count = episodes.stream().filter(e -> e.verdict() == verdict).count();
            if (count > 0) {
                entries.add(
                        LegendEntry.line(
                                verdict.label() + " (" + count + ")",
                                verdict.color(),
                                verdict.stroke()));
            }
        }
        entries.add(LegendEntry.marker("start", Style.INK, Markers.circle(4), false));
        entries.add(LegendEntry.marker("end", Style.INK, Markers.square(4), true));
        return entries;
    }

    private static Panel panel(
            String view, String axisName, int column, List<EpisodeTrace> episodes) {
        XYPlot plot =
                new XYPlot(
                        null,
                        Style.bottomAxis("x (m)"),
                        Style.alignedLeftAxis(axisName + " (m)"),
                        null);
        Style.look(plot);
        int alpha = Math.max(70, 220 - 4 * episodes.size());
        for (EpisodeTrace episode : episodes) {
            Signal position = episode.signals().eePosition().orElseThrow();
            Series.line(
                    plot,
                    position.column(X),
                    position.column(column),
                    Style.translucent(episode.verdict().color(), alpha),
                    episode.verdict().stroke());
        }
        for (EpisodeTrace episode : episodes) {
            Signal position = episode.signals().eePosition().orElseThrow();
            mark(plot, position, column, 0, episode.verdict(), false);
            mark(plot, position, column, position.rows() - 1, episode.verdict(), true);
        }
        Stream.of(plot.getDomainAxis(), plot.getRangeAxis())
                .forEach(
                        axis -> {
                            axis.setLowerMargin(AXIS_MARGIN);
                            axis.setUpperMargin(AXIS_MARGIN);
                            axis.setAutoRangeMinimumSize(0.05, true);
                            axis.configure();
                        });
        return new Panel(Style.chart(view, plot), true);
    }

    private static void mark(
            XYPlot plot, Signal position, int column, int row, Verdict verdict, boolean isEnd) {
        Series.markers(
                plot,
                new double[] {position.at(row, X)},
                new double[] {position.at(row, column)},
                verdict.color(),
                isEnd ? Markers.square(4) : Markers.circle(4),
                isEnd);
    }
}
