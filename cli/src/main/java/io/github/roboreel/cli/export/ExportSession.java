package io.github.roboreel.cli.export;

import io.github.roboreel.cli.FaultReport;
import io.github.roboreel.cli.Interruption;
import io.github.roboreel.cli.Outcome;
import io.github.roboreel.cli.episodes.ChosenEpisodes;
import io.github.roboreel.cli.ui.ProblemLines;
import io.github.roboreel.cli.ui.StepProgress;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.dataset.ExportSummary;
import io.github.roboreel.dataset.Exporter;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.List;

/** Finds the episodes, has them exported and says what came of it. */
final class ExportSession {
    private final ExportOptions options;
    private final Terminal terminal;
    private final Interruption interruption;

    ExportSession(ExportOptions options, Terminal terminal, Interruption interruption) {
        this.options = options;
        this.terminal = terminal;
        this.interruption = interruption;
    }

    /**
     * Exports what is wanted of these folders.
     *
     * @throws io.github.roboreel.dataset.ExportRefusedException when it cannot be; nothing was touched
     * @throws IOException when reading or writing fails; nothing has the final name then
     */
    Outcome run(List<Path> folders, Exporter exporter) throws IOException {
        // Pictures are encoded, none is shown, and a server has no display to connect to.
        System.setProperty("java.awt.headless", "true");
        interruption.finishInOrder("unfinished data stay beside the target under a name with .exporting- in it: run the"
                + " export again, then delete them");
        try {
            return interruption.breakable(() -> export(folders, exporter));
        } catch (InterruptedIOException e) {
            terminal.say("interrupted; nothing was exported, run it again");
            return Outcome.FAILED;
        }
    }

    private Outcome export(List<Path> folders, Exporter exporter) throws IOException {
        ChosenEpisodes episodes = ChosenEpisodes.of(folders, options.choice());
        ExportSummary summary = make(episodes, exporter);
        ExportReport report = new ExportReport(episodes, summary);
        terminal.out().print(options.json ? report.json() : report.text());
        return ProblemLines.say(episodes.problems(), terminal);
    }

    private ExportSummary make(ChosenEpisodes episodes, Exporter exporter) throws IOException {
        try (StepProgress progress = StepProgress.of(terminal, options.quiet)) {
            return exporter.export(episodes, new BreakableProgress(progress, interruption));
        } catch (IOException e) {
            throw new IOException(
                    "the export failed, and no dataset was made or changed: " + FaultReport.describe(e), e);
        }
    }
}
