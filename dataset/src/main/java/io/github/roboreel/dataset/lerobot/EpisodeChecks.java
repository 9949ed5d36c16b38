package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.recorder.plan.StepSchedule;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.tools.episodes.EpisodeFacts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Looks at every episode for what all must have in common in a LeRobot dataset. */
final class EpisodeChecks {
    private final Set<String> tasks = new LinkedHashSet<>();
    private final Set<String> metrics = new LinkedHashSet<>();
    private final Set<String> unevenPaths = new LinkedHashSet<>();
    private final Set<String> videoNames = new LinkedHashSet<>();
    private final Map<String, EpisodeFacts> withoutRows = new HashMap<>();
    private EpisodeFacts tooLong;
    private EpisodeFacts first;
    private int fps;

    void look(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        requireRegular(facts, episode);
        int rate = rate(facts);
        if (first == null) {
            first = facts;
            fps = rate;
        } else if (rate != fps) {
            throw new ExportRefusedException(facts.where()
                    + " has "
                    + rate
                    + " steps per second, "
                    + first.where()
                    + " has "
                    + fps
                    + ", and a LeRobot dataset has one rate; export them apart");
        }
        tasks.add(task(facts));
        metrics.addAll(facts.metrics().keySet());
        videoNames.addAll(facts.videos().keySet());
        for (String path : episode.paths()) {
            lookAtRows(facts, episode, path);
        }
        if (tooLong == null && !FrameRate.isFoundByTime(episode.numSamples(), fps)) {
            tooLong = facts;
        }
    }

    private static void requireRegular(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        Object marker = facts.attributes().get(EpisodeMetadata.IRREGULAR_STEPS);
        if (Boolean.TRUE.equals(marker) || StepSchedule.isIrregular(episode.attributes())) {
            throw new ExportRefusedException(facts.where()
                    + " was recorded with steps left out at no fixed period, and a LeRobot"
                    + " dataset has a fixed rate; leave it out, or export"
                    + " to Minari, RLDS or robomimic");
        }
    }

    private void lookAtRows(EpisodeFacts facts, EpisodeReader episode, String path) throws IOException {
        long rows = episode.info(path).rows();
        if (rows == 0) {
            withoutRows.putIfAbsent(path, facts);
        }
        if (!isPerStep(path) || rows == episode.numSamples()) {
            return;
        }
        if (decidesActions(path)) {
            throw new ExportRefusedException(facts.where()
                    + " has "
                    + rows
                    + " rows in '"
                    + path
                    + "' for "
                    + episode.numSamples()
                    + " steps, so nobody knows which belong together; recover its run, or"
                    + " leave it out");
        }
        unevenPaths.add(path);
    }

    /** What a row cannot do without, or what would be missing silently. */
    private static boolean decidesActions(String path) {
        return path.equals(DemoPaths.ACTIONS)
                || DemoPaths.isIn(DemoPaths.OBS, path)
                || DemoPaths.isIn(DemoPaths.STATES, path);
    }

    private static int rate(EpisodeFacts facts) {
        double rate = 1 / facts.dtSeconds();
        long rounded = Math.round(rate);
        boolean isWhole = rounded >= 1 && rounded <= Integer.MAX_VALUE && FrameRate.isSame(rate, rounded);
        if (!isWhole) {
            throw new ExportRefusedException(facts.where()
                    + " has a step every "
                    + facts.dtSeconds()
                    + " s, and a LeRobot dataset needs a whole number of steps per second;"
                    + " record with a control period of 1/n s, or export to Minari or"
                    + " RLDS, which need no rate");
        }
        return (int) rounded;
    }

    /** Whether an array has a row for every step. */
    static boolean isPerStep(String path) {
        return !DemoPaths.isIn(DemoPaths.INITIAL_STATE, path) && !DemoPaths.isIn(DemoPaths.FINAL_OBS, path);
    }

    /** What the policy was told; the environment's name where it was told nothing. */
    static String task(EpisodeFacts facts) {
        return facts.instruction().isBlank() ? facts.envName() : facts.instruction();
    }

    int fps() {
        return fps;
    }

    List<String> tasks() {
        return new ArrayList<>(tasks);
    }

    List<String> metrics() {
        return new ArrayList<>(metrics);
    }

    /** Arrays that have more or fewer rows than steps somewhere. */
    Set<String> unevenPaths() {
        return unevenPaths;
    }

    /** The first episode where an array has no row at all. */
    Optional<EpisodeFacts> withoutRows(String path) {
        return Optional.ofNullable(withoutRows.get(path));
    }

    /**
     * Checks that the reader will find the frames of videos.
     *
     * @throws ExportRefusedException when an episode is too long for that
     */
    void requireTimesForVideos() {
        if (tooLong != null) {
            throw new ExportRefusedException(tooLong.where()
                    + " is so long that float32 timestamps, by which LeRobot finds the"
                    + " frames of videos, are off by more than 0.1 ms; export pictures"
                    + " as PNG, or leave it out");
        }
    }

    /** Names of the videos that any episode has. */
    Set<String> videoNames() {
        return videoNames;
    }
}
