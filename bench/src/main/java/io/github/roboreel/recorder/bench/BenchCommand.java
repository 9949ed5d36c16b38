package io.github.roboreel.recorder.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that measures in a folder of its own, and prints tables to stderr and one line of JSON to stdout. */
abstract class BenchCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command;

    /** Refuses options before anything is written. */
    abstract void check();

    /** @param folder new; removed afterwards, unless {@link #keep} says otherwise */
    abstract Figures measure(Path folder) throws Exception;

    /** Below which the folder is made; null for where temporary files go. */
    Path outputDir() {
        return null;
    }

    boolean keep() {
        return false;
    }

    /** Prints a line for people before the measurement is over. */
    final void say(String line) {
        command.commandLine().getErr().println(line);
    }

    /** Adds a row of a table and prints it, below the head if it is the first. */
    final void add(List<Figures> rows, Figures row) {
        say(rows.isEmpty() ? row.head() + System.lineSeparator() + row.row() : row.row());
        rows.add(row);
    }

    final void print(Figures figures) {
        figures.texts().forEach(this::say);
        command.commandLine().getOut().println(figures.line());
    }

    @Override
    public final Integer call() throws Exception {
        check();
        try (OutputSubfolder folder = OutputSubfolder.below(outputDir(), keep())) {
            print(measure(folder.path()));
        }
        return 0;
    }

    /** One whose user has to say on which disk it records. */
    abstract static class OnDisk extends BenchCommand {
        @Option(
                names = {"--output-dir", "--output_dir"},
                required = true,
                description = "Where to record, into a new sub-folder.")
        private Path outputDir;

        @Option(names = "--json", description = "One line of JSON on stdout; printed anyway.")
        private boolean json;

        @Override
        final Path outputDir() {
            return outputDir;
        }
    }
}
