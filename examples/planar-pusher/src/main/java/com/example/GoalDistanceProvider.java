package com.example;

import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.Setting;
import io.github.roboreel.recorder.spi.EpisodeMetricSet;
import io.github.roboreel.recorder.spi.EpisodeMetricSetProvider;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.MetricInfo;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Computes {@code goal_distance_m}: how far from the goal the puck lies after the last action. */
public final class GoalDistanceProvider implements EpisodeMetricSetProvider {
    private static final String NAME = "goal_distance_m";

    @Override
    public List<MetricInfo> metrics() {
        return List.of(MetricInfo.of(NAME, "Goal distance", "m")
                .shownIn("cm", 100)
                .withDecimals(1)
                .needing(PusherFields.PUCK_STATE + " and " + PusherFields.GOAL));
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of();
    }

    @Override
    public EpisodeMetricSet create(RecorderConfig config) {
        return GoalDistanceProvider::compute;
    }

    private static Map<String, Double> compute(EpisodeReader episode, double dtSeconds) throws IOException {
        long last = episode.numSamples() - 1;
        if (last < 0 || !episode.has(PusherFields.PUCK_STATE)) {
            return Map.of(); // an episode of another simulator
        }
        double[] puck = episode.readDoubles(PusherFields.PUCK_STATE, last, last + 1);
        double[] goal = episode.readDoubles(PusherFields.GOAL, last, last + 1);
        return Map.of(NAME, Math.hypot(goal[0] - puck[0], goal[1] - puck[1]));
    }
}
