package io.github.roboreel.tools.recover;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.EventLogDocument;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.WholeFile;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.EventLogFile;
import io.github.roboreel.recorder.hdf5.recover.DemoRecovery;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EnvFolder.DemoLocation;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.recordings.folder.StepPeriod;
import io.github.roboreel.recordings.folder.StoredDemo;
import io.github.roboreel.recordings.folder.StoredDemos;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Event logs of recovered episodes that have none, made of what was staged with the steps or, of recorders that staged
 * no events, of the file that grew while the episode was recorded. The result line is derived of the log then.
 */
final class LeftEventLogs {
    private static final Set<String> NOT_ENDED =
            Set.of(EpisodeStatus.RECORDING.label(), EpisodeStatus.DISCARDED.label());

    private final ResultFolder folder;
    private final Map<DemoLocation, DemoRecovery> staged = new HashMap<>();
    private final List<String> notes;
    private final List<String> losses;

    private LeftEventLogs(ResultFolder folder, List<RecoveryReport> runs, List<String> notes, List<String> losses) {
        this.folder = folder;
        this.notes = notes;
        this.losses = losses;
        for (RecoveryReport run : runs) {
            run.demos().stream()
                    .filter(demo -> !demo.events().isEmpty() || demo.eventsLost() > 0)
                    .forEach(demo -> staged.put(place(run.runFile(), demo.demo()), demo));
        }
    }

    /**
     * Makes them in an output folder whose lock the caller holds. A file that goes into a log as a whole is removed.
     *
     * @param runs what was recovered just now
     * @param notes where it is said what was done, a sentence each
     * @param losses where events that are lost are named, a sentence for each episode
     * @throws IOException when the disk fails
     */
    static void complete(Path outputFolder, List<RecoveryReport> runs, List<String> notes, List<String> losses)
            throws IOException {
        new LeftEventLogs(ResultFolder.open(outputFolder), runs, notes, losses).complete();
    }

    private static DemoLocation place(Path runFile, String demo) {
        return new DemoLocation(runFile.toAbsolutePath().normalize(), demo);
    }

    private void complete() throws IOException {
        Set<DemoLocation> known = new HashSet<>();
        folder.episodes().forEach(line -> folder.envOf(line).demoOf(line).ifPresent(known::add));
        for (EnvFolder env : folder.envs()) {
            List<IOException> failures = new ArrayList<>();
            StoredDemos demos = new StoredDemos(env, new ArrayList<>());
            for (EnvFolder.RunFile file : env.runs()) {
                if (file.run().isPresent()
                        && (hasStaged(file) || hasLeft(env, file.run().getAsInt()))) {
                    demos.visit(file, demo -> complete(env, demo, known, failures));
                }
            }
            if (!failures.isEmpty()) {
                throw failures.get(0);
            }
        }
    }

    private boolean hasStaged(EnvFolder.RunFile file) {
        Path run = place(file.path(), "").file();
        return staged.keySet().stream().anyMatch(place -> place.file().equals(run));
    }

    /** What a link leads to belongs to another folder. */
    private static boolean hasLeft(EnvFolder env, int run) throws IOException {
        if (Files.isSymbolicLink(env.path())) {
            return false;
        }
        String glob = RunFolder.liveLogFile(run, 0).replace("_env0", "_env*");
        try (var files = Files.newDirectoryStream(env.path(), glob)) {
            return files.iterator().hasNext();
        }
    }

    private void complete(EnvFolder env, StoredDemo demo, Set<DemoLocation> known, List<IOException> failures)
            throws IOException {
        int run = demo.file().run().getAsInt();
        String name = demo.reader().name();
        Path log = env.path().resolve(RunFolder.logFile(run, demo.number()));
        Optional<DemoRecovery> recovery =
                Optional.ofNullable(staged.get(place(demo.file().path(), name)));
        Optional<Path> left = Optional.of(env.path().resolve(RunFolder.liveLogFile(run, demo.number())))
                .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                .filter(file -> !known.contains(new DemoLocation(demo.file().path(), name)));
        String status = String.valueOf(demo.reader().attributes().get(AttributeNames.STATUS));
        boolean isDue = (recovery.isPresent() || left.isPresent())
                && !Files.exists(log, LinkOption.NOFOLLOW_LINKS)
                && !demo.isLive()
                && !NOT_ENDED.contains(status);
        if (isDue) {
            Found found = new Found(demo.reader().numSamples(), recovery, left);
            EventLogDocument document = document(env, demo, found);
            try {
                write(document, log);
                settle(left, found);
            } catch (IOException e) {
                failures.add(e);
            }
        }
    }

    private static EventLogDocument document(EnvFolder env, StoredDemo demo, Found found) throws IOException {
        String task = env.settings().taskName();
        return new EventLogDocument(
                EventLogDocument.SCHEMA_VERSION,
                StepPeriod.of(env, demo.reader(), OptionalDouble.empty()).seconds(),
                task == null ? env.name() : task,
                demo.number(),
                demo.file().run().getAsInt(),
                EpisodeOutcome.verdict(demo.reader().attributes()).orElse(null),
                demo.reader().numSamples(),
                found.events().stream().map(EventLogFile::entry).toList(),
                found.lost());
    }

    private void write(EventLogDocument document, Path log) throws IOException {
        if (document.eventsLost() > 0) {
            losses.add(Sentence.of(
                    "%s lacks %s of the %s events that the episode had; nothing brings them back",
                    log, document.eventsLost(), document.events().size() + document.eventsLost()));
        }
        if (document.eventsLost() > 0 || !document.events().isEmpty()) {
            WholeFile.write(log, FormatJson.utf8(FormatJson.ascii(document)));
            notes.add(Sentence.of(
                    "made %s of the %s events that its recorder had written",
                    log, document.events().size()));
        }
    }

    /** The file stays while it has a line that the log does not have. */
    private void settle(Optional<Path> left, Found found) throws IOException {
        if (left.isPresent() && found.others() > 0) {
            notes.add(Sentence.of(
                    "%s lines of %s are torn or of steps that are lost, so it stays",
                    found.others(), left.get().getFileName()));
        } else if (left.isPresent()) {
            Files.delete(left.get());
        }
    }

    /** Events of one episode that its recorder left, in either place. */
    private static final class Found {
        private final List<EpisodeEvent> events;
        private final long lost;
        private final long others;

        /** @param steps that are there; events of later ones are no use */
        Found(long steps, Optional<DemoRecovery> recovery, Optional<Path> left) throws IOException {
            List<String> ofStaging = recovery.map(DemoRecovery::events).orElse(List.of());
            List<Optional<EpisodeEvent>> staged = decoded(ofStaging.stream());
            List<Optional<EpisodeEvent>> lines = left.isPresent() ? decoded(lines(left.get())) : List.of();
            List<EpisodeEvent> ofSteps = of(staged, steps);
            List<EpisodeEvent> ofLines = of(lines, steps);
            // Both begin with the same events; which has more depends on the moment at which the recorder died.
            boolean isLonger = ofLines.size() > ofSteps.size()
                    && ofLines.subList(0, ofSteps.size()).equals(ofSteps);
            events = isLonger ? ofLines : ofSteps;
            long ofLostSteps = staged.stream()
                    .flatMap(Optional::stream)
                    .filter(e -> e.step() > steps)
                    .count();
            long had = ofStaging.size() + recovery.map(DemoRecovery::eventsLost).orElse(0L) - ofLostSteps;
            lost = Math.max(0, had - events.size());
            Set<EpisodeEvent> kept = new HashSet<>(events);
            others = lines.stream()
                    .filter(line -> line.filter(kept::contains).isEmpty())
                    .count();
        }

        private static Stream<String> lines(Path file) throws IOException {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines();
        }

        private static List<Optional<EpisodeEvent>> decoded(Stream<String> lines) {
            return lines.map(Found::decoded).toList();
        }

        private static Optional<EpisodeEvent> decoded(String line) {
            try {
                return Optional.of(EventLogFile.decode(FormatJson.utf8(line)));
            } catch (IOException e) {
                return Optional.empty();
            }
        }

        private static List<EpisodeEvent> of(List<Optional<EpisodeEvent>> events, long steps) {
            return events.stream()
                    .flatMap(Optional::stream)
                    .filter(event -> event.step() <= steps)
                    .toList();
        }

        List<EpisodeEvent> events() {
            return events;
        }

        /** Of those that the episode had. */
        long lost() {
            return lost;
        }

        /** Lines of the file that are not among the events. */
        long others() {
            return others;
        }
    }
}
