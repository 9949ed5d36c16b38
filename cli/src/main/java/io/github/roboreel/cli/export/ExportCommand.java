package io.github.roboreel.cli.export;

import io.github.roboreel.cli.Outcome;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code export}: what can be made of recorded episodes. */
@Command(
        name = "export",
        description = {
            "Make a dataset for training code of recorded episodes.",
            "",
            "Nothing that exists is overwritten, and a dataset has its name only when it is complete"
                    + " and was read back and compared. Discarded episodes are left out; what"
                    + " cannot be read ends the export, unless --episodes or --env-name leave it"
                    + " out."
        },
        synopsisSubcommandLabel = "FORMAT",
        optionListHeading = "%nOptions (names may be written with _ for -):%n",
        commandListHeading = "%nFormats:%n")
public final class ExportCommand implements io.github.roboreel.cli.Command {
    @Spec
    CommandSpec command;

    @Override
    public Outcome call() {
        throw FormatGroup.noFormat(command);
    }
}
