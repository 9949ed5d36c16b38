package io.github.roboreel.recordings.episodes;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.Advice;
import io.github.roboreel.format.fault.Advice.Action;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReaders;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.recordings.folder.StepPeriod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Goes through folders once and keeps what is wanted. For one thread. */
final class EpisodeSearch {
    /** Three years at 10 kHz; so many can be added up without an overflow. */
    private static final long MAX_STEPS = 1L << 40;

    private final EpisodeChoice choice;
    private final Predicate<EpisodeFacts> isListed;
    private final List<EpisodeFacts> episodes = new ArrayList<>();
    private final List<Long> steps = new ArrayList<>();
    private final List<Optional<EpisodeShape>> shapes = new ArrayList<>();
    private final EpisodeShape.Shapes shapesOfAll = new EpisodeShape.Shapes();
    private final Map<LeftOut, Integer> leftOut = new EnumMap<>(LeftOut.class);
    private final List<FileFault> problems = new ArrayList<>();
    private final EpisodeNames names = new EpisodeNames();
    private final Set<Path> opened = new HashSet<>();

    private final boolean wantsAll;
    private final boolean keepsShapes;
    private final RunReaders readers;

    /**
     * Searches.
     *
     * @param isListed whether an episode may be wanted besides
     * @param wantsAll whether what cannot be read, and that there is none, is a failure; otherwise it is a problem, and
     *     episodes that are being recorded are found, too
     * @param keepsShapes whether the shapes of arrays are kept, which those of an episode that is being recorded do not
     * @param readers opens the run files
     */
    EpisodeSearch(
            EpisodeChoice choice,
            Predicate<EpisodeFacts> isListed,
            boolean wantsAll,
            boolean keepsShapes,
            RunReaders readers) {
        this.keepsShapes = keepsShapes;
        this.choice = choice;
        this.isListed = isListed;
        this.wantsAll = wantsAll;
        this.readers = readers;
    }

    /** Adds the episodes of a folder. */
    void lookInto(Path path) throws IOException {
        ResultFolder folder = Files.isDirectory(path) ? ResultFolder.open(path) : ResultFolder.ofRun(path);
        folder.envs().forEach(env -> names.addEnv(env.name()));
        List<FileFault> found = new ArrayList<>(folder.problems());
        RecordedEpisodes recorded = new RecordedEpisodes(folder, found, !wantsAll, readers);
        FactsReader facts = new FactsReader(folder, true);
        List<FileFault> periods = new ArrayList<>();
        recorded.visit(this::isNamed, (episode, demo) -> {
            consider(facts.read(episode, demo), demo);
            noteAssumedPeriod(episode, demo, periods);
        });
        found.removeIf(problem -> concernsOtherEnv(folder, problem));
        if (wantsAll) {
            requireReadable(found, recorded);
        }
        problems.addAll(found);
        problems.addAll(periods);
        problems.addAll(wantedLines(folder, recorded.linesWithoutDemo()));
    }

    /** Known before anything is read of it, so that a damaged one can be left out. */
    private boolean isNamed(RecordedEpisode episode) {
        opened.add(episode.location().file());
        if (!choice.includesEnv(episode.env().name())) {
            return leaveOut(LeftOut.OTHER_ENV);
        }
        return choice.includesNumber(episode.episode()) || leaveOut(LeftOut.OTHER_NUMBER);
    }

    private void consider(EpisodeFacts episode, EpisodeReader demo) throws IOException {
        names.add(episode);
        if (choice.successOnly() && !episode.isSuccess()) {
            leaveOut(LeftOut.NO_SUCCESS);
        } else if (choice.completeOnly() && episode.ending() == EpisodeFacts.Ending.INCOMPLETE) {
            leaveOut(LeftOut.INCOMPLETE);
        } else if (choice.leftOutFor(episode.annotation()).isPresent()) {
            leaveOut(choice.leftOutFor(episode.annotation()).get());
        } else if (!choice.includesValues(episode::value)) {
            leaveOut(LeftOut.OTHER_VALUE);
        } else if (!isListed.test(episode)) {
            leaveOut(LeftOut.NOT_LISTED);
        } else {
            considerLength(episode, demo);
        }
    }

    private void considerLength(EpisodeFacts episode, EpisodeReader demo) throws IOException {
        long samples = demo.numSamples();
        if (samples < 0 || samples > MAX_STEPS) {
            throw new IOException(Sentence.of(
                    "%s says that it has %s steps, which no episode has: it is damaged", demo.name(), samples));
        }
        if (samples < choice.minSteps()) {
            leaveOut(LeftOut.TOO_SHORT);
        } else {
            episodes.add(episode);
            steps.add(samples);
            shapes.add(keepsShapes ? shape(demo) : Optional.empty());
        }
    }

    /** One that cannot be read is reported where it is needed. */
    private Optional<EpisodeShape> shape(EpisodeReader demo) {
        try {
            return Optional.of(shapesOfAll.read(demo));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Always false, for callers that ask whether it is wanted. */
    private boolean leaveOut(LeftOut reason) {
        leftOut.merge(reason, 1, Integer::sum);
        return false;
    }

    private static void noteAssumedPeriod(RecordedEpisode episode, EpisodeReader demo, List<FileFault> periods)
            throws IOException {
        FileFault assumed = StepPeriod.assumed(episode.env(), FileFault.Severity.NOTE);
        if (episode.period(demo).isAssumed() && !periods.contains(assumed)) {
            periods.add(assumed);
        }
    }

    private boolean concernsOtherEnv(ResultFolder folder, FileFault problem) {
        return folder.envs().stream()
                .filter(env -> !choice.includesEnv(env.name()))
                .anyMatch(env -> problem.file().startsWith(env.path()));
    }

    /** Who exports wants all that was recorded, or to say himself what is left out. */
    private void requireReadable(List<FileFault> found, RecordedEpisodes recorded) {
        List<FileFault> stillRecording = recorded.stillRecording();
        List<FileFault> unreadable = found.stream()
                .filter(p -> p.isLeftOut() && isRunFile(p.file()))
                .filter(p -> !stillRecording.contains(p))
                .toList();
        if (!unreadable.isEmpty()) {
            int others = unreadable.size() - 1;
            boolean leadsOutside = recorded.leadingOutside().contains(unreadable.get(0));
            throw new RoboReelException(
                    leadsOutside ? Kind.LEADS_OUTSIDE : Kind.UNSUPPORTED,
                    "nothing was exported: "
                            + unreadable.get(0).text()
                            + (others > 0 ? " (and " + others + " more that cannot be read)" : ""),
                    Advice.to(wayAround(unreadable.get(0).file())),
                    null);
        }
    }

    /** Which episodes are in a file that cannot be opened is unknown. */
    private Action wayAround(Path file) {
        return opened.contains(file) ? Action.CHOOSE_EPISODES : Action.MOVE_FILE_AWAY;
    }

    private static boolean isRunFile(Path file) {
        return file.getFileName().toString().endsWith(RunFolder.RUN_SUFFIX);
    }

    private List<FileFault> wantedLines(ResultFolder folder, List<FileFault> withoutDemo) {
        Map<Integer, EpisodeRecord> lines =
                folder.episodes().stream().collect(Collectors.toMap(EpisodeRecord::line, line -> line));
        return withoutDemo.stream()
                .filter(p -> isWanted(folder, lines.get(p.line())))
                .toList();
    }

    private boolean isWanted(ResultFolder folder, EpisodeRecord line) {
        return choice.includes(line, folder.annotations().of(line));
    }

    /**
     * All folders together.
     *
     * @param runs for reading them
     * @throws RoboReelException when there is none though all are wanted, or none has an attribute that was asked for
     */
    ChosenEpisodes found(RecentRuns.Factory runs) {
        if (wantsAll) {
            choice.requireKnown(names);
        }
        if (episodes.isEmpty() && wantsAll) {
            throw new RoboReelException(
                    leftOut.isEmpty() ? Kind.UNSUPPORTED : Kind.BAD_ARGUMENT,
                    "no episode is left to export: " + whyNone());
        }
        return new ChosenEpisodes(episodes, steps, shapes, leftOut, problems, names, runs);
    }

    private String whyNone() {
        Optional<FileFault> problem =
                problems.stream().filter(FileFault::isLeftOut).findFirst();
        if (leftOut.isEmpty()) {
            return problem.map(FileFault::text)
                    .orElse("the folders hold none; give folders with <ENV>/run_<i>.hdf5 in them");
        }
        String counts = leftOut.entrySet().stream()
                .map(e -> e.getValue() + " " + e.getKey().phrase())
                .collect(Collectors.joining(", "));
        return "there are " + counts + "; change the filters (envs: " + String.join(", ", names.envs()) + ")";
    }
}
