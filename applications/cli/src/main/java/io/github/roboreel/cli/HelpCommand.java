package io.github.roboreel.cli;

import io.github.roboreel.cli.base.Arguments;
import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.Outcome;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code help}: what {@code --help} of a command shows. */
@Command(name = "help", description = "Show the help of a command.")
final class HelpCommand extends CliCommand {
    @Spec
    CommandSpec spec;

    @Parameters(
            paramLabel = "COMMAND",
            arity = "0..*",
            description = "For example record, or export rlds; none for the list of all.")
    List<String> names = List.of();

    @Override
    public Outcome call() {
        CommandLine asked = spec.root().commandLine();
        for (String name : names) {
            Arguments.requireKnown("command", name, Arguments.commandNames(asked.getCommandSpec()));
            asked = asked.getSubcommands().get(name);
        }
        asked.usage(terminal.out());
        return Outcome.OK;
    }
}
