package io.github.roboreel.systemtests.torture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./roboreel torture}: records values that can be checked after the process was killed. */
@Command(
        name = "torture",
        description = {
            "Records steps whose every value follows from env, step and column, and writes into a file how many"
                    + " of them would survive the death of the process. Kill it whenever you like."
        },
        mixinStandardHelpOptions = true)
public final class TortureCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command;

    @Mixin
    private TortureOptions options = new TortureOptions();

    @Option(names = "--steps", required = true, description = "Steps per env, 0 or more.")
    private int steps;

    @Option(
            names = {"--output-dir", "--output_dir"},
            required = true,
            description = "Folder to record into.")
    private Path outputDir;

    @Option(
            names = "--ack",
            required = true,
            description =
                    "File to write: one little-endian int64 per env, its acknowledged steps; per episode where these are"
                            + " continuous.")
    private Path ack;

    public TortureCommand() {}

    @Override
    public Integer call() throws IOException {
        TortureSpec spec = options.spec(steps);
        AckFile file = AckFile.create(ack, spec.acks());
        long start = System.nanoTime();
        double slowestMs = spec.isContinuous()
                ? new ContinuousTorture(spec, outputDir, file).record()
                : new TortureRun(spec, outputDir, file).record();
        command.commandLine()
                .getOut()
                .printf(
                        Locale.ROOT,
                        "{\"num_envs\": %d, \"steps\": %d, \"acknowledged\": %d,"
                                + " \"slowest_ack_ms\": %.1f, \"seconds\": %.3f}%n",
                        spec.numEnvs(),
                        spec.steps(),
                        file.sum(),
                        slowestMs,
                        (System.nanoTime() - start) / 1e9);
        return 0;
    }
}
