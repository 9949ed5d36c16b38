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
            JmhCommand.class,
            DurabilityBenchmark.class
        })
public final class BenchMain implements Runnable {
    @Spec
    private CommandSpec spec;

    BenchMain() {}

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(System.out, true);
        PrintWriter err = new PrintWriter(System.err, true);
        System.exit(run(out, err, args));
    }

    static int run(PrintWriter out, PrintWriter err, String... args) {
        return new CommandLine(new BenchMain())
                .setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((failure, command, parsed) -> report(failure, err))
                .execute(args);
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "which benchmark? expected "
                        + String.join(", ", spec.subcommands().keySet()));
    }

    /** A refused argument is the caller's; anything else is a failure of the benchmark. */
    private static int report(Exception failure, PrintWriter err) {
        String message = Sentence.reasonOf(failure);
        err.println("bench: " + message);
        return failure instanceof IllegalArgumentException ? CommandLine.ExitCode.USAGE : CommandLine.ExitCode.SOFTWARE;
    }
}
