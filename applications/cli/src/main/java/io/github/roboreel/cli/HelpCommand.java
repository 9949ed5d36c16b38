package io.github.roboreel.cli;

import io.github.roboreel.cli.base.Arguments;
import io.github.roboreel.cli.ui.Outcome;
import io.github.roboreel.cli.ui.Terminal;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code help}: what {@code --help} of a command shows. */
@Command(name = "help", description = "Show the help of a command.")
final class HelpCommand implements io.github.roboreel.cli.base.Command {
    private final Terminal terminal;
    private final CommandLine grammar;

    @Parameters(
            paramLabel = "COMMAND",
            arity = "0..*",
            description = "For example record, or export rlds; none for the list of all.")
    List<String> names = List.of();

    public HelpCommand(Terminal terminal, CommandLine grammar) {
        this.terminal = terminal;
        this.grammar = grammar;
    }

    @Override
    public Outcome call() {
        CommandLine asked = grammar;
        for (String name : names) {
            Arguments.requireKnown("command", name, Main.commandNames(asked.getCommandSpec()));
            asked = asked.getSubcommands().get(name);
        }
        asked.usage(terminal.out());
        return Outcome.OK;
    }
}
