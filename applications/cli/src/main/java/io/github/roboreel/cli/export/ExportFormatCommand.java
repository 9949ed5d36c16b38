package io.github.roboreel.cli.export;

import io.github.roboreel.cli.base.BreakableProgress;
import io.github.roboreel.cli.base.FaultReport;
import io.github.roboreel.cli.base.Interruption;
import io.github.roboreel.cli.source.SourceOptions;
import io.github.roboreel.cli.source.WhereOption;
import io.github.roboreel.cli.source.WorkSession;
import io.github.roboreel.cli.ui.NewFile;
import io.github.roboreel.cli.ui.Outcome;
import io.github.roboreel.cli.ui.ProblemLines;
import io.github.roboreel.cli.ui.StepProgress;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.dataset.DatasetFormat;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.ExportSummary;
import io.github.roboreel.dataset.Exporter;
import io.github.roboreel.dataset.transform.ChangedSource;
import io.github.roboreel.dataset.transform.EpisodeChange;
import io.github.roboreel.fleet.export.ExportOutcome;
import io.github.roboreel.fleet.export.ExportRequest;
import io.github.roboreel.fleet.export.FleetExport;
import io.github.roboreel.fleet.export.FolderChoice;
import io.github.roboreel.fleet.export.PlannedExport;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recordings.episodes.ChosenEpisodes;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import io.github.roboreel.recordings.episodes.UnreadableEpisodeException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/**
 * {@code export FORMAT} and {@code fleet plan FORMAT}: finds the episodes, has them exported, whole or in shards, and
 * says what came of it.
 */
final class ExportFormatCommand implements io.github.roboreel.cli.base.Command {
    private static final String OUT = "--out";
    private static final String APPEND = "--append";
    private static final String PLAN_FILE = "--plan";

    private final DatasetFormat format;
    private final Terminal terminal;
    private final Interruption interruption;
    private final ShardOptions shards = new ShardOptions();
    private CommandSpec command;
    private FormatOptions own;

    @Mixin
    SourceOptions source;

    @Mixin
    WhereOption where;

    @Mixin
    ExportOptions options;

    @Option(names = "--json", description = "Print one JSON document about what was done.")
    boolean json;

    private ExportFormatCommand(DatasetFormat format, Terminal terminal, Interruption interruption) {
        this.format = format;
        this.terminal = terminal;
        this.interruption = interruption;
    }

    /** The command of a format. */
    static CommandLine of(DatasetFormat format, Terminal terminal, Interruption interruption) {
        ExportFormatCommand command = new ExportFormatCommand(format, terminal, interruption);
        CommandLine commandLine = new CommandLine(command);
        command.command = commandLine.getCommandSpec().name(format.name());
        command.command.usageMessage().description(format.description());
        command.own = FormatOptions.addTo(command.command, format.options());
        if (format.isSharded()) {
            command.command.addMixin("shards", CommandSpec.forAnnotatedObject(command.shards));
        }
        return commandLine;
    }

    /** The command that writes the plan of such an export for others. */
    static CommandLine planning(DatasetFormat format, Terminal terminal, Interruption interruption) {
        CommandLine commandLine = of(format, terminal, interruption);
        commandLine
                .getCommandSpec()
                .addOption(OptionSpec.builder("-o", PLAN_FILE)
                        .type(Path.class)
                        .paramLabel("FILE")
                        .required(true)
                        .description("New file for the plan, which 'fleet run' and 'fleet commit' take.")
                        .build());
        return commandLine;
    }

    @Override
    public String parting() {
        return isInShards()
                ? "interrupted before it was done; run the same command again to resume"
                : io.github.roboreel.cli.base.Command.super.parting();
    }

    private boolean isPlanOnly() {
        return command.findOption(PLAN_FILE) != null;
    }

    /** Made whole, a dataset lies on this machine and is made by this process. */
    private boolean isInShards() {
        return isPlanOnly() || source.isForEngine() || shards.isGiven() || isToStore();
    }

    private boolean isToStore() {
        return own.find(OUT)
                .filter(out -> !Location.parse(out.toString()).isPath())
                .isPresent();
    }

    /**
     * {@inheritDoc}
     *
     * @throws ExportRefusedException when there can be no such dataset of these episodes; nothing was touched
     * @throws IOException when reading or writing fails; nothing has the final name then
     */
    @Override
    public Outcome call() throws IOException {
        where.takeOver(options.choice().values(), source, terminal);
        // Pictures are encoded, none is shown, and a server has no display to connect to.
        System.setProperty("java.awt.headless", "true");
        return isInShards() ? callInShards() : callWhole();
    }

    private Outcome callInShards() throws IOException {
        ExportRequest request = request();
        NewFile planFile =
                isPlanOnly() ? NewFile.requireNew(command.findOption(PLAN_FILE).getValue()) : null;
        return interruption.breakable(() -> {
            try (WorkSession session = source.open();
                    StepProgress shown = source.progress(terminal, "tasks")) {
                List<FolderChoice> folders = where.choices(session, source);
                ExportProgress progress = new BreakableProgress(shown, interruption);
                return planFile == null
                        ? exportInShards(request, folders, session, progress)
                        : plan(request, folders, session, progress, planFile);
            }
        });
    }

    private ExportRequest request() {
        options.changes();
        if (own.find(APPEND).isPresent()) {
            throw RoboReelException.badArgument(
                    "nothing is added to a dataset that is made in shards; leave %s out, or what makes shards (%s)",
                    APPEND, "--engine, --split, --shuffle, --dedup, --shard-bytes, --catalog or a store");
        }
        String out = own.find(OUT)
                .map(Object::toString)
                .orElseThrow(() -> RoboReelException.badArgument("missing required option: '%s=DIR'", OUT));
        ExportRequest request = new ExportRequest(
                format.name(),
                ExportRequest.plain(own.arguments(options.reward()), OUT),
                options.reward(),
                options.transforms(),
                options.choice().choice(),
                shards.splits(),
                shards.shuffle,
                shards.dedup,
                shards.shardBytes == null ? 0 : shards.shardBytes,
                out);
        request.exporter();
        return request;
    }

    private Outcome plan(
            ExportRequest request,
            List<FolderChoice> folders,
            WorkSession session,
            ExportProgress progress,
            NewFile file)
            throws IOException {
        PlannedExport plan = new FleetExport(session.settings()).plan(request, folders, session.engine(), progress);
        file.write(plan.text());
        terminal.print(
                json ? ShardedExportReport.json(plan, file.path()) : ShardedExportReport.text(plan, file.path()));
        return ProblemLines.say(plan.faults(), terminal);
    }

    private Outcome exportInShards(
            ExportRequest request, List<FolderChoice> folders, WorkSession session, ExportProgress progress)
            throws IOException {
        ExportOutcome outcome =
                new FleetExport(session.settings()).export(request, folders, session.engine(), progress);
        ShardedExportReport report = new ShardedExportReport(outcome);
        terminal.print(json ? report.json() : report.text());
        return ProblemLines.say(outcome.problems(), terminal);
    }

    private Outcome callWhole() throws IOException {
        List<EpisodeChange> changes = options.changes();
        Exporter exporter = exporter();
        interruption.finishInOrder("unfinished data stay beside the target under a name with .exporting- in it: run the"
                + " export again, then delete them");
        try {
            return interruption.breakable(() -> exportWhole(changes, exporter));
        } catch (InterruptedIOException e) {
            terminal.say("interrupted; nothing was exported, run it again");
            return Outcome.FAILED;
        }
    }

    /** A name that the format does not take is a bad argument: nothing was looked at yet. */
    private Exporter exporter() {
        try {
            return format.exporter(own.arguments(options.reward()));
        } catch (ExportRefusedException | IllegalArgumentException e) {
            throw new RoboReelException(Kind.BAD_ARGUMENT, e.getMessage(), e);
        }
    }

    private Outcome exportWhole(List<EpisodeChange> changes, Exporter exporter) throws IOException {
        ChosenEpisodes episodes = chosen();
        EpisodeSource changed = changes.isEmpty()
                ? episodes
                : new ChangedSource(episodes, changes, String.join("; ", options.transforms()));
        ExportReport report = new ExportReport(episodes, make(changed, exporter));
        terminal.out().print(json ? report.json() : report.text());
        return ProblemLines.say(episodes.problems(), terminal);
    }

    private ChosenEpisodes chosen() throws IOException {
        try (WorkSession session = source.open()) {
            List<FolderChoice> choices = where.choices(session, source);
            return ChosenEpisodes.listed(
                    choices.stream()
                            .map(choice -> Path.of(choice.folder().name()))
                            .toList(),
                    options.choice().choice(),
                    facts -> choices.stream().anyMatch(choice -> choice.includes(facts)));
        }
    }

    private ExportSummary make(EpisodeSource episodes, Exporter exporter) throws IOException {
        try (StepProgress progress = source.progress(terminal, "steps")) {
            return exporter.export(episodes, new BreakableProgress(progress, interruption));
        } catch (IOException e) {
            throw new IOException(
                    "the export failed, and no dataset was made or changed: " + FaultReport.describe(e) + wayAround(e),
                    e);
        }
    }

    private static String wayAround(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnreadableEpisodeException unreadable) {
                return "; see what is damaged with: roboreel check, or leave episode " + unreadable.episode()
                        + " out with --episodes";
            }
        }
        return "";
    }
}
