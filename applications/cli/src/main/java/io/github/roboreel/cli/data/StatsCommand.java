package io.github.roboreel.cli.data;

import io.github.roboreel.cli.base.BreakableProgress;
import io.github.roboreel.cli.base.Interruption;
import io.github.roboreel.cli.base.SourceOptions;
import io.github.roboreel.cli.base.WhereOption;
import io.github.roboreel.cli.base.WorkSession;
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

/** {@code stats}: statistics of the values of fields. */
@Command(
        name = "stats",
        description = {
            "Show count, mean, standard deviation, range and quantiles of each element of each field.",
            "",
            "A SOURCE may also be a run file, or a dataset in a form that can be imported. With --engine, --where,"
                    + " --catalog or a store, sources are output folders, folders are read side by side, and an episode"
                    + " that cannot be read is named and does not count; the numbers are the same to the bit.",
            "",
            "Pictures of uint8 count by channel. The deviation is that of the population; NaNs are counted apart."
                    + " Quantiles are exact for up to 4096 distinct values of an element, close estimates beyond;"
                    + " they do not depend on the order of the values."
        })
public final class StatsCommand implements io.github.roboreel.cli.base.Command {
    private final Terminal terminal;
    private final Interruption interruption;

    @Mixin
    SourceOptions source;

    @Option(
            names = "--fields",
            paramLabel = "PATTERN",
            arity = "1..*",
            description = "Only these fields (patterns as in 'obs/*'; default: all that have a row for each step).")
    List<String> fields = List.of();

    @Mixin
    ChoiceOptions choice;

    @Mixin
    WhereOption where;

    @Mixin
    StatsForm form;

    public StatsCommand(Terminal terminal, Interruption interruption) {
        this.terminal = terminal;
        this.interruption = interruption;
    }

    @Override
    public Outcome call() throws IOException {
        where.takeOver(choice.values(), source, terminal);
        EpisodeChoice wanted = choice.choice();
        form.requireOne();
        Optional<NewFile> file = form.newFile();
        FoundStatistics found = found(wanted);
        String text = form.of(found, terminal);
        if (file.isPresent()) {
            file.get().write(text);
        } else {
            terminal.print(text);
        }
        return ProblemLines.say(found.problems(), terminal);
    }

    private FoundStatistics found(EpisodeChoice wanted) throws IOException {
        try {
            if (source.isForEngine() || where.isGiven()) {
                return interruption.breakable(() -> foundByEngine(wanted));
            }
            ReadRequest request = new ReadRequest(source.places(), wanted, FieldChoice.of(fields));
            try (StepProgress shown = source.progress(terminal, "steps")) {
                return new StatsSession(interruption, request).found(new BreakableProgress(shown, interruption));
            }
        } catch (IllegalArgumentException e) {
            throw new RoboReelException(
                    Kind.BAD_ARGUMENT, e.getMessage() + "; choose other episodes with --env-name or --fields", e);
        }
    }

    private FoundStatistics foundByEngine(EpisodeChoice wanted) throws IOException {
        try (WorkSession session = source.open();
                StepProgress shown = source.progress(terminal, "folders")) {
            BreakableProgress progress = new BreakableProgress(shown, interruption);
            List<FolderChoice> folders = where.choices(session, source, progress);
            return FleetStatistics.of(
                    session.engine(), folders, wanted, FieldChoice.of(fields), session.settings(), progress);
        }
    }
}
