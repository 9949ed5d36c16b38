package io.github.roboreel.cli;

import io.github.roboreel.cli.ui.Outcome;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code inspect}: shows what a run file holds. */
@Command(
        name = "inspect",
        description = "Show what a run file holds: shapes, types, units, chunks, compression. Exit code 3"
                + " when a part of it cannot be read.")
final class InspectCommand implements io.github.roboreel.cli.base.Command {
    private final Terminal terminal;

    @Parameters(paramLabel = "FILE", description = "A run file, for example run_0.hdf5.")
    Path file;

    @Option(names = "--json", description = "Print one JSON document.")
    boolean json;

    InspectCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Outcome call() throws IOException {
        if (!Files.exists(file)) {
            throw new RoboReelException(Kind.BAD_ARGUMENT, "there is no file " + file);
        }
        if (!Files.isRegularFile(file)) {
            throw RoboReelException.badArgument(
                    "%s is a folder; give a run file in it, for example %s, or see roboreel report --help",
                    file, RunFolder.runFile(0));
        }
        RunContents contents = RunContents.read(file);
        terminal.out().print(json ? RunListing.json(contents) : RunListing.tree(contents));
        contents.problems().forEach(terminal::say);
        return contents.problems().isEmpty() ? Outcome.OK : Outcome.DATA_LOST;
    }
}
