package io.github.roboreel.dataset.lerobot;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the dataset will hold, decided before anything is written.
 *
 * @param fps frames per second
 * @param columns of the tables, in order
 * @param cameras that become videos
 * @param tasks what the policy was told, each once, in the order of their first episode
 * @param metrics names of all metrics of the episodes
 * @param episodes number of them
 * @param steps of all of them
 * @param hasRewards whether there is a column of rewards
 * @param notes what the reader of the dataset should know, a sentence each
 */
record LeRobotPlan(
        int fps,
        List<Column> columns,
        List<Camera> cameras,
        List<String> tasks,
        List<String> metrics,
        long episodes,
        long steps,
        boolean hasRewards,
        List<String> notes) {
    LeRobotPlan {
        columns = List.copyOf(columns);
        cameras = List.copyOf(cameras);
        tasks = List.copyOf(tasks);
        metrics = List.copyOf(metrics);
        notes = List.copyOf(notes);
    }

    /** Columns and cameras. */
    List<Feature> features() {
        return Stream.concat(
                        columns.stream().map(Column::feature), cameras.stream().map(Camera::feature))
                .toList();
    }

    Map<String, Object> featuresJson() {
        return features().stream()
                .collect(Collectors.toMap(Feature::key, Feature::json, (a, b) -> a, LinkedHashMap::new));
    }
}
