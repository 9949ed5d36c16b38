package io.github.roboreel.cli.export;

import io.github.roboreel.cli.Interruption;
import io.github.roboreel.cli.Outcome;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.dataset.DatasetFormat;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import picocli.CommandLine;
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
        commandListHeading = "%nFormats:%n")
public final class ExportCommand implements io.github.roboreel.cli.Command {
    @Spec
    CommandSpec command;

    /** With the command of each format. */
    public static CommandLine of(Terminal terminal, Interruption interruption) {
        CommandLine group = new CommandLine(new ExportCommand());
        for (DatasetFormat format : DatasetFormat.all()) {
            group.addSubcommand(ExportFormatCommand.of(format, terminal, interruption));
        }
        return group;
    }

    @Override
    public Outcome call() {
        throw noFormat(command);
    }

    /** What is said when no format follows. */
    static RoboReelException noFormat(CommandSpec group) {
        return new RoboReelException(
                Kind.BAD_ARGUMENT,
                "no format given; expected "
                        + String.join(" or ", group.subcommands().keySet())
                        + " ("
                        + group.qualifiedName()
                        + " --help explains them)");
    }
}
