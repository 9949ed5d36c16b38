package io.github.roboreel.cli.data;

import io.github.roboreel.cli.base.BreakableProgress;
import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.NewFile;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.ProblemLines;
import io.github.roboreel.cli.base.SourceOptions;
import io.github.roboreel.cli.base.StepProgress;
import io.github.roboreel.cli.base.WhereOption;
import io.github.roboreel.cli.base.WorkSession;
import io.github.roboreel.cli.export.ChoiceOptions;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.fleet.export.FolderChoice;
import io.github.roboreel.fleet.statistics.FleetStatistics;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recordings.ArraySpec;
import io.github.roboreel.recordings.Episode;
import io.github.roboreel.recordings.Recordings;
import io.github.roboreel.recordings.Step;
import io.github.roboreel.recordings.episodes.EpisodeChoice;
import io.github.roboreel.recordings.episodes.FieldChoice;
import io.github.roboreel.recordings.episodes.UnreadableEpisodeException;
import io.github.roboreel.recordings.transform.EpisodeSteps;
import io.github.roboreel.recordings.transform.Episodes;
import io.github.roboreel.recordings.transform.statistics.EpisodeStatistics;
import io.github.roboreel.recordings.transform.statistics.FieldStatistics;
import io.github.roboreel.recordings.transform.statistics.FoundStatistics;
import io.github.roboreel.recordings.transform.statistics.FoundStatistics.Counts;
import io.github.roboreel.recordings.transform.statistics.ValidFields;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
public final class StatsCommand extends CliCommand {
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
                return found(request, new BreakableProgress(shown, interruption));
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

    /**
     * The statistics of what is asked for.
     *
     * @throws RoboReelException of kind DAMAGED when an array cannot be read
     * @throws IllegalArgumentException in one sentence, when the values of a field have different shapes
     */
    private FoundStatistics found(ReadRequest request, ExportProgress progress) throws IOException {
        try (Recordings recordings = Recordings.open(request.places())) {
            List<Episode> episodes = request.episodes(recordings);
            return interruption.breakable(() -> found(request, recordings, episodes, progress));
        } catch (UnreadableEpisodeException e) {
            throw new RoboReelException(Kind.DAMAGED, e.getMessage(), e);
        }
    }

    private static FoundStatistics found(
            ReadRequest request, Recordings recordings, List<Episode> episodes, ExportProgress progress)
            throws IOException {
        Map<String, ArraySpec> specs = new LinkedHashMap<>();
        Map<String, Counts> counts = new LinkedHashMap<>();
        long steps = 0;
        for (Episode episode : episodes) {
            for (String path : request.paths(episode)) {
                specs.putIfAbsent(path, episode.spec(path));
                counts.merge(path, new Counts(Math.min(1, episode.steps()), episode.steps()), Counts::plus);
            }
            steps += episode.steps();
        }
        Map<String, FieldStatistics> fields = collected(request, episodes, steps, progress);
        return new FoundStatistics(episodes.size(), steps, specs, counts, fields, recordings.problems());
    }

    private static Map<String, FieldStatistics> collected(
            ReadRequest request, List<Episode> episodes, long steps, ExportProgress progress) throws IOException {
        progress.phase("reading", steps);
        List<Episodes> places = request.places().stream()
                .map(place -> steps(request, ofPlace(episodes, place), progress))
                .toList();
        return EpisodeStatistics.of(
                places, ValidFields.ALL, Runtime.getRuntime().availableProcessors());
    }

    private static List<Episode> ofPlace(List<Episode> episodes, Path place) {
        return episodes.stream()
                .filter(episode -> episode.place().equals(place))
                .toList();
    }

    private static Episodes steps(ReadRequest request, List<Episode> episodes, ExportProgress progress) {
        return Episodes.of(episodes.size(), i -> EpisodeSteps.of(episodes.get(i), request.paths(episodes.get(i))))
                .mapSteps(each -> each.map(step -> advanced(progress, step)));
    }

    /** Several threads read; what is shown is for one at a time. */
    private static Step advanced(ExportProgress progress, Step step) {
        synchronized (progress) {
            progress.advanced(1);
        }
        return step;
    }
}
