package io.github.roboreel.cli.fleet;

import io.github.roboreel.cli.base.Interruption;
import io.github.roboreel.cli.ui.Outcome;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.dataset.DatasetFormat;
import io.github.roboreel.format.fault.RoboReelException;
import java.nio.file.Path;
import java.util.function.Function;
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
public final class FleetCommand implements io.github.roboreel.cli.base.Command {
    @Spec
    CommandSpec command;

    private FleetCommand() {}

    /** The command with all its commands. */
    public static CommandLine of(Terminal terminal, Path home, Interruption interruption) {
        CommandLine fleet = new CommandLine(new FleetCommand());
        fleet.addSubcommand(new FleetIndexCommand(terminal, interruption));
        fleet.addSubcommand(new FleetReportCommand(terminal));
        fleet.addSubcommand(new FleetCheckCommand(terminal, home));
        fleet.addSubcommand(new FleetMetricsCommand(terminal, home));
        fleet.addSubcommand(new FleetStatsCommand(terminal, interruption));
        fleet.addSubcommand(formats(
                "export",
                "Make a dataset of the episodes of all sources, in shards; the same command resumes it.",
                format -> FleetExportCommand.exporting(format, terminal, interruption)));
        fleet.addSubcommand(formats(
                "plan",
                "Plan such an export for processes that are started by something else, as a job array is.",
                format -> FleetExportCommand.planning(format, terminal, interruption)));
        fleet.addSubcommand(new FleetRunCommand(terminal, interruption));
        fleet.addSubcommand(new FleetCommitCommand(terminal, interruption));
        return fleet;
    }

    private static CommandLine formats(String name, String description, Function<DatasetFormat, CommandLine> command) {
        CommandLine group = new CommandLine(new FleetCommand());
        group.getCommandSpec().name(name).usageMessage().description(description);
        group.getCommandSpec().usageMessage().synopsisSubcommandLabel("FORMAT").commandListHeading("%nFormats:%n");
        DatasetFormat.all().stream()
                .filter(DatasetFormat::isSharded)
                .map(command)
                .forEach(group::addSubcommand);
        return group;
    }

    @Override
    public Outcome call() {
        throw RoboReelException.badArgument(
                "no command given; expected %s (%s --help explains them)",
                String.join(" or ", command.subcommands().keySet()), command.qualifiedName());
    }
}
