package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.DatasetSurvey;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.format.Sentence;
import io.github.roboreel.recorder.plan.StepSchedule;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.files.VideoClipInfo;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A first look at all episodes, without their rows: what all must have in common in a LeRobot dataset. */
final class LeRobotSurvey {
    /**
     * An episode.
     *
     * @param facts what is known of it
     * @param steps number of its steps
     */
    record Surveyed(EpisodeFacts facts, long steps) {}

    private static final double TOLERANCE = 1e-6;
    /** What the library's reader allows between a row's time and its frame's, s. */
    private static final double TIME_TOLERANCE_SECONDS = 1e-4;

    private final List<Surveyed> episodes = new ArrayList<>();
    private final Set<String> tasks = new LinkedHashSet<>();
    private final Set<String> metrics = new LinkedHashSet<>();
    private final Set<String> videoNames = new LinkedHashSet<>();
    private final DatasetSurvey arrays;
    private int fps;

    /**
     * Goes through all episodes.
     *
     * @throws ExportRefusedException naming the first that does not fit
     */
    LeRobotSurvey(EpisodeSource source) throws IOException {
        arrays = DatasetSurvey.of(source, this::look);
        for (String path : arrays.fields().keySet()) {
            if (decidesActions(path)) {
                String advice = ", so nobody knows which belong together; recover its run, or leave it out";
                arrays.rows().get(path).requireOneEachStep(path, advice);
            }
        }
    }

    private void look(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        requireRegular(facts, episode);
        int rate = rate(facts);
        if (episodes.isEmpty()) {
            fps = rate;
        } else if (rate != fps) {
            throw new ExportRefusedException(Sentence.of(
                    "%s has %d steps per second, %s has %d, and a LeRobot dataset has one rate; export them apart",
                    facts.where(), rate, episodes.get(0).facts().where(), fps));
        }
        episodes.add(new Surveyed(facts, episode.numSamples()));
        tasks.add(task(facts));
        metrics.addAll(facts.metrics().keySet());
        videoNames.addAll(facts.videos().keySet());
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

    /** What a row cannot do without, or what would be missing silently. */
    private static boolean decidesActions(String path) {
        return path.equals(DemoPaths.ACTIONS)
                || DemoPaths.isIn(DemoPaths.OBS, path)
                || DemoPaths.isIn(DemoPaths.STATES, path);
    }

    private static int rate(EpisodeFacts facts) {
        double rate = 1 / facts.dtSeconds();
        long rounded = Math.round(rate);
        boolean isWhole = rounded >= 1 && rounded <= Integer.MAX_VALUE && isSameRate(rate, rounded);
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

    /** Whether two rates, per second, are the same. */
    static boolean isSameRate(double rate, double fps) {
        return Math.abs(rate - fps) <= TOLERANCE * fps;
    }

    /** Whether a video shows frame k at k / fps. */
    static boolean isAtRate(VideoClipInfo video, int fps) {
        return video.isConstantRate() && isSameRate(video.fps(), fps);
    }

    /** Whether the reader finds the frames of so many steps by their times, which are float32. */
    static boolean isFoundByTime(long steps, int fps) {
        for (long frame = 0; frame < steps; frame++) {
            double time = (double) frame / fps;
            if (Math.abs((float) time - time) > TIME_TOLERANCE_SECONDS) {
                return false;
            }
        }
        return true;
    }

    /** What the policy was told; the environment's name where it was told nothing. */
    static String task(EpisodeFacts facts) {
        return facts.instruction().isBlank() ? facts.envName() : facts.instruction();
    }

    /** Whether an array has a row for every step. */
    static boolean isPerStep(String path) {
        return !DemoPaths.isIn(DemoPaths.INITIAL_STATE, path) && !DemoPaths.isIn(DemoPaths.FINAL_OBS, path);
    }

    DatasetSurvey arrays() {
        return arrays;
    }

    List<Surveyed> episodes() {
        return episodes;
    }

    /** Steps per second. */
    int fps() {
        return fps;
    }

    List<String> tasks() {
        return List.copyOf(tasks);
    }

    List<String> metrics() {
        return List.copyOf(metrics);
    }

    /** Names of the videos that any episode has. */
    Set<String> videoNames() {
        return videoNames;
    }

    /**
     * Checks that the reader will find the frames of videos.
     *
     * @throws ExportRefusedException when an episode is too long for that
     */
    void requireTimesForVideos() {
        for (Surveyed episode : episodes) {
            if (!isFoundByTime(episode.steps(), fps)) {
                throw new ExportRefusedException(episode.facts().where()
                        + " is so long that float32 timestamps, by which LeRobot finds the"
                        + " frames of videos, are off by more than 0.1 ms; export pictures"
                        + " as PNG, or leave it out");
            }
        }
    }
}
