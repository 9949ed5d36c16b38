package io.github.roboreel.cli.plot;

import io.github.roboreel.cli.plot.EpisodeTrace.ScoreTrack;
import io.github.roboreel.cli.plot.Figure.LegendEntry;
import io.github.roboreel.cli.plot.Figure.Panel;
import io.github.roboreel.cli.plot.PlotLook.Markers;
import io.github.roboreel.cli.plot.PlotLook.Ticks;
import io.github.roboreel.recorder.EpisodeEvent;
import java.awt.Color;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.CombinedDomainXYPlot;
import org.jfree.chart.plot.XYPlot;

/** Score over time, and below it on the same time axis when which event happened. */
final class ScoreFigure {
    private static final int WIDTH = 900;
    private static final int SCORE_HEIGHT = 250;
    private static final int LANE_HEIGHT = 26;
    private static final int AXIS_HEIGHT = 60;
    private static final int FIRST_FAILURE_CODE = 200;
    private static final int FIRST_LOST = 210;
    private static final int LAST_LOST = 254;
    private static final int WRONG_OBJECT_GRABBED = 250;
    private static final int MAX_NAME = 34;

    private ScoreFigure() {}

    static Figure of(EpisodeTrace episode, ScoreTrack scores) {
        Map<String, List<EpisodeEvent>> lanes = lanes(episode.events());
        int steps = (int) scores.steps()[scores.steps().length - 1];
        ValueAxis time = PlotLook.timeAxis(episode, steps);
        CombinedDomainXYPlot both = new CombinedDomainXYPlot(time);
        both.setGap(6);
        both.add(scorePlot(episode, scores), SCORE_HEIGHT);
        int height = SCORE_HEIGHT + AXIS_HEIGHT;
        if (!lanes.isEmpty()) {
            int lanesHeight = LANE_HEIGHT * lanes.size() + 8;
            both.add(lanePlot(episode, lanes), lanesHeight);
            height += lanesHeight;
        }
        return new Figure(
                "Score over time",
                episode.title().text(),
                legend(episode.events()),
                1,
                List.of(new Panel(PlotLook.chart("", both), false)),
                WIDTH,
                height);
    }

    private static XYPlot scorePlot(EpisodeTrace episode, ScoreTrack scores) {
        NumberAxis axis = PlotLook.leftAxis("score");
        axis.setRange(-0.03, 1.05);
        axis.setTickUnit(new NumberTickUnit(0.25, Ticks.format(2)));
        XYPlot plot = new XYPlot(null, null, axis, null);
        PlotLook.look(plot);
        double[] seconds = new double[scores.steps().length];
        for (int i = 0; i < seconds.length; i++) {
            seconds[i] = scores.steps()[i] * episode.signals().dtSeconds();
        }
        Series.steps(plot, seconds, scores.values(), PlotLook.BLUE, PlotLook.rounded(2.2f));
        return plot;
    }

    private static XYPlot lanePlot(EpisodeTrace episode, Map<String, List<EpisodeEvent>> lanes) {
        SymbolAxis names = new SymbolAxis(
                null, lanes.keySet().stream().map(ScoreFigure::shortened).toArray(String[]::new));
        PlotLook.look(names);
        names.setInverted(true);
        names.setGridBandsVisible(false);
        names.setRange(-0.6, lanes.size() - 0.4);
        XYPlot plot = new XYPlot(null, null, names, null);
        PlotLook.look(plot);
        int lane = 0;
        for (List<EpisodeEvent> events : lanes.values()) {
            double[] seconds =
                    events.stream().mapToDouble(e -> episode.seconds(e.step())).toArray();
            double[] y = new double[seconds.length];
            Arrays.fill(y, lane++);
            boolean good = isGood(events.get(0));
            Series.markers(plot, seconds, y, color(good), good ? Markers.circle(5) : Markers.diamond(6), true);
        }
        return plot;
    }

    private static Map<String, List<EpisodeEvent>> lanes(List<EpisodeEvent> events) {
        Map<String, List<EpisodeEvent>> lanes = new LinkedHashMap<>();
        events.forEach(
                e -> lanes.computeIfAbsent(words(e), name -> new ArrayList<>()).add(e));
        return lanes;
    }

    private static List<LegendEntry> legend(List<EpisodeEvent> events) {
        List<LegendEntry> legend = new ArrayList<>();
        legend.add(LegendEntry.line("score", PlotLook.BLUE, PlotLook.rounded(2.2f)));
        if (events.stream().anyMatch(ScoreFigure::isGood)) {
            legend.add(LegendEntry.marker("progress", color(true), Markers.circle(5), true));
        }
        if (!events.stream().allMatch(ScoreFigure::isGood)) {
            legend.add(LegendEntry.marker("mishap or setback", color(false), Markers.diamond(6), true));
        }
        return legend;
    }

    private static boolean isGood(EpisodeEvent event) {
        return event.code() < FIRST_FAILURE_CODE;
    }

    private static Color color(boolean good) {
        return good ? PlotLook.GREEN : PlotLook.VERMILLION;
    }

    /** {@code GRIPPER_HIT_TABLE} as people write it; a condition no longer satisfied is lost. */
    private static String words(EpisodeEvent event) {
        String name = event.name().replaceFirst("_(SUCCESS|FAILURE)$", "").replace('_', ' ');
        int code = event.code();
        boolean lost = code >= FIRST_LOST && code <= LAST_LOST && code != WRONG_OBJECT_GRABBED;
        return name.toLowerCase(Locale.ROOT) + (lost ? ", lost" : "");
    }

    private static String shortened(String words) {
        return words.length() <= MAX_NAME ? words : words.substring(0, MAX_NAME - 3) + "...";
    }
}
