package io.github.roboreel.cli;

import io.github.roboreel.cli.ui.Outcome;
import io.github.roboreel.cli.ui.Terminal;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code completion}: the script that completes commands and options in a shell. */
@Command(
        name = "completion",
        description = "Print the script that completes commands and options in bash and zsh.",
        footer = {
            "",
            "For the shell at hand: source <(./roboreel completion)",
            "For every bash of yours: ./roboreel completion" + " > ~/.local/share/bash-completion/completions/roboreel"
        })
final class CompletionCommand implements io.github.roboreel.cli.base.Command {
    private final Terminal terminal;
    private final CommandLine grammar;

    CompletionCommand(Terminal terminal, CommandLine grammar) {
        this.terminal = terminal;
        this.grammar = grammar;
    }

    @Override
    public Outcome call() {
        terminal.out().print(AutoComplete.bash(grammar.getCommandName(), grammar));
        return Outcome.OK;
    }
}
