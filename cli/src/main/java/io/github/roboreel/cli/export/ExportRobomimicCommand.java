package io.github.roboreel.cli.export;

import io.github.roboreel.cli.Interruption;
import io.github.roboreel.cli.Outcome;
import io.github.roboreel.cli.commands.FolderOperands;
import io.github.roboreel.cli.ui.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code export robomimic}: one HDF5 file. */
@Command(
        name = "robomimic",
        description = "Put all episodes into one HDF5 file with train and valid masks.",
        optionListHeading = "%nOptions (names may be written with _ for -):%n")
public final class ExportRobomimicCommand implements io.github.roboreel.cli.Command {
    private final Terminal terminal;
    private final Interruption interruption;

    @Mixin
    FolderOperands folders;

    @Option(names = "--out", paramLabel = "FILE", required = true, description = "The file to write; must not exist.")
    Path out;

    @Option(
            names = "--valid-fraction",
            paramLabel = "F",
            defaultValue = "0.1",
            description = "Part of the episodes that is for validation (default ${DEFAULT-VALUE}).")
    double validFraction;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "0",
            description = "Seed of the choice for validation (default ${DEFAULT-VALUE}).")
    long seed;

    @Mixin
    ExportOptions export;

    public ExportRobomimicCommand(Terminal terminal, Interruption interruption) {
        this.terminal = terminal;
        this.interruption = interruption;
    }

    @Override
    public Outcome call() throws IOException {
        return new ExportSession(export, terminal, interruption).run(folders.paths(), Exporters.robomimic(this));
    }
}
