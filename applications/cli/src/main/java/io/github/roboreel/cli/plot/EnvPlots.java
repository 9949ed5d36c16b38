package io.github.roboreel.cli.plot;

import io.github.roboreel.recorder.metrics.EpisodeSignals;
import io.github.roboreel.recordings.episodes.EpisodeSelection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Draws the episodes of one env, each when it comes, and their paths at the end. */
final class EnvPlots {
    /** More paths in one picture cannot be told apart. */
    static final int MAX_PATHS = 100;

    private final String name;
    private final EpisodeSelection selection;
    private final PlotFolder target;
    private final List<EpisodeTrace> paths = new ArrayList<>();
    private int episodes;
    private int drawn;
    private int tooShort;
    private int leftOut;

    EnvPlots(String name, EpisodeSelection selection, PlotFolder target) {
        this.name = name;
        this.selection = selection;
        this.target = target;
    }

    /** Whether something of one more episode would be drawn. */
    boolean hasRoom() {
        return selection.hasRoomAfter(drawn) || paths.size() < MAX_PATHS;
    }

    /** Counts an episode of which nothing is drawn for want of room. */
    void leaveOut() {
        episodes++;
        leftOut++;
    }

    /**
     * Draws an episode.
     *
     * @param read empty when it is too short
     */
    void add(Optional<EpisodeTrace> read) throws IOException {
        episodes++;
        if (read.isEmpty()) {
            tooShort++;
            return;
        }
        EpisodeTrace trace = read.get();
        if (selection.hasRoomAfter(drawn)) {
            drawn++;
            drawEpisode(trace);
        }
        if (PathsFigure.isDrawable(trace) && paths.size() < MAX_PATHS) {
            paths.add(pathOnly(trace));
        }
    }

    private void drawEpisode(EpisodeTrace trace) throws IOException {
        String stem = name + "_" + trace.title().fileStem();
        EpisodeSignals signals = trace.signals();
        if (signals.jointPosition().isPresent()) {
            target.write(
                    stem + "_joints",
                    TimeFigures.joints(trace, signals.jointPosition().get()));
        }
        if (signals.eeVelocity().isPresent()) {
            target.write(
                    stem + "_speed",
                    TimeFigures.speed(trace, signals.eeVelocity().get()));
        }
        if (trace.scores().isPresent()) {
            target.write(stem + "_score", ScoreFigure.of(trace, trace.scores().get()));
        }
    }

    /** The other signals of many episodes would need much memory. */
    private static EpisodeTrace pathOnly(EpisodeTrace trace) {
        EpisodeSignals path = new EpisodeSignals(
                trace.signals().dtSeconds(),
                trace.signals().eePosition(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        return new EpisodeTrace(trace.title(), path, List.of(), Map.of(), Optional.empty(), List.of());
    }

    void drawPaths() throws IOException {
        if (!paths.isEmpty()) {
            target.write(name + "_paths", PathsFigure.of(name, paths, pathsSubtitle()));
        }
    }

    private String pathsSubtitle() {
        String all = episodes == 1 ? "1 episode" : episodes + " episodes";
        return paths.size() < episodes ? paths.size() + " of " + all : all;
    }

    /** Sentences about what was left out. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (drawn + tooShort < episodes && drawn > 0) {
            notes.add(onlyFirst("joints, speed and score of", drawn));
        }
        if (leftOut > 0) {
            notes.add(onlyFirst("the paths of", MAX_PATHS));
        }
        if (tooShort > 0) {
            notes.add(name
                    + ": "
                    + tooShort
                    + " of "
                    + episodes
                    + " episodes are shorter than "
                    + EpisodeSignals.MINIMUM_STEPS
                    + " steps and not drawn");
        }
        return notes;
    }

    private String onlyFirst(String what, int count) {
        return name
                + ": "
                + what
                + " the first "
                + count
                + " of "
                + episodes
                + " episodes are drawn; others can be chosen";
    }
}
