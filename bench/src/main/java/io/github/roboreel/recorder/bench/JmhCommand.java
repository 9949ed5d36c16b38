package io.github.roboreel.recorder.bench;

import io.github.roboreel.recorder.bench.record.BenchArguments;
import io.github.roboreel.recorder.bench.record.Figures;
import java.io.PrintStream;
import java.util.Collection;
import java.util.concurrent.Callable;
import org.openjdk.jmh.profile.GCProfiler;
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
        BenchArguments.requireAtLeast("--iterations", iterations, 1);
        Options options = new OptionsBuilder()
                .include(ProducerPathBenchmark.class.getSimpleName())
                .measurementIterations(iterations)
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .build();
        PrintStream table = System.err;
        Collection<RunResult> results =
                new Runner(options, OutputFormatFactory.createFormatInstance(table, VerboseMode.NORMAL)).run();
        spec.commandLine().getOut().println(figures(results).line());
        return 0;
    }

    private static Figures figures(Collection<RunResult> results) {
        Figures figures = new Figures().put("bench", "jmh");
        for (RunResult result : results) {
            double bytes =
                    result.getSecondaryResults().get("gc.alloc.rate.norm").getScore();
            Figures own = new Figures()
                    .put("ns_per_step", result.getPrimaryResult().getScore(), 1)
                    .put("bytes_per_step", bytes, 4);
            figures.put(result.getPrimaryResult().getLabel(), own);
        }
        return figures;
    }
}
