package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code bench continuous}: continuous episodes beside one episode per env and run. */
@Command(
        name = "continuous",
        description =
                "Records episodes of random lengths that follow each other at once, and as many of their mean length"
                        + " with one per env and run, in turn in one JVM.")
final class ContinuousBenchmark extends Scenario {
    private static final String CONTINUOUS = "continuous";
    private static final String ONE_PER_RUN = "one episode per env and run";

    @Param
    private int numEnvs = 64;

    @Param
    private int episodes = 2000;

    @Param("Steps of the shortest")
    private int shortest = 5;

    @Param("Steps of the longest")
    private int longest = 500;

    @Param(min = 0)
    private double paceHz;

    @Param(value = "hdf5.flush_interval_seconds: 0 for no flush by time", min = 0)
    private double flushIntervalSeconds = Hdf5Settings.FLUSH_INTERVAL_SECONDS.defaultValue();

    @Param(value = "Rounds after the first", min = 0)
    private int rounds = 3;

    @Param("Compute each episode's metrics")
    private boolean metrics;

    @Param("Leave out what it is compared with")
    private boolean onlyContinuous;

    @Override
    void check() {
        if (episodes < numEnvs || longest < shortest) {
            throw new IllegalArgumentException(
                    "expected as many --episodes as --num-envs at least, and --shortest <= --longest");
        }
    }

    @Override
    void measure(Path folder) throws IOException {
        RecorderConfig config = RecorderConfig.builder()
                .set(Hdf5Settings.FLUSH_INTERVAL_SECONDS, flushIntervalSeconds)
                .build();
        RecordSpec spec = new RecordSpec(numEnvs, longest, BenchFields.proprio(), paceHz, config, metrics);
        Rounds speeds = new Rounds();
        Map<String, Figures> rows = new LinkedHashMap<>();
        for (int round = 0; round <= rounds; round++) {
            for (String mode : onlyContinuous ? List.of(CONTINUOUS) : List.of(CONTINUOUS, ONE_PER_RUN)) {
                ContinuousRecording recording = new ContinuousRecording(spec, episodes, shortest);
                Figures row = recording.record(folder.resolve("recording"), mode.equals(CONTINUOUS));
                delete(folder.resolve("recording"));
                rows.put(round + " " + mode, row.put("mode", mode).put("round", round));
                if (round > 0 || rounds == 0) {
                    speeds.add(mode, recording.envStepsPerSecond());
                }
            }
        }
        figures.put("flush_interval_s", flushIntervalSeconds).put("recordings", rows.values());
        say("", rows);
        if (!onlyContinuous) {
            double ratio = speeds.ratio(CONTINUOUS, ONE_PER_RUN);
            figures.put("ratio", ratio);
            say(Sentence.of("continuous / one per run, warm medians of steps/s: %.2f", ratio));
        }
    }
}
