package io.github.roboreel.cli.plot;

import io.github.roboreel.cli.plot.Figure.LegendEntry;
import io.github.roboreel.cli.plot.Figure.Panel;
import io.github.roboreel.cli.plot.PlotLook.Markers;
import io.github.roboreel.recorder.metrics.Signal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.XYPlot;

/** Paths of the end effector seen from above and from the side, to scale. */
final class PathsFigure {
    private static final int PANEL_WIDTH = 560;
    private static final int PANEL_HEIGHT = 520;
    private static final int X = 0;
    private static final int Y = 1;
    private static final int Z = 2;
    private static final double AXIS_MARGIN = 0.08;
    private static final double MIN_RANGE_METRES = 0.05;

    /** More paths on top of each other cannot be told apart. */
    private static final int MAX_IN_ONE_PANEL = 12;

    private PathsFigure() {}

    /**
     * Episodes that have positions in space; what comes later is drawn on top. Many of them are drawn finely, apart by
     * verdict and in the same ranges.
     */
    static Figure of(String envName, List<EpisodeTrace> episodes, String subtitle) {
        List<Panel> panels = new ArrayList<>();
        if (episodes.size() <= MAX_IN_ONE_PANEL) {
            panels.add(new View("from above", Y, episodes, episodes, false).panel());
            panels.add(new View("from the side", Z, episodes, episodes, false).panel());
        } else {
            for (Verdict verdict : Verdict.values()) {
                addPanels(panels, verdict, episodes);
            }
        }
        return new Figure(
                "End-effector paths, " + envName, subtitle, legend(episodes), 2, panels, PANEL_WIDTH, PANEL_HEIGHT);
    }

    private static void addPanels(List<Panel> panels, Verdict verdict, List<EpisodeTrace> episodes) {
        List<EpisodeTrace> shown =
                episodes.stream().filter(e -> e.verdict() == verdict).toList();
        if (!shown.isEmpty()) {
            String title = verdict.label() + " (" + shown.size() + ") from ";
            panels.add(new View(title + "above", Y, shown, episodes, true).panel());
            panels.add(new View(title + "the side", Z, shown, episodes, true).panel());
        }
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
                entries.add(LegendEntry.line(verdict.label() + " (" + count + ")", verdict.color(), verdict.stroke()));
            }
        }
        entries.add(LegendEntry.marker("start", PlotLook.INK, Markers.circle(4), false));
        entries.add(LegendEntry.marker("end", PlotLook.INK, Markers.square(4), true));
        return entries;
    }

    /**
     * A look at paths.
     *
     * @param title from where
     * @param column which coordinate goes up
     * @param shown episodes that are drawn
     * @param all episodes whose ranges the axes have
     * @param isFine whether lines are thin and marks small
     */
    private record View(String title, int column, List<EpisodeTrace> shown, List<EpisodeTrace> all, boolean isFine) {
        Panel panel() {
            XYPlot plot = new XYPlot(
                    null,
                    PlotLook.bottomAxis("x (m)"),
                    PlotLook.alignedLeftAxis((column == Y ? "y" : "z") + " (m)"),
                    null);
            PlotLook.look(plot);
            for (EpisodeTrace episode : shown) {
                Signal position = position(episode);
                Series.line(
                        plot,
                        position.column(X),
                        position.column(column),
                        PlotLook.translucent(episode.verdict().color(), alpha()),
                        isFine ? PlotLook.THIN : episode.verdict().stroke());
            }
            for (EpisodeTrace episode : shown) {
                Signal position = position(episode);
                mark(plot, position, 0, episode.verdict(), false);
                mark(plot, position, position.rows() - 1, episode.verdict(), true);
            }
            setRange(plot.getDomainAxis(), X);
            setRange(plot.getRangeAxis(), column);
            return new Panel(PlotLook.chart(title, plot), true);
        }

        private int alpha() {
            return Math.max(70, 220 - 4 * shown.size());
        }

        private void mark(XYPlot plot, Signal position, int row, Verdict verdict, boolean isEnd) {
            double size = isFine ? 2 : 4;
            Series.markers(
                    plot,
                    new double[] {position.at(row, X)},
                    new double[] {position.at(row, column)},
                    verdict.color(),
                    isEnd ? Markers.square(size) : Markers.circle(size),
                    isEnd);
        }

        /** Panels with the same axes can be compared. */
        private void setRange(ValueAxis axis, int coordinate) {
            double[] finite = all.stream()
                    .flatMapToDouble(e -> Arrays.stream(position(e).column(coordinate)))
                    .filter(Double::isFinite)
                    .toArray();
            double lo = Arrays.stream(finite).min().orElse(0);
            double hi = Arrays.stream(finite).max().orElse(0);
            double length = Math.max(MIN_RANGE_METRES, (hi - lo) * (1 + 2 * AXIS_MARGIN));
            axis.setRange((lo + hi - length) / 2, (lo + hi + length) / 2);
        }
    }

    private static Signal position(EpisodeTrace episode) {
        return episode.signals().eePosition().orElseThrow();
    }
}
