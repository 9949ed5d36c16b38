package com.example;

import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.Setting;
import io.github.roboreel.recorder.spi.EpisodeMetricSet;
import io.github.roboreel.recorder.spi.EpisodeMetricSetProvider;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.MetricInfo;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Computes how much an episode moved, and how near the arm's fingertip was to the ball before the last action. */
public final class MujocoMetricsProvider implements EpisodeMetricSetProvider {
    private static final String MOVEMENT = "kinetic_energy_mean_j";
    private static final String DISTANCE = "fingertip_distance_m";

    @Override
    public List<MetricInfo> metrics() {
        return List.of(
                MetricInfo.of(MOVEMENT, "Kinetic energy", "J").needing(MujocoFields.ENERGY),
                MetricInfo.of(DISTANCE, "Fingertip to ball", "m")
                        .shownIn("cm", 100)
                        .withDecimals(1)
                        .needing(ArmTask.FINGERTIP + " and " + ArmTask.TARGET));
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of();
    }

    @Override
    public EpisodeMetricSet create(RecorderConfig config) {
        return MujocoMetricsProvider::compute;
    }

    private static Map<String, Double> compute(EpisodeReader episode, double dtSeconds) throws IOException {
        Map<String, Double> metrics = new HashMap<>();
        if (episode.numSamples() == 0) {
            return metrics;
        }
        if (episode.has(MujocoFields.ENERGY)) {
            metrics.put(MOVEMENT, meanKinetic(episode.readDoubles(MujocoFields.ENERGY)));
        }
        if (episode.has(ArmTask.FINGERTIP) && episode.has(ArmTask.TARGET)) {
            long last = episode.numSamples() - 1;
            double[] fingertip = episode.readDoubles(ArmTask.FINGERTIP, last, last + 1);
            metrics.put(DISTANCE, ArmTask.distance(fingertip, episode.readDoubles(ArmTask.TARGET, last, last + 1)));
        }
        return metrics;
    }

    /** Of rows of potential and kinetic energy. */
    private static double meanKinetic(double[] energies) {
        double sum = 0;
        for (int i = 1; i < energies.length; i += 2) {
            sum += energies[i];
        }
        return sum / (energies.length / 2);
    }
}
