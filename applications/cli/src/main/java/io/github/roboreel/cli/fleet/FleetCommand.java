package io.github.roboreel.cli.fleet;

import io.github.roboreel.cli.base.Interruption;
import io.github.roboreel.cli.export.FormatsCommand;
import io.github.roboreel.cli.ui.Outcome;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.format.fault.RoboReelException;
import java.util.Map;
import java.util.stream.Collectors;
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
public final class FleetCommand implements io.github.roboreel.cli.base.Command {
    @Spec
    CommandSpec command;

    private FleetCommand() {}

    /** The command with all its commands. */
    public static CommandLine of(Terminal terminal, Interruption interruption) {
        CommandLine fleet = new CommandLine(new FleetCommand());
        fleet.addSubcommand(new FleetIndexCommand(terminal, interruption));
        fleet.addSubcommand(FormatsCommand.plans(terminal, interruption));
        fleet.addSubcommand(new FleetRunCommand(terminal, interruption));
        fleet.addSubcommand(new FleetCommitCommand(terminal, interruption));
        return fleet;
    }

    @Override
    public Outcome call() {
        throw RoboReelException.badArgument(
                "no command given; expected %s (%s --help explains them)",
                command.subcommands().entrySet().stream()
                        .filter(named -> !named.getValue()
                                .getCommandSpec()
                                .usageMessage()
                                .hidden())
                        .map(Map.Entry::getKey)
                        .collect(Collectors.joining(" or ")),
                command.qualifiedName());
    }
}
