package io.github.roboreel.cli.fleet;

import io.github.roboreel.cli.base.BreakableProgress;
import io.github.roboreel.cli.base.Interruption;
import io.github.roboreel.cli.data.StatsForm;
import io.github.roboreel.cli.export.ChoiceOptions;
import io.github.roboreel.cli.ui.NewFile;
import io.github.roboreel.cli.ui.Outcome;
import io.github.roboreel.cli.ui.ProblemLines;
import io.github.roboreel.cli.ui.StepProgress;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.fleet.export.FolderChoice;
import io.github.roboreel.fleet.statistics.FleetStatistics;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recordings.episodes.EpisodeChoice;
import io.github.roboreel.recordings.episodes.FieldChoice;
import io.github.roboreel.recordings.transform.statistics.FoundStatistics;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fleet stats}: statistics of the values of fields, those of {@code stats} to the bit. */
@Command(
        name = "stats",
        description = {
            "Show count, mean, standard deviation, range and quantiles of each element of each field over all sources.",
            "",
            "The numbers are those of 'stats' on the same folders, to the bit, however many workers there are. An"
                    + " episode that cannot be read is named and does not count."
        })
final class FleetStatsCommand implements io.github.roboreel.cli.base.Command {
    private final Terminal terminal;
    private final Interruption interruption;

    @Mixin
    FleetOptions fleet;

    @Mixin
    CatalogueOptions catalogue;

    @Option(
            names = "--fields",
            paramLabel = "PATTERN",
            arity = "1..*",
            description = "Only these fields (patterns as in 'obs/*'; default: all that have a row for each step).")
    List<String> fields = List.of();

    @Mixin
    ChoiceOptions choice;

    @Mixin
    StatsForm form;

    FleetStatsCommand(Terminal terminal, Interruption interruption) {
        this.terminal = terminal;
        this.interruption = interruption;
    }

    @Override
    public Outcome call() throws IOException {
        EpisodeChoice wanted = choice.choice();
        form.requireOne();
        Optional<NewFile> file = form.newFile();
        FoundStatistics found = interruption.breakable(() -> found(wanted));
        String text = form.of(found, terminal);
        if (file.isPresent()) {
            file.get().write(text);
        } else {
            terminal.print(text);
        }
        return ProblemLines.say(found.problems(), terminal);
    }

    private FoundStatistics found(EpisodeChoice wanted) throws IOException {
        try (FleetSession session = new FleetSession(fleet.where);
                StepProgress shown = StepProgress.of(terminal, fleet.quiet, "folders")) {
            List<FolderChoice> folders = catalogue.folders(session, fleet);
            return FleetStatistics.of(
                    session.engine(folders.size()),
                    folders,
                    wanted,
                    FieldChoice.of(fields),
                    session.settings(),
                    new BreakableProgress(shown, interruption));
        } catch (IllegalArgumentException e) {
            throw new RoboReelException(
                    Kind.BAD_ARGUMENT, e.getMessage() + "; choose other episodes with --env-name or --fields", e);
        }
    }
}
