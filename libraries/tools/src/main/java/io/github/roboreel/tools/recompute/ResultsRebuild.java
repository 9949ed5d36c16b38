package io.github.roboreel.tools.recompute;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.LenientJson;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.WholeFile;
import io.github.roboreel.format.fault.Operation;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.OutputLock;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EnvFolder.DemoLocation;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.EventLog;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.recordings.folder.ResultLines;
import io.github.roboreel.recordings.folder.StepPeriod;
import io.github.roboreel.recordings.folder.StoredDemo;
import io.github.roboreel.recordings.folder.StoredDemos;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Re-creates the result lines of demos that have none. Lines that are there stay as they are; the old file is set
 * aside.
 */
public final class ResultsRebuild {
    private final ResultFolder folder;
    private final MetricSets metrics;
    private final MetricSetFaults missingSets;
    private final List<ObjectNode> added = new ArrayList<>();
    private final List<FileFault> problems = new ArrayList<>();
    private final Set<Path> withoutPeriod = new HashSet<>();

    private ResultsRebuild(ResultFolder folder, MetricSets metrics) {
        this.folder = folder;
        this.metrics = metrics;
        missingSets = new MetricSetFaults(metrics);
        problems.addAll(folder.problems());
    }

    /**
     * Finds out what is missing and derives it; writes nothing.
     *
     * @param metrics what computes the metrics of the lines
     * @throws IOException when there is no such folder or it cannot be listed
     */
    public static RebuildPlan plan(Path path, MetricSets metrics) throws IOException {
        return new ResultsRebuild(ResultFolder.open(path), metrics).plan();
    }

    /**
     * Carries out a plan, under the folder's lock: the new file appears whole or not at all.
     *
     * @param metrics what the plan was made with
     * @return where the old file is; empty when there was none or nothing had to be written
     * @throws io.github.roboreel.format.fault.RoboReelException of kind LOCKED, when a recorder is at work there
     * @throws IOException when it cannot be written; the old file is still in place then
     */
    public static Optional<Path> write(RebuildPlan plan, MetricSets metrics) throws IOException {
        if (!plan.isNeeded()) {
            return Optional.empty();
        }
        try (OutputLock lock = OutputLock.acquire(plan.folder())) {
            return write(plan, metrics, lock);
        }
    }

    /** As {@link #write(RebuildPlan, MetricSets)}, under the folder's lock that is held. */
    public static Optional<Path> write(RebuildPlan plan, MetricSets metrics, OutputLock lock) throws IOException {
        if (!plan.isNeeded()) {
            return Optional.empty();
        }
        ResultFolder folder = ResultFolder.open(lock.folder());
        RebuildPlan current = new ResultsRebuild(folder, metrics).plan();
        List<ObjectNode> kept =
                folder.episodes().stream().map(EpisodeRecord::json).toList();
        Path file = current.resultsFile();
        return WholeFile.replace(file, content(file, kept, current.added()));
    }

    private RebuildPlan plan() throws IOException {
        Set<DemoLocation> known = folder.episodes().stream()
                .flatMap(e -> folder.envOf(e).demoOf(e).stream())
                .collect(Collectors.toSet());
        for (EnvFolder env : folder.envs()) {
            new StoredDemos(env, problems).visitAll(demo -> add(env, demo, known));
        }
        Path file = folder.resultsFile().orElse(folder.path().resolve(RunFolder.RESULTS));
        missingSets().ifPresent(problems::add);
        return new RebuildPlan(folder.path(), file, folder.episodes().size(), dropped(file), added, problems);
    }

    /** Lines that a new file would not hold. */
    private int dropped(Path file) throws IOException {
        long leftOut = folder.problems().stream()
                .filter(p -> p.isLeftOut() && p.file().equals(file))
                .count();
        boolean hasLines = !file.endsWith(RunFolder.LEGACY_RESULTS);
        return Math.toIntExact(
                leftOut > 0 && hasLines && Files.isRegularFile(file)
                        ? ResultLines.of(file).stream().filter(l -> !l.isKept()).count()
                        : leftOut);
    }

    private void add(EnvFolder env, StoredDemo demo, Set<DemoLocation> known) throws IOException {
        Object status = demo.reader().attributes().get(AttributeNames.STATUS);
        boolean isKnown = known.contains(
                new DemoLocation(demo.file().path(), demo.reader().name()));
        if (isKnown || EpisodeStatus.DISCARDED.label().equals(status)) {
            return;
        }
        if (demo.isLive() || "recording".equals(status)) {
            problems.add(FileFault.leftOut(
                    demo.file().path(),
                    "has a demo " + demo.path() + " that has not ended",
                    "wait for its recorder, or bring it back with: " + Operation.RECOVER.command()));
            return;
        }
        Optional<EventLog> log = EventLog.ofDemo(env, demo, ", so events and reason are missing", problems);
        StepPeriod period =
                StepPeriod.of(env, demo.reader(), log.map(EventLog::dtSeconds).orElse(OptionalDouble.empty()));
        if (period.isAssumed() && withoutPeriod.add(env.path())) {
            problems.add(StepPeriod.assumed(env, FileFault.Severity.ERROR));
        }
        MetricSets.Computed computed = metrics.compute(demo.reader(), period.seconds());
        problems.addAll(MetricSetFaults.failed(
                computed, demo.file().path(), demo.reader().name()));
        missingSets.add(demo.runTexts(AttributeNames.METRIC_SETS).orElse(List.of()));
        added.add(DerivedLine.of(env, demo, log, period, computed));
    }

    /** Metrics that the recorder's own lines have and the re-created ones cannot get. */
    private Optional<FileFault> missingSets() {
        return missingSets.problem(
                folder.path(),
                added.size() + " re-created lines lack their metrics",
                ", and recompute the metrics of " + folder.path(),
                FileFault.Severity.ERROR);
    }

    /** A results file with more lines; what is readable in the old one stays byte for byte. */
    private static byte[] content(Path file, List<ObjectNode> kept, List<ObjectNode> added) throws IOException {
        if (file.endsWith(RunFolder.LEGACY_RESULTS)) {
            ArrayNode all = JsonNodeFactory.instance.arrayNode().addAll(kept).addAll(added);
            return FormatJson.utf8(LenientJson.ascii(all));
        }
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        if (Files.exists(file)) {
            content.write(ResultLines.kept(file));
        }
        for (ObjectNode line : added) {
            content.writeBytes(FormatJson.utf8(LenientJson.ascii(line)));
            content.write('\n');
        }
        return content.toByteArray();
    }

    /**
     * Plan of a rebuild.
     *
     * @param folder the output folder
     * @param resultsFile the file that would be written
     * @param kept lines that stay as they are
     * @param unreadable lines that are no results and would be set aside with the old file
     * @param added lines of demos that had none, run by run and env by env
     * @param problems what could not be read, so that lines may be missing still
     */
    public record RebuildPlan(
            Path folder, Path resultsFile, int kept, int unreadable, List<ObjectNode> added, List<FileFault> problems) {
        public RebuildPlan {
            added = List.copyOf(added);
            problems = List.copyOf(problems);
        }

        /** Whether the file would change. */
        public boolean isNeeded() {
            return !added.isEmpty() || unreadable > 0;
        }
    }
}
