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

    @Override
    public List<MetricInfo> metrics() {
        return List.of(MetricInfo.of(NAME, "Crate path", "m")
                .shownIn("cm", 100)
                .withDecimals(1)
                .needing(ArmFields.CRATE_POSE + " and " + ArmFields.START_POSE));
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
        if (!episode.has(ArmFields.CRATE_POSE) || !episode.has(ArmFields.START_POSE)) {
            return Map.of(); // an episode of another simulator
        }
        double[] before = episode.readDoubles(ArmFields.START_POSE);
        double[] poses = episode.readDoubles(ArmFields.CRATE_POSE);
        double metres = 0;
        for (int at = 0; at < poses.length; at += MovingBody.POSE) {
            metres += Math.hypot(
                    Math.hypot(poses[at] - before[0], poses[at + 1] - before[1]), poses[at + 2] - before[2]);
            System.arraycopy(poses, at, before, 0, MovingBody.POSE);
        }
        return Map.of(NAME, metres);
    }
}
