package io.github.roboreel.recorder.bench.idle;

import io.github.roboreel.recorder.bench.record.OutputOptions;
import io.github.roboreel.recorder.bench.record.OutputSubfolder;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench idle}: processor time of a recorder that waits. */
@Command(
        name = "idle",
        description = {
            "Processor time of an open recording without steps and at a pace, and how long the first step after a"
                    + " silence takes until it is durable."
        },
        mixinStandardHelpOptions = true)
public final class IdleCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command;

    @Option(
            names = {"--num_envs", "--num-envs"},
            defaultValue = "16",
            description = "Parallel envs, 1 or more (${DEFAULT-VALUE}).")
    private int numEnvs;

    @Option(
            names = {"--pace-hz", "--pace_hz"},
            defaultValue = "50",
            description = "Vector steps per second (${DEFAULT-VALUE}).")
    private double paceHz;

    @Option(
            names = "--seconds",
            defaultValue = "10",
            description = "Seconds of each measurement of processor time (${DEFAULT-VALUE}).")
    private double seconds;

    @Option(
            names = {"--first-steps", "--first_steps"},
            defaultValue = "20",
            description = "Silences that end with a step (${DEFAULT-VALUE}).")
    private int firstSteps;

    @Option(
            names = {"--silence-seconds", "--silence_seconds"},
            defaultValue = "1",
            description = "Seconds of each of them (${DEFAULT-VALUE}).")
    private double silenceSeconds;

    @Option(
            names = {"--wait-strategy", "--wait_strategy"},
            defaultValue = "sleeping",
            description = "recorder.wait_strategy (${DEFAULT-VALUE}).")
    private String waitStrategy;

    @Mixin
    private OutputOptions output = new OutputOptions();

    public IdleCommand() {}

    @Override
    public Integer call() throws IOException {
        IdleSpec spec = new IdleSpec(numEnvs, paceHz, seconds, firstSteps, silenceSeconds, waitStrategy);
        try (OutputSubfolder folder = output.subfolder(false)) {
            IdleReport report = new IdleRun(spec).measure(folder.path());
            report.figures().print(command.commandLine(), report.table());
        }
        return 0;
    }
}
