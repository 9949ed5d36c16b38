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

/** {@code bench jmh}: {@link ProducerPathBenchmark}, by JMH. */
@Command(name = "jmh", description = "Nanoseconds and allocated bytes per env and step, without a disk (JMH).")
final class JmhBenchmark extends Scenario {
    @Param("Measured seconds per benchmark")
    private int iterations = 5;

    @Override
    boolean isOnDisk() {
        return false;
    }

    @Override
    void measure(Path folder) throws RunnerException {
        var options = new OptionsBuilder()
                .include(ProducerPathBenchmark.class.getSimpleName())
                .measurementIterations(iterations)
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .build();
        var table = OutputFormatFactory.createFormatInstance(System.err, VerboseMode.NORMAL);
        for (RunResult result : new Runner(options, table).run()) {
            var nanos = result.getPrimaryResult();
            var bytes = result.getSecondaryResults().get("gc.alloc.rate.norm");
            figures.put(
                    nanos.getLabel(),
                    new Figures().put("ns_per_step", nanos.getScore()).put("bytes_per_step", bytes.getScore()));
        }
    }
}
