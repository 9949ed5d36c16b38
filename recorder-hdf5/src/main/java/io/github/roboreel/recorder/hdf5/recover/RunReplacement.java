package io.github.roboreel.recorder.hdf5.recover;

import io.github.roboreel.format.fault.FileFaultException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.hdf5.file.RunFile;
import io.github.roboreel.recorder.hdf5.file.RunFileProbe;
import io.github.roboreel.recorder.hdf5.file.RunPaths;
import io.github.roboreel.recorder.hdf5.lib.Disk;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes a new run file of what is left of a run, compares it, and puts it in the old one's place. The old file and
 * staging go last, and only when nothing is missing. Killed at any instant, it can be run again.
 */
final class RunReplacement {
    private final RunPaths paths;
    private final RunSource source;
    private final RecoveryPlace place;
    private final String doubt;
    private final boolean looksInside;
    private final RecoveryWatch watch;
    private final boolean isThere;
    private final List<String> findings = new ArrayList<>();
    private final List<Path> setAside = new ArrayList<>();
    private final List<Path> removed = new ArrayList<>();

    /** @param doubt why the HDF5 library is not to read the old file, a sentence; empty where it may */
    RunReplacement(RunPaths paths, RunSource source, RecoveryPlace place, String doubt, RecoveryWatch watch) {
        this.paths = paths;
        this.source = source;
        this.place = place;
        this.doubt = doubt;
        looksInside = doubt.isEmpty();
        this.watch = watch;
        isThere = Files.exists(paths.run());
    }

    RecoveryReport run() throws IOException {
        if (isForeign()) {
            findings.add(Sentence.of(
                    "%s belongs to another recording than %s; put the staging file of this run beside it",
                    paths.staging().getFileName(), paths.run().getFileName()));
            return report(Outcome.UNREADABLE, List.of());
        }
        if (isClosed() && ClosedRun.faultOf(paths.run(), Optional.of(source)).isEmpty()) {
            return keepClosed();
        }
        if (nothingBegan()) {
            return !isThere || looksInside && OldContent.isUnused(paths.run()) ? nothingRecorded() : keepUnexplained();
        }
        Path work = work();
        try {
            return place.inPlace() && isThere ? complete() : replace(work);
        } catch (IOException e) {
            Files.deleteIfExists(work);
            throw new FileFaultException(
                    Kind.of(e),
                    paths.run()
                            + " could not be recovered; nothing is lost, recover it again: "
                            + e.getMessage()
                            + Disk.advice(e),
                    e);
        }
    }

    private boolean isForeign() {
        return looksInside
                && isThere
                && !source.description().attributes().runId().isEmpty()
                && OldContent.runId(paths.run())
                        .filter(id ->
                                !id.equals(source.description().attributes().runId()))
                        .isPresent();
    }

    private boolean isClosed() {
        if (!looksInside || !isThere) {
            return false;
        }
        try {
            RunFileProbe probe = RunFileProbe.of(paths.run());
            return !probe.isMarked() && !probe.truncated();
        } catch (IOException e) {
            return false;
        }
    }

    private boolean nothingBegan() throws IOException {
        if (!source.run().isContinuous()) {
            return false;
        }
        for (int number = 0; number < source.run().numDemos(); number++) {
            if (source.demo(number).isPresent()) {
                return false;
            }
        }
        return source.findings().isEmpty();
    }

    /** The closed file holds all that is staged. */
    private RecoveryReport keepClosed() throws IOException {
        findings.addAll(source.findings());
        settle(findings.isEmpty());
        return report(Outcome.CLOSED_PROPERLY, List.of());
    }

    /** As by its close, a file that was made ready for continuous episodes in vain is not left. */
    private RecoveryReport nothingRecorded() throws IOException {
        Files.deleteIfExists(paths.run());
        settle(true);
        return report(Outcome.NOTHING_RECORDED, List.of());
    }

    /** A staging file that is older than the run file may know of no episode; what is there is no file made in vain. */
    private RecoveryReport keepUnexplained() {
        findings.add(
                looksInside
                        ? Sentence.of(
                                "%s knows of no episode, and %s is not empty; without that staging file, what the run"
                                        + " file itself shows can be recovered",
                                paths.staging().getFileName(), paths.run().getFileName())
                        : doubt);
        return report(Outcome.UNREADABLE, List.of());
    }

    // A new file

    private Path work() throws IOException {
        if (place.workFolder() == null) {
            return paths.recovering();
        }
        Path env = paths.run().getParent().getFileName();
        Path folder = Files.createDirectories(place.workFolder().resolve(env));
        Path work = folder.resolve(paths.recovering().getFileName());
        Files.deleteIfExists(work);
        return work;
    }

    private RecoveryReport replace(Path work) throws IOException {
        requireRoom(work);
        RebuiltRun rebuilt = new RebuiltRun(source, work, watch);
        rebuilt.build();
        verify(rebuilt);
        Disk.force(work);
        noteLosses(work, rebuilt);
        boolean isComplete = isComplete(rebuilt);
        if (!isComplete && isClosed() && ClosedRun.holds(paths.run(), rebuilt.demos())) {
            return keepOriginal(work);
        }
        if (!work.equals(paths.recovering()) && !bring(work)) {
            return leave(work, rebuilt);
        }
        putInPlace();
        settle(isComplete);
        if (!work.equals(paths.recovering())) {
            Files.deleteIfExists(work);
        }
        return report(isThere ? Outcome.RECOVERED : Outcome.REBUILT, rebuilt.demos());
    }

    private void requireRoom(Path work) throws IOException {
        long bytes = source.storedBytes()
                + RunFile.memoryBytes(source.schema(), source.run().numDemos()) / 4;
        long room = work.getParent().toFile().getUsableSpace();
        if (room < bytes) {
            throw new FileFaultException(
                    Kind.DISK_FULL,
                    Sentence.of(
                            "a whole file takes up to %s bytes, and the disk of %s has room for %s",
                            bytes, work.getParent(), room),
                    null);
        }
    }

    private void verify(RebuiltRun rebuilt) throws IOException {
        watch.done(RecoveryStep.CLOSED);
        List<String> differences = rebuilt.verify();
        if (!differences.isEmpty()) {
            throw new IOException("the disk does not give back what was written to it: " + differences.get(0));
        }
        watch.done(RecoveryStep.VERIFIED);
    }

    private void noteLosses(Path work, RebuiltRun rebuilt) throws IOException {
        findings.addAll(source.findings());
        if (!looksInside) {
            findings.add(doubt);
        } else if (isThere) {
            findings.addAll(OldContent.missingIn(work, paths.run(), rebuilt.discarded()));
        }
    }

    private boolean isComplete(RebuiltRun rebuilt) {
        return findings.isEmpty() && rebuilt.demos().stream().allMatch(DemoRecovery::isComplete);
    }

    /** The staging file is an older one, or was put beside a file that had been recovered or compacted. */
    private RecoveryReport keepOriginal(Path work) throws IOException {
        Files.deleteIfExists(work);
        findings.clear();
        findings.add(Sentence.of(
                "%s was closed, reads as a whole and stays; %s does not fit it",
                paths.run().getFileName(), paths.staging().getFileName()));
        settle(false);
        return report(Outcome.CLOSED_PROPERLY, List.of());
    }

    /** Moves the new file beside the original; false when there is no room for both. */
    private boolean bring(Path work) throws IOException {
        try {
            Files.move(work, paths.recovering(), StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (IOException otherDisk) {
            if (paths.run().getParent().toFile().getUsableSpace() < Files.size(work)) {
                return false;
            }
        }
        Files.copy(work, paths.recovering());
        Disk.force(paths.recovering());
        if (Files.mismatch(work, paths.recovering()) >= 0) {
            throw new IOException("the disk does not give back what was written to it: the copy of " + work);
        }
        return true;
    }

    /** The original and its staging file stay as they are. */
    private RecoveryReport leave(Path work, RebuiltRun rebuilt) throws IOException {
        Path left = Disk.freeName(work.resolveSibling(paths.run().getFileName()));
        Files.move(work, left, StandardCopyOption.ATOMIC_MOVE);
        findings.add(Sentence.of(
                "%s is the recovered file, for which its disk has no room beside the original; move %s and %s to another"
                        + " disk, and it in their place",
                left, paths.run(), paths.staging()));
        return report(Outcome.BUILT_ELSEWHERE, rebuilt.demos());
    }

    /** The run file is there at every instant, except on disks without hard links. */
    private void putInPlace() throws IOException {
        if (isThere) {
            link(paths.run(), paths.beforeRecovery());
        }
        watch.done(RecoveryStep.ORIGINAL_NAMED);
        Files.move(paths.recovering(), paths.run(), StandardCopyOption.ATOMIC_MOVE);
        Disk.forceFolder(paths.run());
        watch.done(RecoveryStep.REPLACED);
    }

    private static void link(Path file, Path other) throws IOException {
        try {
            Files.createLink(other, file);
        } catch (UnsupportedOperationException | IOException e) {
            Files.move(file, other, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    // In place

    private RecoveryReport complete() throws IOException {
        RebuiltRun completed = new RebuiltRun(source, paths.run(), watch);
        try (RunFile file = source.openToComplete()) {
            watch.done(RecoveryStep.REPAIRED);
            completed.complete(file);
        }
        verify(completed);
        Disk.force(paths.run());
        findings.addAll(source.findings());
        settle(isComplete(completed));
        return report(Outcome.RECOVERED, completed.demos());
    }

    // Afterwards

    /** Deletes what the run file holds now, and sets aside what may hold more. */
    private void settle(boolean isComplete) throws IOException {
        if (!isComplete && Files.exists(paths.beforeRecovery())) {
            setAside.add(nameDamaged());
        }
        if (Files.exists(paths.staging())) {
            StagedEvents.keep(paths, source);
            if (isComplete || Files.size(paths.staging()) == 0) {
                Disk.delete(paths.staging());
            } else {
                setAside.add(Disk.setAside(paths.staging()));
            }
        }
        watch.done(RecoveryStep.STAGING_REMOVED);
        Files.deleteIfExists(paths.beforeRecovery());
        Files.deleteIfExists(paths.creating());
        settleCompacting(isComplete && isThere);
    }

    /** A recovery that died behind this has named it already. */
    private Path nameDamaged() throws IOException {
        boolean isNamed = Files.exists(paths.damaged()) && Files.isSameFile(paths.damaged(), paths.beforeRecovery());
        Path damaged = isNamed ? paths.damaged() : Disk.freeName(paths.damaged());
        if (!isNamed) {
            link(paths.beforeRecovery(), damaged);
        }
        return damaged;
    }

    /** A compaction copies from the run file; where that was missing or damaged, the copy may hold more. */
    private void settleCompacting(boolean isRedundant) throws IOException {
        if (!Files.exists(paths.compacting())) {
            return;
        }
        if (isRedundant) {
            Files.delete(paths.compacting());
            removed.add(paths.compacting());
        } else {
            setAside.add(Disk.setAside(paths.compacting()));
        }
    }

    private RecoveryReport report(Outcome outcome, List<DemoRecovery> demos) {
        return new RecoveryReport(
                paths.run(), outcome, demos, findings.stream().distinct().toList(), setAside, removed);
    }
}
