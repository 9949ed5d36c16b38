package io.github.roboreel.recorder.hdf5.recover.legacy;

import io.github.roboreel.recorder.hdf5.lib.Disk;
import io.github.roboreel.recorder.hdf5.lib.Superblock;
import io.github.roboreel.recorder.hdf5.read.RunFileProbe;
import io.github.roboreel.recorder.hdf5.recover.DemoRecovery;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport.Outcome;
import io.github.roboreel.recorder.hdf5.recover.RecoveryStep;
import io.github.roboreel.recorder.hdf5.write.RunPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Recovery of a run whose staging is of a version before 4 or lost, step by step. */
public final class LegacyRepair implements AutoCloseable {
    private final RunPaths paths;
    private final boolean inPlace;
    private final Consumer<RecoveryStep> onStep;
    private final Optional<LegacyRun> staging;
    private final List<DemoRecovery> demos = new ArrayList<>();
    private final List<String> lost = new ArrayList<>();
    private final List<Path> setAside = new ArrayList<>();
    private final List<Path> removed = new ArrayList<>();
    private boolean inVain;

    /** Opens what is staged of the run, if that is of such a version. */
    public LegacyRepair(RunPaths paths, boolean inPlace, Consumer<RecoveryStep> onStep) throws IOException {
        this.paths = paths;
        this.inPlace = inPlace;
        this.onStep = onStep;
        staging = Files.exists(paths.staging())
                ? LegacyRun.open(paths.staging(), paths.outputFolder())
                : Optional.empty();
    }

    /** Repairs, rebuilds or salvages it. */
    public RecoveryReport run() throws IOException {
        try {
            if (Files.exists(paths.run())) {
                return repair();
            }
            return staging.isPresent() ? rebuild(staging.get()) : nothingRecorded();
        } catch (DamagedRunException e) {
            return salvage(e.findings());
        } catch (IOException e) {
            Files.deleteIfExists(paths.recovering());
            throw new IOException(
                    paths.run()
                            + " could not be recovered: "
                            + e.getMessage()
                            + Disk.advice(e)
                            + "; nothing is lost, recover it again",
                    e);
        }
    }

    /** Reads a file that was closed, and salvages it when not all of it reads. */
    public RecoveryReport checkClosed() throws IOException {
        List<String> findings;
        try {
            LegacyRun described = StoredRun.describe(paths.run(), paths);
            findings = LegacyVerifier.findings(paths.run(), described);
        } catch (IOException e) {
            findings = List.of(e.getMessage());
        }
        if (!findings.isEmpty()) {
            return salvage(findings);
        }
        removeRedundantCopy();
        return report(Outcome.CLOSED_PROPERLY, findings);
    }

    /** A compaction copies from the run file, of which every byte has been read. */
    private void removeRedundantCopy() throws IOException {
        if (Files.deleteIfExists(paths.compacting())) {
            removed.add(paths.compacting());
        }
    }

    /** The file that it is a copy of is gone, and may have held more than staging does. */
    private void setCopyAside() throws IOException {
        if (Files.exists(paths.compacting())) {
            setAside.add(Disk.setAside(paths.compacting()));
        }
    }

    /** As by its close, a file that was made ready for continuous episodes in vain is not left. */
    private RecoveryReport nothingBegan(Path work) throws IOException {
        Files.deleteIfExists(work);
        Files.deleteIfExists(paths.run());
        Files.deleteIfExists(paths.beforeRecovery());
        removeRedundantCopy();
        demos.clear();
        return nothingRecorded();
    }

    private RecoveryReport nothingRecorded() throws IOException {
        settleStaging();
        Files.deleteIfExists(paths.creating());
        return report(Outcome.NOTHING_RECORDED, List.of());
    }

    private RecoveryReport rebuild(LegacyRun staged) throws IOException, DamagedRunException {
        Path work = paths.recovering();
        replay(LegacyReplay.create(work, staged), staged);
        if (inVain) {
            return nothingBegan(work);
        }
        verify(work, staged);
        Disk.force(work);
        Files.move(work, paths.run(), StandardCopyOption.ATOMIC_MOVE);
        onStep.accept(RecoveryStep.REPLACED);
        Files.deleteIfExists(paths.creating());
        settleStaging();
        setCopyAside();
        return report(Outcome.REBUILT, lost);
    }

    /** A verified copy that an earlier recovery put in place is finished where it is. */
    private RecoveryReport repair() throws IOException, DamagedRunException {
        boolean onCopy = !inPlace && !Files.exists(paths.beforeRecovery());
        Path work = onCopy ? paths.recovering() : paths.run();
        if (onCopy) {
            copy(work);
        }
        boolean changed = complete(work);
        if (inVain) {
            return nothingBegan(work);
        }
        if (onCopy && changed) {
            replaceOriginal(work);
        } else if (onCopy) {
            Files.delete(work);
        }
        settleStaging();
        Files.deleteIfExists(paths.creating());
        Files.deleteIfExists(paths.beforeRecovery());
        removeRedundantCopy();
        return report(changed ? Outcome.RECOVERED : Outcome.CLOSED_PROPERLY, lost);
    }

    private void copy(Path work) throws IOException {
        try {
            Files.copy(paths.run(), work, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            Files.deleteIfExists(work);
            throw new IOException(
                    paths.run()
                            + " cannot be copied to be repaired ("
                            + e.getMessage()
                            + "); make room for "
                            + Files.size(paths.run())
                            + " bytes, or recover it in place",
                    e);
        }
        onStep.accept(RecoveryStep.COPIED);
    }

    /** Repairs, completes and verifies a file, and says whether that changed it. */
    private boolean complete(Path work) throws IOException, DamagedRunException {
        try {
            boolean unclosed = mendSuperblock(work);
            LegacyRun staged = staged(work);
            boolean changed = replay(LegacyReplay.open(work, staged), staged);
            verify(work, staged);
            Disk.force(work);
            return unclosed || changed;
        } catch (IOException e) {
            Disk.requireRoom(e);
            throw new DamagedRunException(List.of(e.getMessage()));
        }
    }

    private boolean mendSuperblock(Path work) throws IOException {
        RunFileProbe probe = RunFileProbe.of(work);
        boolean unclosed = probe.isMarked() || probe.truncated();
        if (unclosed) {
            Superblock.repair(work);
            onStep.accept(RecoveryStep.REPAIRED);
        }
        return unclosed;
    }

    private LegacyRun staged(Path work) throws IOException {
        return staging.isPresent() ? staging.get() : StoredRun.describe(work, paths);
    }

    private boolean replay(LegacyReplay replay, LegacyRun staged) throws IOException {
        try (replay) {
            for (int env = 0; env < staged.numDemos(); env++) {
                if (replay.hasPlace(env)) {
                    demos.add(replay.demo(env));
                    onStep.accept(RecoveryStep.REPLAYED_DEMO);
                }
            }
        }
        onStep.accept(RecoveryStep.CLOSED);
        lost.addAll(replay.findings());
        inVain = replay.isInVain();
        return replay.hasChanged();
    }

    private void verify(Path work, LegacyRun staged) throws DamagedRunException {
        List<String> findings = LegacyVerifier.findings(work, staged);
        if (!findings.isEmpty()) {
            throw new DamagedRunException(findings);
        }
        onStep.accept(RecoveryStep.VERIFIED);
    }

    /** The run file is there at every instant, except on disks without hard links. */
    private void replaceOriginal(Path work) throws IOException {
        try {
            Files.createLink(paths.beforeRecovery(), paths.run());
        } catch (UnsupportedOperationException | IOException e) {
            Files.move(paths.run(), paths.beforeRecovery(), StandardCopyOption.ATOMIC_MOVE);
        }
        onStep.accept(RecoveryStep.ORIGINAL_NAMED);
        Files.move(work, paths.run(), StandardCopyOption.ATOMIC_MOVE);
        Disk.forceFolder(paths.run());
        onStep.accept(RecoveryStep.REPLACED);
    }

    /** Deletes a staging file whose rows are all in the run file, and keeps any other. */
    private void settleStaging() throws IOException {
        Path file = paths.staging();
        if (!Files.exists(file)) {
            return;
        }
        boolean used = staging.isPresent() && lost.isEmpty() && demos.stream().allMatch(DemoRecovery::isComplete);
        if (used || Files.size(file) == 0) {
            Disk.delete(file);
        } else {
            setAside.add(Disk.setAside(file));
        }
        onStep.accept(RecoveryStep.STAGING_REMOVED);
    }

    /** Brings back what is staged, without a look into the run file. */
    public RecoveryReport salvageUnread(String finding) throws IOException {
        return salvage(List.of(paths.run() + ": " + finding), false);
    }

    private RecoveryReport salvage(List<String> findings) throws IOException {
        return salvage(findings, true);
    }

    /** The original and its staging stay as they are. */
    private RecoveryReport salvage(List<String> findings, boolean reading) throws IOException {
        demos.clear();
        RunSalvage salvage = new RunSalvage(paths, staging, reading);
        Outcome outcome = salvage.run() ? Outcome.SALVAGED : Outcome.UNREADABLE;
        demos.addAll(salvage.demos());
        List<String> all = new ArrayList<>(findings);
        all.addAll(salvage.findings());
        return report(outcome, all);
    }

    /** What was found in the copy is so in the run file. */
    private RecoveryReport report(Outcome outcome, List<String> findings) {
        if (Files.exists(paths.compacting())) {
            setAside.add(paths.compacting());
        }
        String copy = paths.recovering().toString();
        List<String> named = findings.stream()
                .map(f -> f.replace(copy, paths.run().toString()))
                .distinct()
                .toList();
        return new RecoveryReport(paths.run(), outcome, demos, named, setAside, removed);
    }

    @Override
    public void close() throws IOException {
        if (staging.isPresent()) {
            staging.get().close();
        }
    }
}
