package io.github.roboreel.cli.export;

import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.dataset.DatasetFormat;
import io.github.roboreel.format.fault.RoboReelException;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code export} and {@code import}: each holds the commands of its formats. */
@Command(synopsisSubcommandLabel = "FORMAT", commandListHeading = "%nFormats:%n")
public final class FormatsCommand extends CliCommand {
    @Spec
    CommandSpec command;

    private FormatsCommand() {}

    /** {@code export}: what can be made of recorded episodes. */
    public static CommandLine exports() {
        CommandLine group = group(
                "export",
                "Make a dataset for training code of recorded episodes.",
                "",
                "Nothing that exists is overwritten, and a dataset has its name only when it is complete"
                        + " and was read back and compared. Discarded episodes are left out; what"
                        + " cannot be read ends the export, unless --episodes or --env-name leave it"
                        + " out.",
                "",
                "With --engine, --catalog, --split, --shuffle, --dedup, --shard-bytes or a place in a store the"
                        + " dataset is made in shards, side by side, and the same command resumes it; formats that are"
                        + " only made whole refuse that.");
        DatasetFormat.all().stream()
                .filter(DatasetFormat::hasExporter)
                .map(ExportFormatCommand::of)
                .forEach(group::addSubcommand);
        return group;
    }

    /** {@code fleet export}: the same of formats that are made in shards. */
    public static CommandLine shardedExports() {
        return sharded(
                "export",
                "Make a dataset of the episodes of all sources, in shards; the same command resumes it.",
                ExportFormatCommand::sharded);
    }

    /** {@code fleet plan}: exports that processes make which something else starts. */
    public static CommandLine plans() {
        return sharded(
                "plan",
                "Plan an export in shards for processes that are started by something else, as a job array is.",
                ExportFormatCommand::planning);
    }

    private static CommandLine sharded(String name, String description, Function<DatasetFormat, CommandLine> command) {
        CommandLine group = group(name, description);
        DatasetFormat.all().stream()
                .filter(DatasetFormat::isSharded)
                .map(command)
                .forEach(group::addSubcommand);
        return group;
    }

    /** {@code import}: datasets that become recordings. */
    public static CommandLine imports() {
        CommandLine group = group(
                "import",
                "Import a dataset as recordings, so that all commands work on it; its arrays stay as they are.");
        for (DatasetFormat format : DatasetFormat.all()) {
            format.importer()
                    .map(importer -> ImportFormatCommand.of(format.name(), importer))
                    .ifPresent(group::addSubcommand);
        }
        return group;
    }

    private static CommandLine group(String name, String... description) {
        CommandLine group = new CommandLine(new FormatsCommand());
        group.getCommandSpec().name(name).usageMessage().description(description);
        return group;
    }

    @Override
    public Outcome call() {
        throw RoboReelException.badArgument(
                "no format given; expected %s (%s --help explains them)",
                String.join(" or ", command.subcommands().keySet()), command.qualifiedName());
    }
}
