package io.github.roboreel.recorder.hdf5.recover;

import io.github.roboreel.format.Sentence;
import io.github.roboreel.recorder.hdf5.lib.Disk;
import io.github.roboreel.recorder.hdf5.read.ChunkFile;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport.Outcome;
import io.github.roboreel.recorder.hdf5.staging.StagedRun;
import io.github.roboreel.recorder.hdf5.write.RunPaths;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Recovery of a run by its ledger: a new file is made from the staging file and the chunks of the old one whose
 * checksum is right, compared, and put in the old one's place. No metadata of the old file is believed. Killed at any
 * instant, it begins anew.
 */
final class LedgerRecovery {
    private final RunPaths paths;
    private final StagedRun run;
    private final Consumer<RecoveryStep> onStep;
    private final List<Path> setAside = new ArrayList<>();
    private final List<Path> removed = new ArrayList<>();
    private final List<String> findings = new ArrayList<>();

    LedgerRecovery(RunPaths paths, StagedRun run, Consumer<RecoveryStep> onStep) {
        this.paths = paths;
        this.run = run;
        this.onStep = onStep;
    }

    RecoveryReport run() throws IOException {
        restoreOriginal();
        if (isForeign()) {
            findings.add(Sentence.of(
                    "%s belongs to another recording than %s; put the staging file of this run beside it",
                    paths.staging().getFileName(), paths.run().getFileName()));
            return report(Outcome.UNREADABLE, List.of());
        }
        if (run.run().isContinuous() && run.demos().isEmpty()) {
            return nothingRecorded();
        }
        try {
            return rebuild();
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

    /** A recovery that died after it had replaced the original had not settled everything: it begins anew. */
    private void restoreOriginal() throws IOException {
        if (Files.exists(paths.beforeRecovery())) {
            Files.move(paths.beforeRecovery(), paths.run(), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private boolean isForeign() throws IOException {
        if (!Files.exists(paths.run()) || Files.size(paths.run()) == 0) {
            return false;
        }
        try (ChunkFile file = ChunkFile.open(paths.run())) {
            return !file.contains(run.attributes().runId().getBytes(StandardCharsets.US_ASCII));
        }
    }

    private RecoveryReport nothingRecorded() throws IOException {
        Files.deleteIfExists(paths.run());
        Files.deleteIfExists(paths.creating());
        removeCompacting();
        Disk.delete(paths.staging());
        onStep.accept(RecoveryStep.STAGING_REMOVED);
        return report(Outcome.NOTHING_RECORDED, List.of());
    }

    private RecoveryReport rebuild() throws IOException {
        boolean isThere = Files.exists(paths.run());
        RebuiltRun rebuilt = new RebuiltRun(run, paths.recovering());
        Optional<ChunkFile> source = isThere ? Optional.of(ChunkFile.open(paths.run())) : Optional.empty();
        try {
            rebuilt.build(source, () -> onStep.accept(RecoveryStep.REPLAYED_DEMO));
        } finally {
            if (source.isPresent()) {
                source.get().close();
            }
        }
        onStep.accept(RecoveryStep.CLOSED);
        List<String> differences = rebuilt.verify();
        if (!differences.isEmpty()) {
            throw new IOException("the disk does not give back what was written to it: " + differences.get(0));
        }
        onStep.accept(RecoveryStep.VERIFIED);
        noteLosses();
        Disk.force(paths.recovering());
        boolean isComplete = findings.isEmpty() && rebuilt.demos().stream().allMatch(DemoRecovery::isComplete);
        putInPlace(isThere);
        settle(isThere, isComplete);
        return report(isThere ? Outcome.RECOVERED : Outcome.REBUILT, rebuilt.demos());
    }

    private void noteLosses() {
        if (run.lostRecords() > 0) {
            findings.add(Sentence.of(
                    "%s records of %s are damaged",
                    run.lostRecords(), paths.staging().getFileName()));
        }
    }

    /** The run file is there at every instant, except on disks without hard links. */
    private void putInPlace(boolean isThere) throws IOException {
        if (isThere) {
            link(paths.run(), paths.beforeRecovery());
        }
        onStep.accept(RecoveryStep.ORIGINAL_NAMED);
        Files.move(paths.recovering(), paths.run(), StandardCopyOption.ATOMIC_MOVE);
        Disk.forceFolder(paths.run());
        onStep.accept(RecoveryStep.REPLACED);
    }

    private static void link(Path file, Path other) throws IOException {
        try {
            Files.createLink(other, file);
        } catch (UnsupportedOperationException | IOException e) {
            Files.move(file, other, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** Deletes what the run file holds now, and sets aside what may hold more. */
    private void settle(boolean wasThere, boolean isComplete) throws IOException {
        if (!isComplete && wasThere) {
            Path damaged = Disk.freeName(paths.damaged());
            link(paths.beforeRecovery(), damaged);
            setAside.add(damaged);
        }
        if (isComplete) {
            Disk.delete(paths.staging());
        } else {
            setAside.add(Disk.setAside(paths.staging()));
        }
        onStep.accept(RecoveryStep.STAGING_REMOVED);
        Files.deleteIfExists(paths.beforeRecovery());
        Files.deleteIfExists(paths.creating());
        removeCompacting();
    }

    /** A compaction copies from the run file. */
    private void removeCompacting() throws IOException {
        if (Files.deleteIfExists(paths.compacting())) {
            removed.add(paths.compacting());
        }
    }

    private RecoveryReport report(Outcome outcome, List<DemoRecovery> demos) {
        return new RecoveryReport(paths.run(), outcome, demos, findings, setAside, removed);
    }
}
