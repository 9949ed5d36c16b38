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

/** Computes {@code crate_path_m}: how far the crate was moved. */
public final class CratePathProvider implements EpisodeMetricSetProvider {
    private static final String NAME = "crate_path_m";
    private static final String START = "initial_state/crate_pose";
    private static final String AFTER = "states/crate_pose";

    @Override
    public List<MetricInfo> metrics() {
        return List.of(MetricInfo.of(NAME, "Crate path", "m")
                .shownIn("cm", 100)
                .withDecimals(1)
                .needing(AFTER + " and " + START));
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of();
    }

    @Override
    public EpisodeMetricSet create(RecorderConfig config) {
        return CratePathProvider::compute;
    }

    private static Map<String, Double> compute(EpisodeReader episode, double dtSeconds) throws IOException {
        if (!episode.has(AFTER) || !episode.has(START)) {
            return Map.of(); // an episode of another simulator
        }
        double[] before = episode.readDoubles(START);
        double[] poses = episode.readDoubles(AFTER);
        double metres = 0;
        for (int at = 0; at < poses.length; at += MovingBody.POSE) {
            metres +=
                    Math.hypot(Math.hypot(poses[at] - before[0], poses[at + 1] - before[1]), poses[at + 2] - before[2]);
            System.arraycopy(poses, at, before, 0, MovingBody.POSE);
        }
        return Map.of(NAME, metres);
    }
}
