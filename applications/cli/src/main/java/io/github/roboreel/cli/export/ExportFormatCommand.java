package io.github.roboreel.cli.export;

import io.github.roboreel.cli.base.BreakableProgress;
import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.FaultReport;
import io.github.roboreel.cli.base.NewFile;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.ProblemLines;
import io.github.roboreel.cli.base.SourceOptions;
import io.github.roboreel.cli.base.StepProgress;
import io.github.roboreel.cli.base.WhereOption;
import io.github.roboreel.cli.base.WorkSession;
import io.github.roboreel.dataset.DatasetFormat;
import io.github.roboreel.dataset.DatasetOption;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.ExportSummary;
import io.github.roboreel.dataset.Exporter;
import io.github.roboreel.dataset.transform.ChangedSource;
import io.github.roboreel.dataset.transform.EpisodeChange;
import io.github.roboreel.dataset.transform.TransformSpecs;
import io.github.roboreel.dataset.transform.Transitions;
import io.github.roboreel.fleet.engine.Engine;
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
final class ExportFormatCommand extends CliCommand {
    private static final String OUT = "--out";
    private static final String APPEND = "--append";
    private static final String PLAN_FILE = "--plan";

    private final DatasetFormat format;
    private final ShardOptions shards = new ShardOptions();
    private CommandSpec command;
    private FormatOptions own;

    @Mixin
    SourceOptions source;

    @Mixin
    WhereOption where;

    @Mixin
    ChoiceOptions choice;

    @Option(
            names = "--reward",
            paramLabel = "SOURCE",
            defaultValue = "recorded",
            description = "Rewards: recorded (the array rewards; zeros without one), success (1 at the"
                    + " last step of a success) or score-delta (what each step adds to"
                    + " subtask/score) (default ${DEFAULT-VALUE}).")
    String reward;

    @Option(
            names = "--transform",
            paramLabel = "SPEC",
            description = "Change the episodes on their way; given again, one after the other. drop=PATTERN leaves"
                    + " fields out; rename=OLD:NEW; slice=FIELD[FROM:END] keeps these elements; resize=PATTERN:HxW resizes pictures;"
                    + " relative=ACTIONS:STATE[FROM:END] makes these elements of the actions relative to the"
                    + " state; resample=HZ changes the number of steps: floats are interpolated, actions,"
                    + " pictures and integers are held, rewards summed; videos and final observations are"
                    + " left out; window=size:K[,shift:S][,stride:T][,partial] makes each step a window of K"
                    + " steps, T apart, that begins S (1) after the one before, at the end partial ones filled"
                    + " up; nstep=n:N[,discount:D] makes returns of N recorded rewards and next_obs. The dataset's"
                    + " notes and the episodes' attribute \"transforms\" say what was done.")
    List<String> transforms = List.of();

    @Option(names = "--json", description = "Print one JSON document about what was done.")
    boolean json;

    private ExportFormatCommand(DatasetFormat format) {
        this.format = format;
    }

    /** The command of a format. */
    static CommandLine of(DatasetFormat format) {
        return of(format, format.options());
    }

    /** The command of a format whose datasets are always made in shards, to which nothing is added. */
    static CommandLine sharded(DatasetFormat format) {
        List<DatasetOption> offered = format.options().stream()
                .filter(option -> !option.name().equals(APPEND))
                .toList();
        return of(format, offered);
    }

    private static CommandLine of(DatasetFormat format, List<DatasetOption> offered) {
        ExportFormatCommand command = new ExportFormatCommand(format);
        CommandLine commandLine = new CommandLine(command);
        command.command = commandLine.getCommandSpec().name(format.name());
        command.command.usageMessage().description(format.description());
        command.own = FormatOptions.addTo(command.command, offered);
        if (format.isSharded()) {
            command.command.addMixin("shards", CommandSpec.forAnnotatedObject(command.shards));
        }
        return commandLine;
    }

    /** The command that writes the plan of such an export for others. */
    static CommandLine planning(DatasetFormat format) {
        CommandLine commandLine = sharded(format);
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
        return isInShards() ? "interrupted before it was done; run the same command again to resume" : super.parting();
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
        where.takeOver(choice.values(), source, terminal);
        // Pictures are encoded, none is shown, and a server has no display to connect to.
        System.setProperty("java.awt.headless", "true");
        return isInShards() ? callInShards() : callWhole();
    }

    private Outcome callInShards() throws IOException {
        ExportRequest request = request();
        NewFile planFile =
                isPlanOnly() ? NewFile.requireNew(command.findOption(PLAN_FILE).getValue()) : null;
        if (isPlanOnly()) {
            PlannedExport plan = interruption.breakable(() -> inShards(FleetExport::plan, request));
            planFile.write(plan.text());
            terminal.print(
                    json
                            ? ShardedExportReport.json(plan, planFile.path())
                            : ShardedExportReport.text(plan, planFile.path()));
            return ProblemLines.say(plan.faults(), terminal);
        }
        ExportOutcome outcome = interruption.breakable(() -> inShards(FleetExport::export, request));
        return ShardedExportReport.print(outcome, json, terminal);
    }

    /** What is done with the folders that were chosen. */
    @FunctionalInterface
    private interface Work<T> {
        T done(
                FleetExport export,
                ExportRequest request,
                List<FolderChoice> folders,
                Engine engine,
                ExportProgress progress)
                throws IOException;
    }

    private <T> T inShards(Work<T> work, ExportRequest request) throws IOException {
        try (WorkSession session = source.open();
                StepProgress shown = source.progress(terminal, "tasks")) {
            ExportProgress progress = new BreakableProgress(shown, interruption);
            List<FolderChoice> folders = where.choices(session, source, progress);
            return work.done(new FleetExport(session.settings()), request, folders, session.engine(), progress);
        }
    }

    private ExportRequest request() {
        if (!format.isSharded()) {
            throw RoboReelException.badArgument(
                    "a dataset of format '%s' is only made whole, of folders of this machine; leave --engine, --master,"
                            + " --conf and --catalog out",
                    format.name());
        }
        changes();
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
                ExportRequest.plain(own.arguments(reward), OUT),
                reward,
                transforms,
                choice.choice(),
                shards.splits(),
                shards.shuffle,
                shards.dedup,
                shards.shardBytes == null ? 0 : shards.shardBytes,
                out);
        request.exporter();
        return request;
    }

    /**
     * The changes.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when one is none, or contradicts the rewards
     */
    private List<EpisodeChange> changes() {
        List<EpisodeChange> changes = TransformSpecs.parse(transforms);
        // Returns are sums of what was recorded; other rewards would take their place.
        boolean hasReturns = changes.stream().anyMatch(Transitions.class::isInstance);
        if (hasReturns && !reward.equalsIgnoreCase("recorded")) {
            throw RoboReelException.badArgument(
                    "--transform nstep adds up recorded rewards and --reward '%s' would replace the sums;"
                            + " leave one of them out",
                    reward);
        }
        return changes;
    }

    private Outcome callWhole() throws IOException {
        List<EpisodeChange> changes = changes();
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
            return format.exporter(own.arguments(reward));
        } catch (ExportRefusedException | IllegalArgumentException e) {
            throw new RoboReelException(Kind.BAD_ARGUMENT, e.getMessage(), e);
        }
    }

    private Outcome exportWhole(List<EpisodeChange> changes, Exporter exporter) throws IOException {
        ChosenEpisodes episodes = chosen();
        EpisodeSource changed =
                changes.isEmpty() ? episodes : new ChangedSource(episodes, changes, String.join("; ", transforms));
        ExportReport report = new ExportReport(episodes, make(changed, exporter));
        terminal.out().print(json ? report.json() : report.text());
        return ProblemLines.say(episodes.problems(), terminal);
    }

    private ChosenEpisodes chosen() throws IOException {
        try (WorkSession session = source.open();
                StepProgress progress = source.progress(terminal, "folders")) {
            List<FolderChoice> choices = where.choices(session, source, new BreakableProgress(progress, interruption));
            List<Path> folders = choices.stream()
                    .map(choice -> Path.of(choice.folder().name()))
                    .toList();
            return ChosenEpisodes.listed(folders, choice.choice(), where.includes(choices));
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
