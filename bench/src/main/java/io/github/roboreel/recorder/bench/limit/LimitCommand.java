package io.github.roboreel.recorder.bench.limit;

import io.github.roboreel.recorder.bench.continuous.ContinuousBenchmarkRun;
import io.github.roboreel.recorder.bench.continuous.ContinuousSpec;
import io.github.roboreel.recorder.bench.record.BenchArguments;
import io.github.roboreel.recorder.bench.record.BenchFields;
import io.github.roboreel.recorder.bench.record.Figures;
import io.github.roboreel.recorder.bench.record.OutputOptions;
import io.github.roboreel.recorder.bench.record.OutputSubfolder;
import io.github.roboreel.recorder.bench.record.RecordRun;
import io.github.roboreel.recorder.bench.record.RecordSpec;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench limit}: HDF5's calls alone, and the recorder beside them. */
@Command(
        name = "limit",
        description = {
            "Writes run files by HDF5's calls alone, with chunks that are ready, on one thread: an episode for each of"
                    + " many envs, and short episodes that follow each other. The recorder records the same in turn, in"
                    + " the same JVM; the ratio says how much of the limit it reaches."
        },
        mixinStandardHelpOptions = true)
public final class LimitCommand implements Callable<Integer> {
    private static final int SHORT_ENVS = 16;

    @Spec
    private CommandSpec command;

    @Option(
            names = {"--num_envs", "--num-envs"},
            split = ",",
            defaultValue = "16,64,256,1024",
            description = "Parallel envs with an episode each, separated by commas (${DEFAULT-VALUE}).")
    private List<Integer> numEnvs;

    @Option(
            names = "--steps",
            defaultValue = "0",
            description = "Steps of each of these; 0 for 600 to 8000, as 100 MB of rows take.")
    private int steps;

    @Option(
            names = {"--short-episodes", "--short_episodes"},
            defaultValue = "2048",
            description = "Short episodes of 16 envs (${DEFAULT-VALUE}).")
    private int shortEpisodes;

    @Option(
            names = {"--short-steps", "--short_steps"},
            defaultValue = "22",
            description = "Steps of each of these (${DEFAULT-VALUE}).")
    private int shortSteps;

    @Option(
            names = "--rounds",
            defaultValue = "3",
            description = "Rounds after the first; their medians count (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = {"--only-limit", "--only_limit"},
            description = "Leave the recorder out.")
    private boolean onlyLimit;

    @Mixin
    private OutputOptions output = new OutputOptions();

    public LimitCommand() {}

    @Override
    public Integer call() throws IOException {
        numEnvs.forEach(envs -> BenchArguments.requireAtLeast("--num-envs", envs, 1));
        BenchArguments.requireAtLeast("--steps", steps, 0);
        BenchArguments.requireAtLeast("--short-episodes", shortEpisodes, SHORT_ENVS);
        BenchArguments.requireAtLeast("--short-steps", shortSteps, 1);
        BenchArguments.requireAtLeast("--rounds", rounds, 1);
        List<Figures> results = new ArrayList<>();
        PrintWriter err = command.commandLine().getErr();
        try (OutputSubfolder folder = output.subfolder(false)) {
            for (LimitCase limit : cases()) {
                Figures result = measure(limit, folder.path());
                err.println(results.isEmpty() ? result.head() + System.lineSeparator() + result.row() : result.row());
                results.add(result);
            }
        }
        Figures figures =
                new Figures().put("bench", "limit").put("rounds", rounds).put("cases", results);
        command.commandLine().getOut().println(figures.line());
        return 0;
    }

    private List<LimitCase> cases() {
        List<LimitCase> cases = new ArrayList<>();
        numEnvs.forEach(envs -> cases.add(LimitCase.ofEnvs(envs, steps)));
        cases.add(new LimitCase(SHORT_ENVS, shortSteps, shortEpisodes, BenchFields.small()));
        cases.add(new LimitCase(SHORT_ENVS, shortSteps, shortEpisodes, BenchFields.proprio()));
        return cases;
    }

    private Figures measure(LimitCase limit, Path folder) throws IOException {
        BareRun bare = new BareRun(limit, folder.resolve("rows"));
        OutputSubfolder.delete(folder.resolve("rows"));
        List<Double> bareSeconds = new ArrayList<>();
        List<Double> recorderSeconds = new ArrayList<>();
        for (int round = 0; round <= rounds; round++) {
            Path own = folder.resolve("files");
            double seconds = bare.seconds(own);
            OutputSubfolder.delete(own);
            double recorded = onlyLimit ? Double.NaN : recorderSeconds(limit, own);
            if (round > 0) {
                bareSeconds.add(seconds);
                recorderSeconds.add(recorded);
            }
        }
        long chunks = bare.chunks() / (rounds + 1);
        return figures(limit, chunks, Figures.median(bareSeconds), Figures.median(recorderSeconds));
    }

    private static double recorderSeconds(LimitCase limit, Path folder) throws IOException {
        double seconds = limit.isContinuous()
                ? new ContinuousBenchmarkRun(continuous(limit))
                        .continuous(folder)
                        .wallSeconds()
                : new RecordRun(RecordSpec.proprio(limit.numEnvs(), limit.steps())
                                .withFields(limit.fields()))
                        .record(folder)
                        .seconds()
                        .wall();
        OutputSubfolder.delete(folder);
        return seconds;
    }

    private static ContinuousSpec continuous(LimitCase limit) {
        return new ContinuousSpec(
                limit.numEnvs(),
                limit.episodes(),
                limit.steps(),
                limit.steps(),
                limit.fields(),
                0,
                Hdf5Settings.FLUSH_INTERVAL_SECONDS.defaultValue(),
                false);
    }

    private static Figures figures(LimitCase limit, long chunks, double seconds, double recorderSeconds) {
        return new Figures()
                .put("num_envs", limit.numEnvs(), "envs")
                .put("episodes", limit.episodes(), "episodes")
                .put("steps", limit.steps(), "steps")
                .put("datasets", limit.datasets(), "datasets")
                .put("limit_s", seconds, 3, "limit s", 2)
                .put("chunks", chunks)
                .put("limit_chunks_per_s", chunks / seconds, 0, "chunks/s", 0)
                .put("limit_env_steps_per_s", limit.envSteps() / seconds, 0, "env-steps/s", 0)
                .put("limit_episodes_per_s", limit.episodes() / seconds, 1, "episodes/s", 1)
                .put("recorder_s", recorderSeconds, 3, "recorder s", 2)
                .put("recorder_env_steps_per_s", limit.envSteps() / recorderSeconds, 0)
                .put("recorder_episodes_per_s", limit.episodes() / recorderSeconds, 1)
                .put("ratio", seconds / recorderSeconds, 3, "ratio", 2);
    }
}
