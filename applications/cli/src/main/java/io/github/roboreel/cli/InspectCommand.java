package io.github.roboreel.cli;

import io.github.roboreel.cli.ui.Outcome;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.format.fault.RoboReelException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code inspect}: shows what a run file, or all those of an output folder, hold. */
@Command(
        name = "inspect",
        description = "Show what a run file holds: shapes, types, units, chunks, compression; of an output folder"
                + " its run files, and the fields of each env. Exit code 3 when a part of it cannot be read.")
final class InspectCommand implements io.github.roboreel.cli.base.Command {
    private final Terminal terminal;

    @Parameters(
            paramLabel = "RUN.hdf5|FOLDER",
            description = "A run file, for example run_0.hdf5, or an output folder.")
    Path path;

    @Option(names = "--json", description = "Print one JSON document.")
    boolean json;

    InspectCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Outcome call() throws IOException {
        if (!Files.exists(path)) {
            throw RoboReelException.badArgument("there is no file %s; give a run file or an output folder", path);
        }
        return Files.isDirectory(path) ? folder() : run();
    }

    private Outcome run() throws IOException {
        RunContents contents = RunContents.read(path);
        return shown(json ? RunListing.json(contents) : RunListing.tree(contents), contents.problems());
    }

    private Outcome folder() throws IOException {
        FolderContents contents = FolderContents.read(path, json);
        return shown(json ? RunsTable.json(contents) : RunsTable.tables(contents), contents.problems());
    }

    private Outcome shown(String text, List<String> problems) {
        terminal.out().print(text);
        problems.forEach(terminal::say);
        return problems.isEmpty() ? Outcome.OK : Outcome.DATA_LOST;
    }
}
