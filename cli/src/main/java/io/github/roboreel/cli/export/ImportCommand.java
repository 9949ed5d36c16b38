package io.github.roboreel.cli.export;

import io.github.roboreel.cli.Interruption;
import io.github.roboreel.cli.Outcome;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.dataset.DatasetFormat;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code import}: datasets that become recordings. */
@Command(
        name = "import",
        description = "Record a dataset anew, so that all commands work on it; its arrays stay as they" + " are.",
        synopsisSubcommandLabel = "FORMAT",
        commandListHeading = "%nFormats:%n")
public final class ImportCommand implements io.github.roboreel.cli.Command {
    @Spec
    CommandSpec command;

    /** With the command of each format that has an import. */
    public static CommandLine of(Terminal terminal, Interruption interruption) {
        CommandLine group = new CommandLine(new ImportCommand());
        for (DatasetFormat format : DatasetFormat.all()) {
            format.importer()
                    .map(importer -> ImportFormatCommand.of(format.name(), importer, terminal, interruption))
                    .ifPresent(group::addSubcommand);
        }
        return group;
    }

    @Override
    public Outcome call() {
        throw ExportCommand.noFormat(command);
    }
}
