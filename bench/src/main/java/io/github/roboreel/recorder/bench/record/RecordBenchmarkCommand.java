package io.github.roboreel.recorder.bench.record;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench record}: whole recordings, from open to the closed and complete file. */
@Command(
        name = "record",
        description = {
            "Records what bench/peers/peer_h5py.py records, several times in one JVM, and says how"
                    + " fast: from open to the closed and complete file."
        },
        mixinStandardHelpOptions = true)
public final class RecordBenchmarkCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command;

    @Mixin
    private RecordOptions options = new RecordOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Option(
            names = "--rounds",
            defaultValue = "5",
            description = "Recordings after the first; their median counts (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--profile", description = "Record as often again and say which thread used the processors where.")
    private boolean profile;

    public RecordBenchmarkCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        RecordBenchmark benchmark = new RecordBenchmark(options.spec(), rounds);
        try (OutputSubfolder folder = output.subfolder(options.keep())) {
            RecordBenchmarkReport report = benchmark.measure(folder.path());
            String table = report.table();
            Figures figures = report.figures();
            if (profile) {
                Profile used = benchmark.profile(folder.path().resolve("profile"));
                table += System.lineSeparator() + used.table();
                figures.put("profile", used.figures());
            }
            if (options.keep()) {
                figures.put("file", report.warm().get(report.warm().size() - 1).file());
            }
            figures.print(command.commandLine(), table);
        }
        return 0;
    }
}
