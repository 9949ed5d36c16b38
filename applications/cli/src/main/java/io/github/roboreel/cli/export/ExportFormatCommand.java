package io.github.roboreel.cli.export;

import io.github.roboreel.cli.base.BreakableProgress;
import io.github.roboreel.cli.base.FaultReport;
import io.github.roboreel.cli.base.FolderOperands;
import io.github.roboreel.cli.base.Interruption;
import io.github.roboreel.cli.ui.Outcome;
import io.github.roboreel.cli.ui.ProblemLines;
import io.github.roboreel.cli.ui.StepProgress;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.dataset.DatasetFormat;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.ExportSummary;
import io.github.roboreel.dataset.Exporter;
import io.github.roboreel.dataset.transform.ChangedSource;
import io.github.roboreel.dataset.transform.EpisodeChange;
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

/** {@code export FORMAT}: finds the episodes, has them exported and says what came of it. */
final class ExportFormatCommand implements io.github.roboreel.cli.base.Command {
    private final DatasetFormat format;
    private final Terminal terminal;
    private final Interruption interruption;
    private FormatOptions own;

    @Mixin
    FolderOperands folders;

    @Mixin
    ExportOptions options;

    @Mixin
    WorkOptions work;

    private ExportFormatCommand(DatasetFormat format, Terminal terminal, Interruption interruption) {
        this.format = format;
        this.terminal = terminal;
        this.interruption = interruption;
    }

    /** The command of a format. */
    static CommandLine of(DatasetFormat format, Terminal terminal, Interruption interruption) {
        ExportFormatCommand command = new ExportFormatCommand(format, terminal, interruption);
        CommandLine commandLine = new CommandLine(command);
        CommandSpec spec = commandLine.getCommandSpec().name(format.name());
        spec.usageMessage().description(format.description());
        command.own = FormatOptions.addTo(spec, format.options());
        return commandLine;
    }

    /**
     * {@inheritDoc}
     *
     * @throws ExportRefusedException when there can be no such dataset of these episodes; nothing was touched
     * @throws IOException when reading or writing fails; nothing has the final name then
     */
    @Override
    public Outcome call() throws IOException {
        List<Path> paths = folders.paths();
        List<EpisodeChange> changes = options.changes();
        Exporter exporter = exporter();
        // Pictures are encoded, none is shown, and a server has no display to connect to.
        System.setProperty("java.awt.headless", "true");
        interruption.finishInOrder("unfinished data stay beside the target under a name with .exporting- in it: run the"
                + " export again, then delete them");
        try {
            return interruption.breakable(() -> export(paths, changes, exporter));
        } catch (InterruptedIOException e) {
            terminal.say("interrupted; nothing was exported, run it again");
            return Outcome.FAILED;
        }
    }

    /** A name that the format does not take is a bad argument: nothing was looked at yet. */
    private Exporter exporter() {
        try {
            return format.exporter(own.arguments(options.reward));
        } catch (ExportRefusedException | IllegalArgumentException e) {
            throw new RoboReelException(Kind.BAD_ARGUMENT, e.getMessage(), e);
        }
    }

    private Outcome export(List<Path> paths, List<EpisodeChange> changes, Exporter exporter) throws IOException {
        ChosenEpisodes episodes = ChosenEpisodes.of(paths, options.choice.choice());
        EpisodeSource source = changes.isEmpty()
                ? episodes
                : new ChangedSource(episodes, changes, String.join("; ", options.transforms));
        ExportReport report = new ExportReport(episodes, make(source, exporter));
        terminal.out().print(work.json ? report.json() : report.text());
        return ProblemLines.say(episodes.problems(), terminal);
    }

    private ExportSummary make(EpisodeSource episodes, Exporter exporter) throws IOException {
        try (StepProgress progress = StepProgress.of(terminal, work.quiet)) {
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
