package io.github.roboreel.recordings.episodes;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.fault.Operation;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReaders;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EnvFolder.DemoLocation;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.recordings.folder.RunFileReaders;
import io.github.roboreel.recordings.folder.StoredDemo;
import io.github.roboreel.recordings.folder.StoredDemos;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Goes through the episodes that a folder's run files hold and finds the result lines of each. What cannot be read is
 * collected and the rest is still visited. For one thread.
 */
public final class RecordedEpisodes {
    /** Reads an episode. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * Reads an episode; the reader is usable during the call only.
         *
         * @throws IOException when it cannot be read; the next one is visited then
         */
        void visit(RecordedEpisode episode, EpisodeReader reader) throws IOException;
    }

    private static final String RECORDING = "recording";

    private final ResultFolder folder;
    private final List<FileFault> problems;
    private final boolean includesLive;
    private final RunReaders readers;
    private final Map<DemoLocation, List<EpisodeRecord>> lines = new HashMap<>();
    private final Set<DemoLocation> found = new HashSet<>();
    private final List<FileFault> stillRecording = new ArrayList<>();
    private final List<FileFault> leadingOutside = new ArrayList<>();

    /**
     * Of a folder.
     *
     * @param problems where what cannot be read, or is still being recorded, is added
     */
    public RecordedEpisodes(ResultFolder folder, List<FileFault> problems) {
        this(folder, problems, false, RunFileReaders::open);
    }

    /**
     * Of a folder whose run files another reader reads.
     *
     * @param problems where what cannot be read, or is still being recorded, is added
     * @param readers opens the run files
     */
    public RecordedEpisodes(ResultFolder folder, List<FileFault> problems, RunReaders readers) {
        this(folder, problems, false, readers);
    }

    /**
     * Of a folder.
     *
     * @param problems where what cannot be read is added
     * @param includesLive whether episodes that are being recorded are visited, once they have a step; otherwise they
     *     are a problem
     * @param readers opens the run files
     */
    RecordedEpisodes(ResultFolder folder, List<FileFault> problems, boolean includesLive, RunReaders readers) {
        this.folder = folder;
        this.problems = problems;
        this.includesLive = includesLive;
        this.readers = readers;
        for (EpisodeRecord line : folder.episodes()) {
            location(line)
                    .ifPresent(at ->
                            lines.computeIfAbsent(at, l -> new ArrayList<>()).add(line));
        }
    }

    /** Visits the wanted episodes by env, run and number; discarded ones are passed over. */
    public void visit(Predicate<RecordedEpisode> wanted, Visitor visitor) {
        for (EnvFolder env : folder.envs()) {
            StoredDemos demos = new StoredDemos(env, problems, readers);
            demos.visitAll(demo -> visit(env, demo, wanted, visitor));
            leadingOutside.addAll(demos.leadingOutside());
        }
    }

    /** Those of the problems that are links out of the folder; known after a visit. */
    List<FileFault> leadingOutside() {
        return List.copyOf(leadingOutside);
    }

    /** Those of the problems that only time mends; known after a visit. */
    public List<FileFault> stillRecording() {
        return List.copyOf(stillRecording);
    }

    /** Lines of the results whose demo no readable run file holds; known after a visit. */
    public List<FileFault> linesWithoutDemo() {
        Set<Path> unreadable = new HashSet<>();
        problems.forEach(problem -> unreadable.add(problem.file()));
        found.forEach(location -> unreadable.remove(location.file()));
        List<FileFault> missing = new ArrayList<>();
        for (EpisodeRecord line : folder.episodes()) {
            Optional<DemoLocation> at = location(line);
            boolean explained = at.map(l -> found.contains(l) || unreadable.contains(l.file()))
                    .orElse(false);
            if (!explained) {
                missing.add(wasRemoved(line, at) ? removed(line, at.orElseThrow()) : withoutDemo(line, at));
            }
        }
        return missing;
    }

    private static FileFault withoutDemo(EpisodeRecord line, Optional<DemoLocation> at) {
        return FileFault.leftOut(
                line.file(),
                line.line(),
                at.map(l -> "has no data: there is no " + l.demo() + " in " + l.file())
                        .orElse("does not say which demo holds its data"),
                "copy the run file again, or delete the line");
    }

    private boolean wasRemoved(EpisodeRecord line, Optional<DemoLocation> at) {
        return at.filter(l -> folder.envOf(line).removed().contains(l.file())).isPresent();
    }

    private static FileFault removed(EpisodeRecord line, DemoLocation at) {
        return FileFault.leftOut(
                line.file(),
                line.line(),
                "has no data here: " + at.file() + " was uploaded and removed",
                "put the file back, or ask for the episodes that are there");
    }

    private Optional<DemoLocation> location(EpisodeRecord line) {
        return folder.envOf(line).demoOf(line);
    }

    private void visit(EnvFolder env, StoredDemo demo, Predicate<RecordedEpisode> wanted, Visitor visitor)
            throws IOException {
        RecordedEpisode episode = episode(env, demo);
        found.add(episode.location());
        if (!wanted.test(episode)) {
            return;
        }
        Object status = demo.reader().attributes().get(AttributeNames.STATUS);
        if (RECORDING.equals(status)) {
            visitUnfinished(episode, demo, visitor);
        } else if (!EpisodeStatus.DISCARDED.label().equals(status)) {
            visitor.visit(episode, demo.reader());
        }
    }

    private void visitUnfinished(RecordedEpisode episode, StoredDemo demo, Visitor visitor) throws IOException {
        if (!includesLive || !demo.isLive()) {
            problems.add(unfinished(demo));
        } else if (demo.reader().numSamples() > 0) {
            visitor.visit(episode, demo.reader());
        }
    }

    private FileFault unfinished(StoredDemo demo) {
        Path file = demo.file().path();
        String holds = "holds " + demo.reader().name() + ", ";
        if (!demo.isLive()) {
            return FileFault.leftOut(
                    file,
                    holds + "whose recorder died before its episode ended",
                    "bring it back with: " + Operation.RECOVER.command());
        }
        FileFault recording =
                FileFault.leftOut(file, holds + "which is still being recorded", "wait until its episode has ended");
        stillRecording.add(recording);
        return recording;
    }

    /** The episode that a demo of the folder holds, with its result lines. */
    public RecordedEpisode episode(EnvFolder env, StoredDemo demo) {
        DemoLocation location =
                new DemoLocation(demo.file().path(), demo.reader().name());
        List<EpisodeRecord> own = lines.getOrDefault(location, List.of());
        List<String> sets = demo.runTexts(AttributeNames.METRIC_SETS).orElse(List.of());
        String config = runText(demo, AttributeNames.CONFIG);
        String provenance = runText(demo, AttributeNames.PROVENANCE);
        if (own.isEmpty()) {
            return new RecordedEpisode(
                    env, location, demo.file().run(), demo.envId(), demo.episode(), own, sets, config, provenance);
        }
        EpisodeRecord line = own.get(0);
        int episode = line.episode().orElse(demo.episode());
        return new RecordedEpisode(env, location, line.run(), line.envId(), episode, own, sets, config, provenance);
    }

    private static String runText(StoredDemo demo, String attribute) {
        return demo.runAttributes().get(attribute) instanceof String text ? text : "";
    }
}
