package io.github.roboreel.tools.recover;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.EventLogDocument;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.Sentence;
import io.github.roboreel.format.WholeFile;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeStatus;
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
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Event logs of recovered episodes, made of what their recorder had written while it recorded. Only of those without a
 * result line, which is derived of the log then.
 */
final class LeftEventLogs {
    private static final Set<String> NOT_ENDED =
            Set.of(EpisodeStatus.RECORDING.label(), EpisodeStatus.DISCARDED.label());

    private final ResultFolder folder;
    private final List<String> notes;

    private LeftEventLogs(ResultFolder folder, List<String> notes) {
        this.folder = folder;
        this.notes = notes;
    }

    /**
     * Makes them in an output folder whose lock the caller holds. What goes into a log as a whole is removed.
     *
     * @param notes where it is said what was done, a sentence each
     * @throws IOException when the disk fails
     */
    static void complete(Path outputFolder, List<String> notes) throws IOException {
        new LeftEventLogs(ResultFolder.open(outputFolder), notes).complete();
    }

    private void complete() throws IOException {
        Set<DemoLocation> known = new HashSet<>();
        folder.episodes().forEach(line -> folder.envOf(line).demoOf(line).ifPresent(known::add));
        for (EnvFolder env : folder.envs()) {
            List<IOException> failures = new ArrayList<>();
            StoredDemos demos = new StoredDemos(env, new ArrayList<>());
            for (EnvFolder.RunFile file : env.runs()) {
                if (file.run().isPresent() && hasLeft(env, file.run().getAsInt())) {
                    demos.visit(file, demo -> complete(env, demo, known, failures));
                }
            }
            if (!failures.isEmpty()) {
                throw failures.get(0);
            }
        }
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
        Path left = env.path().resolve(RunFolder.liveLogFile(run, demo.number()));
        Path log = env.path().resolve(RunFolder.logFile(run, demo.number()));
        String status = String.valueOf(demo.reader().attributes().get(AttributeNames.STATUS));
        boolean isDue = Files.isRegularFile(left, LinkOption.NOFOLLOW_LINKS)
                && !Files.exists(log, LinkOption.NOFOLLOW_LINKS)
                && !demo.isLive()
                && !NOT_ENDED.contains(status)
                && !known.contains(
                        new DemoLocation(demo.file().path(), demo.reader().name()));
        if (isDue) {
            EventLogDocument document = document(env, demo, run);
            try {
                write(document, left, log);
            } catch (IOException e) {
                failures.add(e);
            }
        }
    }

    private static EventLogDocument document(EnvFolder env, StoredDemo demo, int run) throws IOException {
        String task = env.settings().taskName();
        return new EventLogDocument(
                EventLogDocument.SCHEMA_VERSION,
                StepPeriod.of(env, demo.reader(), OptionalDouble.empty()).seconds(),
                task == null ? env.name() : task,
                demo.number(),
                run,
                EpisodeOutcome.verdict(demo.reader().attributes()).orElse(null),
                demo.reader().numSamples(),
                List.of());
    }

    private void write(EventLogDocument empty, Path left, Path log) throws IOException {
        List<EventLogDocument.Entry> events = new ArrayList<>();
        int others = 0;
        String text = Files.readString(left, StandardCharsets.ISO_8859_1);
        for (String line : text.split("\n")) {
            if (!take(line, empty.finalStep(), events)) {
                others++;
            }
        }
        EventLogDocument whole = new EventLogDocument(
                empty.schemaVersion(),
                empty.dt(),
                empty.task(),
                empty.envId(),
                empty.run(),
                empty.success(),
                empty.finalStep(),
                events);
        WholeFile.write(log, FormatJson.utf8(FormatJson.ascii(whole)));
        if (others == 0) {
            Files.delete(left);
            notes.add(Sentence.of("made %s of the %s events that its recorder had written", log, events.size()));
        } else {
            notes.add(Sentence.of(
                    "made %s of %s events; %s lines of %s are torn or of steps that are lost, so it stays",
                    log, events.size(), others, left.getFileName()));
        }
    }

    /** Whether a line is an event of a step that is there. */
    private static boolean take(String line, long steps, List<EventLogDocument.Entry> events) {
        try {
            EventLogDocument.Entry entry =
                    FormatJson.read(line.getBytes(StandardCharsets.ISO_8859_1), EventLogDocument.Entry.class);
            // It refuses what is no event.
            new EpisodeEvent(entry.step(), entry.code(), entry.name(), entry.info(), entry.score());
            boolean isThere = entry.step() <= steps;
            return isThere && events.add(entry);
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }
}
