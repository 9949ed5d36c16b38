package io.github.roboreel.cli.export;

import io.github.roboreel.cli.Outcome;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code import}: datasets that become recordings. */
@Command(
        name = "import",
        description = "Record a dataset anew, so that all commands work on it; its arrays stay as they" + " are.",
        synopsisSubcommandLabel = "FORMAT",
        optionListHeading = "%nOptions (names may be written with _ for -):%n",
        commandListHeading = "%nFormats:%n")
public final class ImportCommand implements io.github.roboreel.cli.Command {
    @Spec
    CommandSpec command;

    @Override
    public Outcome call() {
        throw FormatGroup.noFormat(command);
    }
}
