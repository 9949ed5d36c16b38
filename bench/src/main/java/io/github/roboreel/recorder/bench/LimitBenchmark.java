package io.github.roboreel.recorder.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench limit}: HDF5's calls alone, and the recorder beside them. */
@Command(
        name = "limit",
        description = {
            "Writes run files by HDF5's calls alone, with chunks that are ready, on one thread: an episode for each of"
                    + " many envs, and short episodes that follow each other. The recorder records the same in turn, in"
                    + " the same JVM; the ratio says how much of the limit it reaches."
        },
        mixinStandardHelpOptions = true)
final class LimitBenchmark extends BenchCommand.OnDisk {
    private static final int SHORT_ENVS = 16;

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

    @Mixin
    private Options.Rounds rounds = new Options.Rounds(3);

    @Option(
            names = {"--only-limit", "--only_limit"},
            description = "Leave the recorder out.")
    private boolean onlyLimit;

    /**
     * What is written.
     *
     * @param numEnvs parallel envs
     * @param steps of an episode
     * @param episodes of all envs: as many as envs, one after the other where they are more
     * @param fields of a step
     */
    record Case(int numEnvs, int steps, int episodes, BenchFields fields) {
        boolean isContinuous() {
            return episodes > numEnvs;
        }

        double recorderSeconds(Path folder) throws IOException {
            double seconds = isContinuous()
                    ? new ContinuousRecording(
                                    new ContinuousRecording.Spec(numEnvs, episodes, steps, steps, 0, false), fields)
                            .continuous(folder)
                            .wallSeconds()
                    : new RecordRun(RecordSpec.proprio(numEnvs, steps).withFields(fields))
                            .record(folder)
                            .seconds()
                            .wall();
            OutputSubfolder.delete(folder);
            return seconds;
        }
    }

    @Override
    void check() {
        numEnvs.forEach(envs -> Options.requireAtLeast("--num-envs", envs, 1));
        Options.requireAtLeast("--steps", steps, 0);
        Options.requireAtLeast("--short-episodes", shortEpisodes, SHORT_ENVS);
        Options.requireAtLeast("--short-steps", shortSteps, 1);
        rounds.count();
    }

    @Override
    Figures measure(Path folder) throws IOException {
        BenchFields proprio = BenchFields.proprio();
        List<Case> cases = new ArrayList<>();
        // As long as bench scale records.
        numEnvs.forEach(
                envs -> cases.add(new Case(envs, steps == 0 ? proprio.sweepSteps(envs) : steps, envs, proprio)));
        cases.add(new Case(SHORT_ENVS, shortSteps, shortEpisodes, BenchFields.small()));
        cases.add(new Case(SHORT_ENVS, shortSteps, shortEpisodes, proprio));
        List<Figures> results = new ArrayList<>();
        for (Case limit : cases) {
            add(results, measure(limit, folder));
        }
        return new Figures().put("bench", "limit").put("rounds", rounds.count()).put("cases", results);
    }

    private Figures measure(Case limit, Path folder) throws IOException {
        BareRun bare = new BareRun(limit, folder.resolve("rows"));
        OutputSubfolder.delete(folder.resolve("rows"));
        List<Double> bareSeconds = new ArrayList<>();
        List<Double> recorderSeconds = new ArrayList<>();
        for (int round = 0; round <= rounds.count(); round++) {
            Path own = folder.resolve("files");
            double seconds = bare.seconds(own);
            OutputSubfolder.delete(own);
            double recorded = onlyLimit ? Double.NaN : limit.recorderSeconds(own);
            if (round > 0) {
                bareSeconds.add(seconds);
                recorderSeconds.add(recorded);
            }
        }
        long chunks = bare.chunks() / (rounds.count() + 1);
        double seconds = Figures.median(bareSeconds);
        double recorder = Figures.median(recorderSeconds);
        long envSteps = (long) limit.episodes() * limit.steps();
        int datasets = limit.fields().schema().storedSpecs().size();
        return new Figures()
                .put("num_envs", limit.numEnvs(), "envs")
                .put("episodes", limit.episodes(), "episodes")
                .put("steps", limit.steps(), "steps")
                .put("datasets", datasets, "datasets")
                .put("limit_s", seconds, 3, "limit s", 2)
                .put("chunks", chunks)
                .put("limit_chunks_per_s", chunks / seconds, 0, "chunks/s", 0)
                .put("limit_env_steps_per_s", envSteps / seconds, 0, "env-steps/s", 0)
                .put("limit_episodes_per_s", limit.episodes() / seconds, 1, "episodes/s", 1)
                .put("recorder_s", recorder, 3, "recorder s", 2)
                .put("recorder_env_steps_per_s", envSteps / recorder, 0)
                .put("recorder_episodes_per_s", limit.episodes() / recorder, 1)
                .put("ratio", seconds / recorder, 3, "ratio", 2);
    }
}
