package io.github.roboreel.tools.recover;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.EnvConfig;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.Advice;
import io.github.roboreel.format.fault.FileFaultException;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.OutputLock;
import io.github.roboreel.recorder.TornLine;
import io.github.roboreel.recorder.hdf5.recover.DemoRecovery;
import io.github.roboreel.recorder.hdf5.recover.RecoveryPlace;
import io.github.roboreel.recorder.hdf5.recover.RecoveryProcess;
import io.github.roboreel.recorder.hdf5.recover.RecoveryProgress;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport;
import io.github.roboreel.recorder.hdf5.recover.RunRecovery;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.recorder.video.file.VideoRecovery;
import io.github.roboreel.recordings.folder.FolderEntries;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.tools.recompute.ResultsRebuild;
import io.github.roboreel.tools.recompute.ResultsRebuild.RebuildPlan;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Recovers an output folder: its runs that were not closed, its torn result line, the videos that were not finished,
 * and the result lines that are missing then. Run files are read in processes of their own, because native code may not
 * survive a damaged one.
 *
 * <p>It takes the folder's lock, so it never works beside a recorder. What it replaces stays beside the new file until
 * that was read. Done twice, it changes nothing the second time.
 */
public final class FolderRecovery {
    /** HDF5 can loop forever on damaged metadata. */
    private static final Duration MIN_LIMIT = Duration.ofMinutes(5);

    private static final long SLOWEST_BYTES_PER_SECOND = 5_000_000;

    private final MetricSets metrics;
    private final RecoveryPlace place;
    private final RecoveryProgress progress;
    private final List<RecoveryReport> runs = new ArrayList<>();
    private final List<Path> finishedVideos = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> losses = new ArrayList<>();

    private FolderRecovery(MetricSets metrics, RecoveryPlace place, RecoveryProgress progress) {
        this.metrics = metrics;
        this.place = place;
        this.progress = progress;
    }

    /**
     * Recovers everything in an output folder.
     *
     * @param metrics what computes the metrics of new result lines
     * @param place where whole run files are made
     * @throws RoboReelException of kind LOCKED, when a recorder is at work there; of kind DISK_FULL, when there is no
     *     room for a whole run file
     * @throws io.github.roboreel.recorder.NewerFormatException when a newer RoboReel recorded into it; what it recorded
     *     was not touched
     * @throws IOException when the disk fails; calling it again continues
     */
    public static FolderRecoveryReport recover(Path folder, MetricSets metrics, RecoveryPlace place)
            throws IOException {
        try (OutputLock lock = OutputLock.acquire(folder)) {
            return recover(lock, metrics, place, RecoveryProgress.NONE);
        }
    }

    /** As above, for a caller that holds the folder's lock and keeps it. */
    public static FolderRecoveryReport recover(
            OutputLock lock, MetricSets metrics, RecoveryPlace place, RecoveryProgress progress) throws IOException {
        return new FolderRecovery(metrics, place, progress).recoverAll(lock);
    }

    /**
     * Recovers one run with its videos, and the result lines that are missing in its output folder.
     *
     * @param runFile {@code <output folder>/<env>/run_i.hdf5}, whether it is there or not
     */
    public static FolderRecoveryReport recoverRun(
            Path runFile, MetricSets metrics, RecoveryPlace place, RecoveryProgress progress) throws IOException {
        return recoverRuns(List.of(runFile), metrics, place, progress);
    }

    /**
     * As {@link #recoverRun}, several runs of one env folder.
     *
     * @param runFiles at least one
     */
    public static FolderRecoveryReport recoverRuns(
            List<Path> runFiles, MetricSets metrics, RecoveryPlace place, RecoveryProgress progress)
            throws IOException {
        Path envFolder = runFiles.get(0).toAbsolutePath().getParent();
        try (OutputLock lock = OutputLock.acquire(envFolder.getParent())) {
            requireKnownFormat(lock);
            FolderRecovery work = new FolderRecovery(metrics, place, progress);
            for (Path runFile : runFiles) {
                work.recoverFile(runFile);
                work.finishVideos(envFolder, videosOf(runFile));
            }
            return work.completeResults(lock);
        }
    }

    /** Before anything is touched. */
    private static void requireKnownFormat(OutputLock lock) throws IOException {
        ResultFolder.open(lock.folder());
    }

    private FolderRecoveryReport recoverAll(OutputLock lock) throws IOException {
        requireKnownFormat(lock);
        for (Path envFolder : FolderEntries.folders(lock.folder())) {
            // First: one that is let go meanwhile is among the unsettled.
            List<Path> held = RunRecovery.heldRuns(envFolder);
            List<Path> unsettled = RunRecovery.unsettledRuns(envFolder);
            if (leadsElsewhere(envFolder, unsettled.isEmpty() ? notes : losses)) {
                continue;
            }
            for (Path run : unsettled) {
                recoverFile(run);
            }
            held.stream()
                    .filter(run -> !unsettled.contains(run))
                    .forEach(run -> losses.add(
                            run + " is open for writing in a running process; end that process, then recover again"));
            finishVideos(envFolder, video -> true);
        }
        return completeResults(lock);
    }

    private FolderRecoveryReport completeResults(OutputLock lock) throws IOException {
        Path results = lock.folder().resolve(RunFolder.RESULTS);
        if (leadsElsewhere(results, losses)) {
            return report(lock, 0);
        }
        TornLine.setAside(results).ifPresent(torn -> notes.add(results + " ended in a torn line, now in " + torn));
        LeftEventLogs.complete(lock.folder(), runs, notes, losses);
        RebuildPlan plan = ResultsRebuild.plan(lock.folder(), metrics);
        plan.problems().forEach(problem -> losses.add(problem.text()));
        Optional<Path> aside = ResultsRebuild.write(plan, metrics, lock);
        aside.ifPresent(file -> notes.add("the results as they were are in " + file));
        return report(lock, plan.added().size());
    }

    private FolderRecoveryReport report(OutputLock lock, int resultLines) {
        return new FolderRecoveryReport(lock.folder(), runs, resultLines, finishedVideos, notes, losses);
    }

    /** What a link leads to belongs to another folder, which this one's lock does not cover. */
    private static boolean leadsElsewhere(Path path, List<String> report) {
        boolean isLink = Files.isSymbolicLink(path);
        if (isLink) {
            report.add(path
                    + " is a symbolic link and was left alone; put what it leads to in its"
                    + " place, or recover it where it lies");
        }
        return isLink;
    }

    private void recoverFile(Path run) throws IOException {
        Path staging = run.resolveSibling(RunFolder.stagingOf(run.getFileName().toString()));
        if (leadsElsewhere(run, losses) || leadsElsewhere(staging, losses)) {
            return;
        }
        try {
            RecoveryReport report = new RecoveryProcess(place, limit(run), progress).recover(run);
            runs.add(report);
            dropDiscardedVideos(run, report);
        } catch (FileFaultException e) {
            if (e.kind() == Kind.DISK_FULL) {
                throw withAdvice(e);
            }
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the recovery of " + run + " was interrupted");
        }
    }

    /** Where room is missing, there are other places than that of the run file. */
    private static RoboReelException withAdvice(FileFaultException full) {
        return new RoboReelException(full.kind(), full.getMessage(), Advice.to(Advice.Action.CHOOSE_DISK), full);
    }

    private static void dropDiscardedVideos(Path run, RecoveryReport report) throws IOException {
        Path folder = run.toAbsolutePath().getParent();
        if (!VideoRecovery.unfinished(folder).isEmpty()) {
            DiscardedVideos.drop(run, report, settings(folder).demosPerRun());
        }
    }

    private static Duration limit(Path run) throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.list(run.toAbsolutePath().getParent())) {
            for (Path file : files.filter(f -> isOf(run, f)).toList()) {
                bytes += Files.size(file);
            }
        }
        return MIN_LIMIT.plusSeconds(bytes / SLOWEST_BYTES_PER_SECOND);
    }

    /** Run file, staging, and what a recovery that died left of them. */
    private static boolean isOf(Path run, Path file) {
        String stem = run.getFileName().toString().replace(RunFolder.RUN_SUFFIX, ".");
        return file.getFileName().toString().startsWith(stem);
    }

    /** A cut video is no loss: the steps are in the run file. */
    private void finishVideos(Path envFolder, Predicate<Path> wanted) throws IOException {
        List<Path> unfinished =
                VideoRecovery.unfinished(envFolder).stream().filter(wanted).toList();
        if (unfinished.isEmpty()) {
            return;
        }
        // Every wording that a video of the folder can have its name from.
        List<String> instructions = settings(envFolder).instructions();
        for (Path video : unfinished) {
            finish(video, instructions);
        }
    }

    private void finish(Path video, List<String> instructions) {
        try {
            Optional<Path> finished = VideoRecovery.finish(video, instructions);
            finished.ifPresentOrElse(finishedVideos::add, () -> notes.add(video + " holds no whole frame"));
        } catch (IOException e) {
            notes.add(video + " stays as it is: " + e.getMessage());
        }
    }

    private static EnvConfig settings(Path envFolder) throws IOException {
        return ResultFolder.open(envFolder.getParent())
                .envOrMissing(envFolder.getFileName().toString())
                .settings();
    }

    /**
     * Result of the recovery of an output folder. Immutable.
     *
     * @param folder the output folder
     * @param runs one report per run that was looked into; empty when every run had been closed
     * @param resultLines result lines that were re-created
     * @param finishedVideos videos that were finished, up to their last whole frame
     * @param notes what else was done or found, a sentence each; nothing of it is a loss
     * @param losses events and result lines that could not be restored, a sentence each
     */
    public record FolderRecoveryReport(
            Path folder,
            List<RecoveryReport> runs,
            int resultLines,
            List<Path> finishedVideos,
            List<String> notes,
            List<String> losses) {
        public FolderRecoveryReport {
            runs = List.copyOf(runs);
            finishedVideos = List.copyOf(finishedVideos);
            notes = List.copyOf(notes);
            losses = List.copyOf(losses);
        }

        /** Whether everything that was acknowledged is back: steps, flushed chunks, result lines. */
        public boolean isComplete() {
            return losses.isEmpty() && runs.stream().allMatch(RecoveryReport::isComplete);
        }
    }

    /** Unfinished videos of discarded episodes, which their recorder had no time to delete. */
    static final class DiscardedVideos {
        private DiscardedVideos() {}

        /** @param demosPerRun demos that a run file has places for, where that is known */
        static void drop(Path runFile, RecoveryReport report, OptionalInt demosPerRun) throws IOException {
            OptionalInt run = RunFolder.runOf(runFile.getFileName().toString());
            if (run.isEmpty()) {
                return;
            }
            for (DemoRecovery demo : report.demos()) {
                OptionalInt env = DemoPaths.demoNumber(demo.demo());
                if (demo.status() == EpisodeStatus.DISCARDED && env.isPresent()) {
                    int envId = env.getAsInt();
                    int demos = Math.max(
                            envId + 1, demosPerRun.orElse(report.demos().size()));
                    VideoRecovery.discard(
                            runFile.toAbsolutePath().getParent(), new EpisodeId(run.getAsInt(), envId, demos));
                }
            }
        }
    }

    /** Distinguishes by their names the unfinished videos of one run from those of others. */
    private static Predicate<Path> videosOf(Path runFile) {
        OptionalInt run = RunFolder.runOf(runFile.getFileName().toString());
        if (run.isEmpty()) {
            return video -> false;
        }
        Pattern name = RunFolder.unfinishedVideosOf(run.getAsInt());
        return video -> name.matcher(video.getFileName().toString()).matches();
    }
}
