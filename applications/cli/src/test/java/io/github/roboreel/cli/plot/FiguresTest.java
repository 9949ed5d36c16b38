package io.github.roboreel.cli.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.cli.plot.Comparison.TaskRate;
import io.github.roboreel.cli.plot.EpisodeTrace.ScoreTrack;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.metrics.Signal;
import io.github.roboreel.runner.replay.DriftCurve;
import io.github.roboreel.tools.confidence.RateInterval;
import io.github.roboreel.tools.confidence.SampleStatistics;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Figures of made-up episodes; colours tell what was drawn. */
class FiguresTest {
    @BeforeAll
    static void noDisplay() {
        System.setProperty("java.awt.headless", "true");
    }

    @Test
    void successHasARowPerTask() {
        List<TaskRate> tasks = new ArrayList<>(List.of(rate("A", 3, 10, 0)));
        int one = TaskFigures.successRates("folder", tasks, RateInterval.HPD).height();
        tasks.add(rate("B", 0, 0, 4));
        int two = TaskFigures.successRates("folder", tasks, RateInterval.HPD).height();
        tasks.add(rate("C".repeat(300), 10, 10, 1));
        Figure three = TaskFigures.successRates("folder", tasks, RateInterval.HPD);
        assertEquals(three.height() - two, two - one);
        Pictures.requireDrawn("success", three.render());
    }

    private static TaskRate rate(String name, int successes, int judged, int unjudged) {
        SampleStatistics none = SampleStatistics.of(List.of());
        return new TaskRate(name, 0, successes, judged, 0, unjudged, none, none);
    }

    @Test
    void aTaskThatWasNeverJudgedHasNoRate() {
        BufferedImage judged = success(rate("A", 1, 2, 0));
        BufferedImage never = success(rate("A", 0, 0, 2));
        // The legend's dot is in both.
        assertTrue(Pictures.count(judged, PlotLook.BLUE) > 1.4 * Pictures.count(never, PlotLook.BLUE));
    }

    private static BufferedImage success(TaskRate rate) {
        return TaskFigures.successRates("x", List.of(rate), RateInterval.HPD).render();
    }

    @Test
    void aTimeOutIsNoFailure() {
        Optional<Boolean> no = Optional.of(false);
        assertEquals(Verdict.TIME_OUT, Verdict.of(no, Optional.of("truncated")));
        assertEquals(Verdict.FAILURE, Verdict.of(no, Optional.of("failure")));
        assertEquals(Verdict.FAILURE, Verdict.of(no, Optional.empty()));
        assertEquals(Verdict.SUCCESS, Verdict.of(Optional.of(true), Optional.of("success")));
        assertEquals(Verdict.UNKNOWN, Verdict.of(Optional.empty(), Optional.of("aborted")));
    }

    @Test
    void manyPathsAreDrawnApartByVerdict() {
        List<EpisodeTrace> episodes = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            episodes.add(Traces.episode(60, 7, Verdict.SUCCESS, true));
            episodes.add(Traces.episode(60, 7, Verdict.TIME_OUT, true));
        }
        assertEquals(
                2, PathsFigure.of("Env", episodes.subList(0, 12), "").panels().size());
        Figure crowded = PathsFigure.of("Env", episodes, "");
        assertEquals(
                List.of(
                        "success (8) from above",
                        "success (8) from the side",
                        "time-out (8) from above",
                        "time-out (8) from the side"),
                crowded.panels().stream()
                        .map(p -> p.chart().getTitle().getText())
                        .toList());
        Pictures.requireDrawn("crowded", crowded.render());
        assertEquals(
                crowded.panels().get(0).chart().getXYPlot().getDomainAxis().getRange(),
                crowded.panels().get(2).chart().getXYPlot().getDomainAxis().getRange());
    }

    @Test
    void withoutATitleThePictureIsSmaller() {
        Figure figure = TaskFigures.successRates("folder", List.of(rate("A", 3, 10, 0)), RateInterval.HPD);
        assertEquals(figure.height() - 46, figure.untitled().height());
        assertEquals("", figure.untitled().title() + figure.untitled().subtitle());
        assertEquals(figure.panels(), figure.untitled().panels());
    }

    @Test
    void pathsAreColouredByVerdict() {
        for (Verdict verdict : Verdict.values()) {
            BufferedImage image = PathsFigure.of("Env", List.of(Traces.episode(60, 7, verdict, true)), "")
                    .render();
            for (Verdict other : Verdict.values()) {
                long pixels = Pictures.count(image, other.color());
                boolean drawn = pixels > 100;
                assertEquals(other == verdict, drawn, verdict + " " + other + " " + pixels);
            }
        }
    }

    @Test
    void commandsAreDrawnWhereThereAreTargets() {
        assertTrue(Pictures.count(joints(true), PlotLook.ORANGE) > 1000);
        assertEquals(0, Pictures.count(joints(false), PlotLook.ORANGE));
    }

    private static BufferedImage joints(boolean targets) {
        EpisodeTrace episode = Traces.episode(60, 7, Verdict.SUCCESS, targets);
        return TimeFigures.joints(episode, episode.signals().jointPosition().orElseThrow())
                .render();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 20})
    void everyJointHasItsPanel(int joints) {
        EpisodeTrace episode = Traces.episode(30, joints, Verdict.SUCCESS, true);
        Figure figure =
                TimeFigures.joints(episode, episode.signals().jointPosition().orElseThrow());
        assertEquals(joints, figure.panels().size());
        List<String> titles = figure.panels().stream()
                .map(panel -> panel.chart().getTitle().getText())
                .toList();
        assertTrue(titles.get(0).startsWith("shoulder,  RMS error"), titles::toString);
        assertTrue(joints == 1 || titles.get(1).startsWith("joint 1,"), titles::toString);
        Pictures.requireDrawn(joints + " joints", figure.render());
    }

    @Test
    void theShortestEpisodeAndOneAtRestAreDrawn() {
        for (EpisodeTrace episode : List.of(Traces.episode(3, 7, Verdict.FAILURE, true), Traces.atRest())) {
            Signal velocity = episode.signals().eeVelocity().orElseThrow();
            Pictures.requireDrawn("speed", TimeFigures.speed(episode, velocity).render());
            Pictures.requireDrawn(
                    "paths", PathsFigure.of("Env", List.of(episode), "").render());
            Signal joints = episode.signals().jointPosition().orElseThrow();
            Pictures.requireDrawn("joints", TimeFigures.joints(episode, joints).render());
        }
    }

    @Test
    void smoothnessThatIsUndefinedIsSaidSo() {
        Signal velocity = Traces.atRest().signals().eeVelocity().orElseThrow();
        assertEquals(
                "End-effector speed, SPARC undefined",
                TimeFigures.speed(Traces.atRest(), velocity).title());
    }

    @Test
    void eventsHaveALanePerName() {
        ScoreTrack score = ScoreTrack.dense(new double[] {0, 0, 0.5, 0.5, 1});
        List<EpisodeEvent> none = List.of();
        List<EpisodeEvent> three = List.of(
                new EpisodeEvent(1, 255, "GRIPPER_HIT_TABLE", "x", 0),
                new EpisodeEvent(3, 139, "OBJECT_GRABBED_SUCCESS", "x", 0.5),
                new EpisodeEvent(4, 255, "GRIPPER_HIT_TABLE", "x", 0.5));
        Figure without = ScoreFigure.of(Traces.withEvents(none), score);
        Figure with = ScoreFigure.of(Traces.withEvents(three), score);
        assertTrue(with.height() > without.height());
        assertEquals(0, Pictures.count(without.render(), PlotLook.VERMILLION));
        BufferedImage image = with.render();
        assertTrue(Pictures.count(image, PlotLook.VERMILLION) > Pictures.count(image, PlotLook.GREEN));
        assertTrue(Pictures.count(image, PlotLook.GREEN) > 200);
    }

    @Test
    void scoresOfEventsBeginAtZeroAndEndWithTheFinalScore() {
        List<EpisodeEvent> events = List.of(new EpisodeEvent(4, 139, "GRABBED", "x", 0.5));
        ScoreTrack track = ScoreTrack.ofEvents(events, 9, OptionalDouble.of(1)).orElseThrow();
        assertEquals("[0.0, 4.0, 9.0]", Arrays.toString(track.steps()));
        assertEquals("[0.0, 0.5, 1.0]", Arrays.toString(track.values()));
        ScoreTrack open = ScoreTrack.ofEvents(events, 9, OptionalDouble.empty()).orElseThrow();
        assertEquals("[0.0, 0.5, 0.5]", Arrays.toString(open.values()));
        assertEquals(Optional.empty(), ScoreTrack.ofEvents(List.of(), 9, OptionalDouble.empty()));
    }

    @Test
    void driftHasAPanelPerFieldThatDiffersTheFirstOnesFirst() {
        List<DriftCurve> curves = new ArrayList<>();
        for (int field = 0; field < DriftPlot.MAX_PANELS + 3; field++) {
            double[] values = new double[50];
            for (int step = 40 - field; step < values.length; step++) {
                values[step] = 1e-9 * Math.exp(0.4 * step);
            }
            curves.add(new DriftCurve("states/field_" + field, "m", values));
        }
        curves.get(0).values()[45] = Double.POSITIVE_INFINITY;
        Figure figure = DriftPlot.figure("Env", 0.1, curves);
        assertEquals(DriftPlot.MAX_PANELS, figure.panels().size());
        assertEquals(
                "states/field_" + (curves.size() - 1),
                figure.panels().get(0).chart().getTitle().getText());
        assertEquals("Env, the first 12 of 15 fields that differ", figure.subtitle());
        Pictures.requireDrawn("drift", figure.render());
    }
}
