package io.github.roboreel.recorder.bench;

import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.bench.record.BenchArguments;
import io.github.roboreel.recorder.bench.record.OutputSubfolder;
import io.github.roboreel.recorder.bench.record.RecordSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.EpisodeSinkProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How long the simulator's thread is held by the recorder, with the real sinks behind it. */
@Command(
        name = "producer",
        description = {
            "How long recording holds up the simulator's thread: one thread hands over the steps of all"
                    + " envs as fast as the recorder takes them, into every sink on the class path."
        },
        mixinStandardHelpOptions = true)
final class ProducerCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = {"--num_envs", "--num-envs"},
            defaultValue = "16",
            description = "Parallel envs, 1 or more (${DEFAULT-VALUE}).")
    private int numEnvs;

    @Option(
            names = "--steps",
            defaultValue = "5000",
            description = "Measured steps per env, 1 or more (${DEFAULT-VALUE}).")
    private int steps;

    @Option(
            names = {"--warm-up-steps", "--warm_up_steps"},
            defaultValue = "1000",
            description = "Steps recorded before the measured ones, 0 or more (${DEFAULT-VALUE}).")
    private int warmUpSteps;

    @Option(
            names = {"--output-dir", "--output_dir"},
            description = "Where to record; a temporary folder, deleted afterwards, if not given.")
    private Path outputDir;

    ProducerCommand() {}

    @Override
    public Integer call() throws IOException {
        BenchArguments.requireAtLeast("--num-envs", numEnvs, 1);
        BenchArguments.requireAtLeast("--steps", steps, 1);
        BenchArguments.requireAtLeast("--warm-up-steps", warmUpSteps, 0);
        if (outputDir != null) {
            measure(outputDir);
        } else {
            try (OutputSubfolder folder = OutputSubfolder.below(null, false)) {
                measure(folder.path());
            }
        }
        return 0;
    }

    private void measure(Path folder) {
        RecorderConfig config = RecorderConfig.defaults();
        RunSpec run = RecordSpec.run(folder, numEnvs);
        ProducerReport report = new ProducerScenario(config, run, sinks(config, run)).run(warmUpSteps, steps);
        report.figures().print(spec.commandLine(), report.table());
    }

    /** Those on the class path; without any, what is left is the ring. */
    private static List<EpisodeSink> sinks(RecorderConfig config, RunSpec run) {
        List<EpisodeSink> found = ServiceLoader.load(EpisodeSinkProvider.class).stream()
                .map(p -> p.get().create(config, run))
                .collect(Collectors.toList());
        return found.isEmpty() ? List.of(new NoOpSink()) : found;
    }
}
