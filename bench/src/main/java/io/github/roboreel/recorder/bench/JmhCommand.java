package io.github.roboreel.recorder.bench;

import java.io.PrintStream;
import java.util.Collection;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Time and allocated bytes of one env's step on the producer's thread, measured by JMH. */
@Command(
        name = "jmh",
        description = "Nanoseconds and allocated bytes per env and step, without a disk (JMH).",
        mixinStandardHelpOptions = true)
final class JmhCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--iterations",
            defaultValue = "5",
            description = "Measured seconds per benchmark, 1 or more (${DEFAULT-VALUE}).")
    private int iterations;

    JmhCommand() {}

    @Override
    public Integer call() throws RunnerException {
        if (iterations < 1) {
            throw new IllegalArgumentException("--iterations is " + iterations + "; expected 1 or more");
        }
        Options options = new OptionsBuilder()
                .include(ProducerPathBenchmark.class.getSimpleName())
                .measurementIterations(iterations)
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .build();
        PrintStream table = System.err;
        Collection<RunResult> results =
                new Runner(options, OutputFormatFactory.createFormatInstance(table, VerboseMode.NORMAL)).run();
        spec.commandLine().getOut().println(json(results));
        return 0;
    }

    private static String json(Collection<RunResult> results) {
        return results.stream().map(JmhCommand::member).collect(Collectors.joining(", ", "{\"bench\": \"jmh\", ", "}"));
    }

    private static String member(RunResult result) {
        Result<?> time = result.getPrimaryResult();
        Result<?> allocated = result.getSecondaryResults().get("gc.alloc.rate.norm");
        return String.format(
                Locale.ROOT,
                "\"%s\": {\"ns_per_step\": %.1f, \"bytes_per_step\": %.4f}",
                time.getLabel(),
                time.getScore(),
                allocated.getScore());
    }
}
