package io.github.roboreel.cli.export;

import io.github.roboreel.cli.base.Arguments;
import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.format.fault.RoboReelException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code fleet}: holds the commands over many folders. */
@Command(
        name = "fleet",
        description = {
            "Keep a catalogue of what many machines recorded, and share an export among processes.",
            "",
            "report, check, metrics, stats and export take any number of folders, and an engine, themselves; their names"
                    + " below fleet still work."
        },
        synopsisSubcommandLabel = "COMMAND")
public final class FleetCommand extends CliCommand {
    @Spec
    CommandSpec command;

    private FleetCommand() {}

    /** The command with all its commands. */
    public static CommandLine of() {
        CommandLine fleet = new CommandLine(new FleetCommand());
        fleet.addSubcommand(new FleetIndexCommand());
        fleet.addSubcommand(FormatsCommand.plans());
        fleet.addSubcommand(new FleetRunCommand());
        fleet.addSubcommand(new FleetCommitCommand());
        return fleet;
    }

    @Override
    public Outcome call() {
        throw RoboReelException.badArgument(
                "no command given; expected %s (%s --help explains them)",
                String.join(" or ", Arguments.commandNames(command)), command.qualifiedName());
    }
}
