package io.github.roboreel.recorder.bench.record;

import io.github.roboreel.recorder.bench.record.RecordSpec.Hdf5Options;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench end}: from {@code end} to the result line on disk. */
@Command(
        name = "end",
        description = {
            "Time from the end of an episode to its result line on disk, metrics included, while"
                    + " the other envs go on; and whether those are held up."
        },
        mixinStandardHelpOptions = true)
public final class EndCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command;

    @Option(
            names = {"--num_envs", "--num-envs"},
            defaultValue = "16",
            description = "Parallel envs, 1 or more (${DEFAULT-VALUE}).")
    private int numEnvs;

    @Option(
            names = "--steps",
            defaultValue = "1000",
            description = "Steps of an episode, 3 or more (${DEFAULT-VALUE}).")
    private int steps;

    @Option(
            names = {"--pace-hz", "--pace_hz"},
            defaultValue = "500",
            description = "Vector steps per second; 0 for as fast as possible (${DEFAULT-VALUE}).")
    private double paceHz;

    @Option(
            names = "--runs",
            defaultValue = "8",
            description = "Runs of one episode per env that count, after one that does not" + " (${DEFAULT-VALUE}).")
    private int runs;

    @Mixin
    private OutputOptions output = new OutputOptions();

    public EndCommand() {}

    @Override
    public Integer call() throws IOException {
        BenchArguments.requireAtLeast("--runs", runs, 1);
        if (steps < 3) {
            throw new IllegalArgumentException(
                    "--steps is " + steps + "; expected 3 or more, shorter episodes have no metrics");
        }
        RecordSpec spec = new RecordSpec(numEnvs, steps, BenchFields.proprio(), paceHz, Hdf5Options.DEFAULT, true);
        try (OutputSubfolder folder = output.subfolder(false)) {
            EndReport report = new EndRun(spec).measure(folder.path(), runs);
            report.figures().print(command.commandLine(), report.table());
        }
        return 0;
    }
}
