package io.github.roboreel.recorder.bench;

import java.nio.file.Path;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bench jmh}: time and allocated bytes of one env's step on the producer's thread, measured by JMH. */
@Command(
        name = "jmh",
        description = "Nanoseconds and allocated bytes per env and step, without a disk (JMH).",
        mixinStandardHelpOptions = true)
final class JmhCommand extends BenchCommand {
    @Option(
            names = "--iterations",
            defaultValue = "5",
            description = "Measured seconds per benchmark, 1 or more (${DEFAULT-VALUE}).")
    private int iterations;

    @Override
    void check() {
        Options.requireAtLeast("--iterations", iterations, 1);
    }

    @Override
    Figures measure(Path folder) throws RunnerException {
        var options = new OptionsBuilder()
                .include(ProducerPathBenchmark.class.getSimpleName())
                .measurementIterations(iterations)
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .build();
        var table = OutputFormatFactory.createFormatInstance(System.err, VerboseMode.NORMAL);
        Figures figures = new Figures().put("bench", "jmh");
        for (RunResult result : new Runner(options, table).run()) {
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
