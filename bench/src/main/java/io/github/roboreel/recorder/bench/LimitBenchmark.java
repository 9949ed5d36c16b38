package io.github.roboreel.recorder.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code bench limit}: HDF5's calls alone, and the recorder beside them. */
@Command(
        name = "limit",
        description =
                "Writes run files by HDF5's calls alone, with chunks that are ready, on one thread: an episode for each"
                        + " of many envs, and short episodes that follow each other. The recorder records the same in turn, in"
                        + " the same JVM; the ratio says how much of the limit it reaches.")
final class LimitBenchmark extends Scenario {
    private static final int SHORT_ENVS = 16;

    @Param("Parallel envs with an episode each, separated by commas")
    private List<Integer> numEnvs = List.of(16, 64, 256, 1024);

    @Param(value = "Steps of each of these; 0 for 600 to 8000, as 100 MB of rows take", min = 0)
    private int steps;

    @Param(value = "Short episodes of 16 envs", min = SHORT_ENVS)
    private int shortEpisodes = 2048;

    @Param("Steps of each of these")
    private int shortSteps = 22;

    @Param
    private int rounds = 3;

    @Param("Leave the recorder out")
    private boolean onlyLimit;

    @Override
    void measure(Path folder) throws IOException {
        BenchFields proprio = BenchFields.proprio();
        List<Figures> cases = new ArrayList<>();
        for (int envs : numEnvs) {
            // As long as bench scale records.
            add(cases, measure(RecordSpec.proprio(envs, steps == 0 ? proprio.sweepSteps(envs) : steps), envs, folder));
        }
        for (BenchFields fields : List.of(BenchFields.small(), proprio)) {
            add(cases, measure(RecordSpec.of(SHORT_ENVS, shortSteps, fields), shortEpisodes, folder));
        }
        figures.put("cases", cases);
    }

    /** Seconds in which so many episodes are recorded, one after the other where they are more than envs. */
    static double recorderSeconds(RecordSpec spec, int episodes, Path folder) throws IOException {
        double seconds;
        if (episodes > spec.numEnvs()) {
            ContinuousRecording recording = new ContinuousRecording(spec, episodes, spec.steps());
            recording.record(folder, true);
            seconds = recording.wallSeconds();
        } else {
            seconds = RecordRun.of(spec, folder).wallSeconds();
        }
        delete(folder);
        return seconds;
    }

    private Figures measure(RecordSpec spec, int episodes, Path folder) throws IOException {
        BareRun bare = new BareRun(spec, episodes, folder.resolve("rows"));
        delete(folder.resolve("rows"));
        Rounds seconds = new Rounds();
        for (int round = 0; round <= rounds; round++) {
            Path own = folder.resolve("files");
            double bareSeconds = bare.seconds(own);
            delete(own);
            double recorded = onlyLimit ? Double.NaN : recorderSeconds(spec, episodes, own);
            if (round > 0) {
                seconds.add("limit", bareSeconds);
                seconds.add("recorder", recorded);
            }
        }
        long chunks = bare.chunks() / (rounds + 1);
        double limit = seconds.median("limit");
        double recorder = seconds.median("recorder");
        long envSteps = (long) episodes * spec.steps();
        return new Figures()
                .put("num_envs", spec.numEnvs())
                .put("episodes", episodes)
                .put("steps", spec.steps())
                .put("datasets", spec.fields().schema().storedSpecs().size())
                .put("limit_s", limit)
                .put("chunks", chunks)
                .put("limit_chunks_per_s", chunks / limit)
                .put("limit_env_steps_per_s", envSteps / limit)
                .put("limit_episodes_per_s", episodes / limit)
                .put("recorder_s", recorder)
                .put("recorder_env_steps_per_s", envSteps / recorder)
                .put("recorder_episodes_per_s", episodes / recorder)
                .put("ratio", limit / recorder);
    }
}
