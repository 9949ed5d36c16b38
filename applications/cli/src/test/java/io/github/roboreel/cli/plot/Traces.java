package io.github.roboreel.cli.plot;

import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.metrics.EpisodeMetrics;
import io.github.roboreel.recorder.metrics.EpisodeSignals;
import io.github.roboreel.recorder.metrics.Signal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Made-up episodes. */
final class Traces {
    private static final double DT = 1.0 / 15;

    private Traces() {}

    static EpisodeTrace withEvents(List<EpisodeEvent> events) {
        EpisodeTrace bare = episode(5, 7, Verdict.SUCCESS, false);
        return new EpisodeTrace(
                bare.title(), bare.signals(), bare.jointNames(), bare.metrics(), Optional.empty(), events);
    }

    static EpisodeTrace atRest() {
        return trace(Signal.of(new double[3 * 20], 3), Signal.of(new double[7 * 20], 7), Verdict.UNKNOWN, true);
    }

    static EpisodeTrace episode(int steps, int joints, Verdict verdict, boolean targets) {
        double[] position = new double[3 * steps];
        Arrays.setAll(position, i -> Math.sin(0.05 * (i / 3) * (i % 3 + 1)));
        double[] angle = new double[joints * steps];
        Arrays.setAll(angle, i -> Math.cos(0.1 * (i / joints) + i % joints));
        return trace(Signal.of(position, 3), Signal.of(angle, joints), verdict, targets);
    }

    private static EpisodeTrace trace(Signal position, Signal joints, Verdict verdict, boolean targets) {
        EpisodeSignals signals = new EpisodeSignals(
                DT,
                Optional.of(position),
                Optional.of(position.derivative(DT)),
                Optional.of(joints),
                Optional.of(joints.derivative(DT)),
                targets ? Optional.of(joints) : Optional.empty());
        return new EpisodeTrace(
                new EpisodeTrace.Title("Env", "episode 7", "episode_007", verdict),
                signals,
                List.of("shoulder"),
                EpisodeMetrics.STANDARD.compute(signals),
                Optional.empty(),
                List.of());
    }
}
