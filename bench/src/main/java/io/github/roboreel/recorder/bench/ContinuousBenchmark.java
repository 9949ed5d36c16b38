package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench continuous}: continuous episodes beside one episode per env and run. */
@Command(
        name = "continuous",
        description = {
            "Records episodes of random lengths that follow each other at once, and as many of their mean length with"
                    + " one per env and run, in turn in one JVM."
        },
        mixinStandardHelpOptions = true)
final class ContinuousBenchmark extends BenchCommand.OnDisk {
    private static final String CONTINUOUS = "continuous";
    private static final String ONE_PER_RUN = "one episode per env and run";

    @Mixin
    private Options.Envs envs = new Options.Envs(64);

    @Mixin
    private Options.EpisodeCount episodes = new Options.EpisodeCount(2000);

    @Option(names = "--shortest", defaultValue = "5", description = "Steps of the shortest (${DEFAULT-VALUE}).")
    private int shortest;

    @Option(names = "--longest", defaultValue = "500", description = "Steps of the longest (${DEFAULT-VALUE}).")
    private int longest;

    @Mixin
    private Options.PaceHz pace = new Options.PaceHz(0);

    @Option(
            names = {"--flush-interval-seconds", "--flush_interval_seconds"},
            description = "hdf5.flush_interval_seconds: 0 for no flush by time; the recorder's default if not given.")
    private double flushSeconds = Hdf5Settings.FLUSH_INTERVAL_SECONDS.defaultValue();

    @Option(names = "--rounds", defaultValue = "3", description = "Rounds after the first (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--metrics", description = "Compute each episode's metrics.")
    private boolean metrics;

    @Option(
            names = {"--only-continuous", "--only_continuous"},
            description = "Leave out what it is compared with.")
    private boolean onlyContinuous;

    @Override
    void check() {
        pace.hz();
        if (episodes.count() < envs.count() || shortest < 1 || longest < shortest || rounds < 0) {
            throw new IllegalArgumentException("expected as many --episodes as --num-envs at least,"
                    + " 1 <= --shortest <= --longest, and --rounds of 0 or more");
        }
    }

    @Override
    Figures measure(Path folder) throws IOException {
        List<String> modes = onlyContinuous ? List.of(CONTINUOUS) : List.of(CONTINUOUS, ONE_PER_RUN);
        Map<String, List<Double>> speeds = new LinkedHashMap<>();
        Map<String, Figures> rows = new LinkedHashMap<>();
        for (int round = 0; round <= rounds; round++) {
            for (String mode : modes) {
                ContinuousRecording run = record(folder.resolve("recording"), mode);
                rows.put(round + " " + mode, run.figures().put("mode", mode).put("round", round));
                if (round > 0 || rounds == 0) {
                    speeds.computeIfAbsent(mode, m -> new ArrayList<>()).add(run.envStepsPerSecond());
                }
            }
        }
        Figures figures = new Figures()
                .put("bench", "continuous")
                .put("num_envs", envs.count())
                .put("pace_hz", pace.hz())
                .put("flush_interval_s", flushSeconds)
                .put("recordings", rows.values())
                .say(Figures.table("", rows));
        if (!onlyContinuous) {
            double ratio = Figures.median(speeds.get(CONTINUOUS)) / Figures.median(speeds.get(ONE_PER_RUN));
            figures.put("ratio", ratio, 3)
                    .say(Sentence.of("continuous / one per run, warm medians of steps/s: %.2f", ratio));
        }
        return figures;
    }

    private ContinuousRecording record(Path folder, String mode) throws IOException {
        RecorderConfig config = RecorderConfig.builder()
                .set(Hdf5Settings.FLUSH_INTERVAL_SECONDS, flushSeconds)
                .build();
        ContinuousRecording run = new ContinuousRecording(
                new ContinuousRecording.Spec(envs.count(), episodes.count(), shortest, longest, pace.hz(), metrics),
                BenchFields.proprio(),
                config);
        run = mode.equals(CONTINUOUS) ? run.continuous(folder) : run.onePerRun(folder);
        OutputSubfolder.delete(folder);
        return run;
    }
}
