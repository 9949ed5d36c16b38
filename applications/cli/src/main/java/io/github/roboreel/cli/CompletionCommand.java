package io.github.roboreel.cli;

import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.Outcome;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code completion}: the script that completes commands and options in a shell. */
@Command(
        name = "completion",
        description = "Print the script that completes commands and options in bash and zsh.",
        footer = {
            "",
            "For the shell at hand: source <(./roboreel completion)",
            "For every bash of yours: ./roboreel completion" + " > ~/.local/share/bash-completion/completions/roboreel"
        })
final class CompletionCommand extends CliCommand {
    @Spec
    CommandSpec spec;

    @Override
    public Outcome call() {
        CommandLine grammar = spec.root().commandLine();
        terminal.out().print(AutoComplete.bash(grammar.getCommandName(), grammar));
        return Outcome.OK;
    }
}
