package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.fault.Sentence;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Entry point of {@code ./roboreel bench}. Exit codes: 0 done, 1 failed, 2 bad arguments. */
@Command(
        name = "bench",
        description = "Measures the recorder. Tables go to stderr, one JSON line to stdout.",
        mixinStandardHelpOptions = true,
        subcommands = {
            RecordBenchmark.class,
            PeersBenchmark.class,
            ScaleBenchmark.class,
            ReadBenchmark.class,
            RecordingsBenchmark.class,
            MetricsBenchmark.class,
            EndBenchmark.class,
            IdleBenchmark.class,
            LimitBenchmark.class,
            ContinuousBenchmark.class,
            DashboardBenchmark.class,
            ProducerBenchmark.class,
            PythonBenchmark.class,
            RecordersBenchmark.class,
            VideoBenchmark.class,
            JmhBenchmark.class,
            DurabilityBenchmark.class
        })
public final class BenchMain implements Runnable {
    @Spec
    private CommandSpec spec;

    BenchMain() {}

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] args) {
        System.exit(run(new PrintWriter(System.out, true), new PrintWriter(System.err, true), args));
    }

    static int run(PrintWriter out, PrintWriter err, String... args) {
        return commandLine()
                .setOut(out)
                .setErr(err)
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    err.println("bench: " + Sentence.reasonOf(failure));
                    // A refused argument is the caller's; anything else is a failure of the benchmark.
                    return failure instanceof IllegalArgumentException
                            ? CommandLine.ExitCode.USAGE
                            : CommandLine.ExitCode.SOFTWARE;
                })
                .execute(args);
    }

    /** All benchmarks with their options. */
    static CommandLine commandLine() {
        CommandLine bench = new CommandLine(new BenchMain());
        for (CommandLine command : bench.getSubcommands().values()) {
            command.<Scenario>getCommand().declare(command);
            command.getCommandSpec().mixinStandardHelpOptions(true);
        }
        return bench.setCaseInsensitiveEnumValuesAllowed(true).registerConverter(FrameSize.class, FrameSize::parse);
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "which benchmark? expected "
                        + String.join(", ", spec.subcommands().keySet()));
    }
}
