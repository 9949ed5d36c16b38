package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.DatasetSurvey;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Images;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.files.VideoClipFormat;
import io.github.roboreel.tools.episodes.EpisodeSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Looks at all episodes, without their rows, and decides what becomes of them. */
final class LeRobotPlanner {
    private final LeRobotOptions options;
    private final List<String> notes = new ArrayList<>();

    LeRobotPlanner(LeRobotOptions options) {
        this.options = options;
    }

    LeRobotPlan plan(EpisodeSource source) throws IOException {
        DatasetSurvey survey = DatasetSurvey.of(source);
        EpisodeChecks checks = new EpisodeChecks();
        source.visit(checks::look);
        boolean hasRewards = hasRewards(survey);
        FeatureKeys keys = new FeatureKeys();
        List<Column> columns = new ColumnPlanner(survey, checks, keys, notes).columns(hasRewards, options.reward());
        CameraPlanner planner = new CameraPlanner(survey, checks.fps(), keys);
        if (options.images() == Images.PNG) {
            columns.addAll(planner.columns());
        }
        if (options.images() != Images.NONE) {
            addDepthImages(planner, columns);
        }
        List<Camera> cameras = cameras(planner, source, checks);
        if (!cameras.isEmpty()) {
            checks.requireTimesForVideos();
        }
        requireDistinctMetrics(checks.metrics());
        noteWhatHasNoRow(survey);
        notes.add("What is below robolab has the recorded values, those of float16 as float32;"
                + " robolab.obs is from before the action; states, ee_pose, bbox and subtask are from"
                + " after it");
        return new LeRobotPlan(
                checks.fps(),
                columns,
                cameras,
                checks.tasks(),
                checks.metrics(),
                survey.episodes(),
                survey.steps(),
                hasRewards,
                notes);
    }

    private void addDepthImages(CameraPlanner planner, List<Column> columns) {
        columns.addAll(planner.depthColumns());
        if (planner.hasDepthImages()) {
            notes.add("Depth images are PNG files of 16 bits in the tables, in the recorded unit");
        }
    }

    private static void requireDistinctMetrics(List<String> metrics) {
        FeatureKeys keys = new FeatureKeys();
        metrics.forEach(metric -> keys.take("metric." + metric, "metric " + metric));
    }

    private void noteWhatHasNoRow(DatasetSurvey survey) {
        if (!survey.below(DemoPaths.INITIAL_STATE).isEmpty()) {
            notes.add("The state after the reset (initial_state) is left out, but for what"
                    + " observation.state starts with: LeRobot has a row per action");
        }
        if (survey.finalObservations() > 0) {
            notes.add(
                    "The observation after the last action (final_obs) is left out: LeRobot has a" + " row per action");
        }
    }

    private boolean hasRewards(DatasetSurvey survey) {
        boolean hasRewards =
                options.reward() != RewardPolicy.RECORDED || survey.fields().containsKey(DemoPaths.REWARDS);
        notes.add(
                hasRewards
                        ? "next.reward: " + options.reward().source(survey)
                        : "There is no next.reward: none was recorded; success or score-delta"
                                + " as its source gives one");
        return hasRewards;
    }

    private List<Camera> cameras(CameraPlanner planner, EpisodeSource source, EpisodeChecks checks) throws IOException {
        boolean hasVideos = !checks.videoNames().isEmpty();
        if (options.images() == Images.NONE) {
            if (hasVideos || planner.hasStoredFrames() || planner.hasDepthImages()) {
                notes.add("Stored frames and the episodes' own videos are left out, as asked for");
            }
            return List.of();
        }
        if (options.images() == Images.PNG || planner.hasStoredFrames()) {
            if (hasVideos) {
                notes.add("The episodes' own videos are left out: "
                        + (planner.hasStoredFrames()
                                ? "the stored frames are what was seen before each" + " action"
                                : "PNG files are made of stored frames, and there are" + " none"));
            }
            return options.images() == Images.PNG ? List.of() : planner.storedVideos();
        }
        if (!hasVideos) {
            return List.of();
        }
        notes.add("Cameras are the episodes' own videos, copied, and called "
                + Camera.AFTER_ACTION
                + "NAME: the recorder shows in frame k what is seen AFTER action k, so"
                + " they are no observation of row k; policies take every video for an"
                + " input unless theirs are named; key frames may be far apart, so that"
                + " random access is slow. Record images into the file to have"
                + " observation.images");
        return planner.ownVideos(source, checks.videoNames(), VideoClipFormat.mp4());
    }
}
