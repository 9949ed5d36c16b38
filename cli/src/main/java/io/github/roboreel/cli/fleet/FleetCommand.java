package io.github.roboreel.cli.fleet;

import io.github.roboreel.cli.Interruption;
import io.github.roboreel.cli.Outcome;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.format.fault.RoboReelException;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code fleet}: holds the commands over many folders. */
@Command(
        name = "fleet",
        description = {
            "Audit, score and export what many machines recorded.",
            "",
            "A SOURCE is an output folder, a folder with output folders at any depth, a quoted pattern of folders, or a"
                    + " place in a store such as s3a://bucket/lab. Work is done by threads of this process or, with"
                    + " --master, by Apache Spark; results are the same."
        },
        synopsisSubcommandLabel = "COMMAND")
public final class FleetCommand implements io.github.roboreel.cli.Command {
    @Spec
    CommandSpec command;

    private FleetCommand() {}

    /** The command with all its commands. */
    public static CommandLine of(Terminal terminal, Path home, Interruption interruption) {
        return new CommandLine(new FleetCommand());
    }

    @Override
    public Outcome call() {
        throw RoboReelException.badArgument(
                "no command given; expected %s (%s --help explains them)",
                String.join(" or ", command.subcommands().keySet()), command.qualifiedName());
    }
}
