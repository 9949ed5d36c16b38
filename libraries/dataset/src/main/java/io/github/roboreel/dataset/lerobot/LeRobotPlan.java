package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.DatasetSurvey;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recordings.transform.statistics.LeRobotNames;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the dataset will hold, decided before anything is written.
 *
 * @param robotType what the dataset says about the robot; empty for nothing
 * @param fps frames per second
 * @param columns of the tables, in order
 * @param cameras that become videos
 * @param tasks what the policy was told, each once, in the order of their first episode
 * @param metrics names of all metrics of the episodes
 * @param episodes of the dataset
 * @param notes what the reader of the dataset should know, a sentence each
 */
record LeRobotPlan(
        Optional<String> robotType,
        int fps,
        List<Column> columns,
        List<LeRobotCamera> cameras,
        List<String> tasks,
        List<String> metrics,
        Episodes episodes,
        List<String> notes) {
    /**
     * All episodes of a dataset.
     *
     * @param count number of them
     * @param steps of all of them
     * @param splits by name, the episodes of each: {@code first:end}
     */
    record Episodes(long count, long steps, Map<String, String> splits) {
        Episodes {
            splits = Collections.unmodifiableMap(new LinkedHashMap<>(splits));
        }
    }

    /**
     * Episodes that follow each other, whose files are made together.
     *
     * @param firstEpisode index of the first
     * @param episodes number of them
     * @param firstStep index of its first step
     * @param steps of all of them
     * @param file number of the first file of each table
     * @param fileBytes when a file of a table is full, and another follows
     * @param videoBytes the same of a camera's videos
     */
    record Part(
            long firstEpisode, long episodes, long firstStep, long steps, int file, long fileBytes, long videoBytes) {}

    LeRobotPlan {
        columns = List.copyOf(columns);
        cameras = List.copyOf(cameras);
        tasks = List.copyOf(tasks);
        metrics = List.copyOf(metrics);
        notes = List.copyOf(notes);
    }

    /**
     * Decides what becomes of the episodes.
     *
     * @throws ExportRefusedException when they do not fit a dataset
     */
    static LeRobotPlan of(LeRobotOptions options, LeRobotSurvey survey) {
        DatasetSurvey all = survey.arrays();
        return new Planner(options, survey, all)
                .plan(new Episodes(all.episodes(), all.steps(), Map.of("train", "0:" + all.episodes())));
    }

    /** The same for some of the episodes, or for others of the same kind. */
    static LeRobotPlan of(LeRobotOptions options, LeRobotSurvey survey, Episodes episodes) {
        return new Planner(options, survey, survey.arrays()).plan(episodes);
    }

    /** All of it, in files of those sizes. */
    Part whole(long fileBytes, long videoBytes) {
        return new Part(0, episodes.count(), 0, episodes.steps(), 0, fileBytes, videoBytes);
    }

    /** Whether there is a column of rewards. */
    boolean hasRewards() {
        return columns.stream().anyMatch(column -> column.key().equals(LeRobotNames.REWARD));
    }

    /** Columns and cameras. */
    List<LeRobotFeature> features() {
        return Stream.concat(
                        columns.stream().map(Column::feature), cameras.stream().map(LeRobotCamera::feature))
                .toList();
    }

    /** Those that have statistics. */
    List<LeRobotFeature> measured() {
        return features().stream().filter(LeRobotFeature::isMeasured).toList();
    }

    Map<String, Object> featuresJson() {
        return features().stream()
                .collect(Collectors.toMap(LeRobotFeature::key, LeRobotFeature::entry, (a, b) -> a, LinkedHashMap::new));
    }

    private static final class Planner {
        private final LeRobotOptions options;
        private final LeRobotSurvey survey;
        private final DatasetSurvey arrays;
        private final LeRobotFeature.Keys keys = new LeRobotFeature.Keys();
        private final CameraPlanner pictures;
        private final List<String> notes = new ArrayList<>();

        Planner(LeRobotOptions options, LeRobotSurvey survey, DatasetSurvey arrays) {
            this.options = options;
            this.survey = survey;
            this.arrays = arrays;
            pictures = new CameraPlanner(options.images(), survey, arrays, keys, notes);
        }

        LeRobotPlan plan(Episodes episodes) {
            notes.addAll(arrays.notes());
            notes.addAll(survey.notes());
            boolean hasRewards = hasRewards();
            List<Column> columns = new ColumnPlanner(survey, arrays, options, keys, notes).columns(hasRewards);
            columns.addAll(language());
            columns.addAll(pictures.columns());
            List<LeRobotCamera> cameras = pictures.cameras();
            if (!cameras.isEmpty()) {
                survey.requireTimesForVideos();
            }
            requireDistinctMetrics();
            noteWhatHasNoRow();
            noteWhatIsBelowRobolab(columns);
            return new LeRobotPlan(
                    options.robotType().or(survey::robot),
                    survey.fps(),
                    columns,
                    cameras,
                    survey.tasks(),
                    survey.metrics(),
                    episodes,
                    notes);
        }

        private List<Column> language() {
            List<Column> columns = new LanguagePlanner(survey, arrays, options.hasLanguage(), notes).columns();
            columns.forEach(column -> keys.take(column.key(), column.key()));
            return columns.stream()
                    .map(column -> column.with(survey.origin().described(column.feature(), survey.fps())))
                    .toList();
        }

        private void noteWhatIsBelowRobolab(List<Column> columns) {
            if (columns.stream().anyMatch(column -> column.key().startsWith("robolab."))) {
                notes.add("What is below robolab has the recorded values, those of float16 as float32;"
                        + " robolab.obs is from before the action; states, ee_pose, bbox and subtask are from"
                        + " after it");
            }
        }

        private void requireDistinctMetrics() {
            LeRobotFeature.Keys names = new LeRobotFeature.Keys();
            survey.metrics().forEach(metric -> names.take("metric." + metric, "metric " + metric));
        }

        private void noteWhatHasNoRow() {
            if (!arrays.below(DemoPaths.INITIAL_STATE).isEmpty()) {
                notes.add("The state after the reset (initial_state) is left out, but for what"
                        + " observation.state starts with: LeRobot has a row per action");
            }
            if (arrays.counts().finalObservations() > 0) {
                notes.add("The observation after the last action (final_obs) is left out: LeRobot has a"
                        + " row per action");
            }
        }

        private boolean hasRewards() {
            boolean hasRewards =
                    options.reward() != RewardPolicy.RECORDED || arrays.fields().containsKey(DemoPaths.REWARDS);
            notes.add(
                    hasRewards
                            ? "next.reward: " + options.reward().source(arrays)
                            : "There is no next.reward: none was recorded; success or score-delta"
                                    + " as its source gives one");
            return hasRewards;
        }
    }
}
