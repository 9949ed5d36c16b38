package io.github.roboreel.recorder.bench.continuous;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.bench.record.BenchFields;
import io.github.roboreel.recorder.bench.record.Figures;
import io.github.roboreel.recorder.bench.record.OutputOptions;
import io.github.roboreel.recorder.bench.record.OutputSubfolder;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench continuous}: continuous episodes beside one episode per env and run. */
@Command(
        name = "continuous",
        description = {
            "Records episodes of random lengths that follow each other at once, and as many of their mean length with"
                    + " one per env and run, in turn in one JVM."
        },
        mixinStandardHelpOptions = true)
public final class ContinuousCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command;

    @Option(
            names = {"--num_envs", "--num-envs"},
            defaultValue = "64",
            description = "Parallel envs (${DEFAULT-VALUE}).")
    private int numEnvs;

    @Option(names = "--episodes", defaultValue = "2000", description = "Episodes of a recording (${DEFAULT-VALUE}).")
    private int episodes;

    @Option(names = "--shortest", defaultValue = "5", description = "Steps of the shortest (${DEFAULT-VALUE}).")
    private int shortest;

    @Option(names = "--longest", defaultValue = "500", description = "Steps of the longest (${DEFAULT-VALUE}).")
    private int longest;

    @Option(
            names = {"--pace-hz", "--pace_hz"},
            defaultValue = "0",
            description = "Vector steps per second; 0 for as fast as possible (${DEFAULT-VALUE}).")
    private double paceHz;

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

    @Mixin
    private OutputOptions output = new OutputOptions();

    public ContinuousCommand() {}

    @Override
    public Integer call() throws IOException {
        ContinuousSpec spec = new ContinuousSpec(
                numEnvs, episodes, shortest, longest, BenchFields.proprio(), paceHz, flushSeconds, metrics);
        List<ContinuousReport> ofMode = new ArrayList<>();
        List<ContinuousReport> ofOther = new ArrayList<>();
        try (OutputSubfolder folder = output.subfolder(false)) {
            for (int round = 0; round <= rounds; round++) {
                ofMode.add(measure(spec, folder.path(), true));
                if (!onlyContinuous) {
                    ofOther.add(measure(spec, folder.path(), false));
                }
            }
        }
        print(ofMode, ofOther);
        return 0;
    }

    private static ContinuousReport measure(ContinuousSpec spec, Path folder, boolean continuous) throws IOException {
        Path own = folder.resolve("recording");
        ContinuousBenchmarkRun run = new ContinuousBenchmarkRun(spec);
        ContinuousReport report = continuous ? run.continuous(own) : run.onePerRun(own);
        OutputSubfolder.delete(own);
        return report;
    }

    private void print(List<ContinuousReport> ofMode, List<ContinuousReport> ofOther) {
        Map<String, Figures> rows = new LinkedHashMap<>();
        List<Figures> recordings = new ArrayList<>();
        for (int round = 0; round < ofMode.size(); round++) {
            add(rows, recordings, round, ofMode.get(round));
            if (!onlyContinuous) {
                add(rows, recordings, round, ofOther.get(round));
            }
        }
        Figures figures = new Figures()
                .put("bench", "continuous")
                .put("num_envs", numEnvs)
                .put("pace_hz", paceHz)
                .put("flush_interval_s", flushSeconds)
                .put("recordings", recordings);
        String table = Figures.table("", rows);
        if (!onlyContinuous) {
            double ratio = warmMedian(ofMode) / warmMedian(ofOther);
            figures.put("ratio", ratio, 3);
            table += Sentence.of("%ncontinuous / one per run, warm medians of steps/s: %.2f", ratio);
        }
        figures.print(command.commandLine(), table);
    }

    private static void add(Map<String, Figures> rows, List<Figures> recordings, int round, ContinuousReport report) {
        Figures figures = report.figures().put("mode", report.mode()).put("round", round);
        rows.put(round + " " + report.mode(), figures);
        recordings.add(figures);
    }

    private static double warmMedian(List<ContinuousReport> reports) {
        return Figures.median(reports.subList(Math.min(1, reports.size() - 1), reports.size()).stream()
                .map(ContinuousReport::envStepsPerSecond)
                .toList());
    }
}
