package io.github.roboreel.recorder.hdf5.recover;

import io.github.roboreel.recorder.hdf5.lib.Hdf5;
import io.github.roboreel.recorder.hdf5.read.LiveWriters;
import io.github.roboreel.recorder.hdf5.read.RunFileVersion;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport.Outcome;
import io.github.roboreel.recorder.hdf5.recover.legacy.LegacyRepair;
import io.github.roboreel.recorder.hdf5.staging.StagedRun;
import io.github.roboreel.recorder.hdf5.write.RunPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Brings back what a run holds whose recorder died: repairs {@code run_i.hdf5}, completes it from
 * {@code run_i.staging}, or makes it anew where it had no name yet.
 *
 * <p>It works on a copy, and the original stays in its place until every byte of the repaired copy has been read; while
 * one takes the other's name the original is called {@code run_i.hdf5.before-recovery}. What a compaction that was
 * ended has left of its copy is removed once the run file was read. Killed at any instant, it can be run again; run
 * twice, it changes nothing the second time. A file that does not read as a whole stays untouched, and what reads is
 * copied into {@code run_i.hdf5.salvaged}.
 *
 * <p>HDF5's native code does the reading. On damaged metadata it has been seen to end the process or to loop for ever
 * (about once in some hundred run files with flipped bytes; never on the files of killed recorders): where that must
 * not happen, use {@link RecoveryProcess}.
 *
 * <p>The caller holds the folder's {@link io.github.roboreel.recorder.files.OutputLock}. For one thread.
 */
public final class RunRecovery {
    private final boolean inPlace;
    private final Consumer<RecoveryStep> onStep;

    RunRecovery(boolean inPlace, Consumer<RecoveryStep> onStep) {
        this.inPlace = inPlace;
        this.onStep = onStep;
    }

    /** Repairs a copy; the disk needs room for it. */
    public static RunRecovery onCopy() {
        return new RunRecovery(false, step -> {});
    }

    /** Repairs the file itself, for a disk without room; staging is kept until it is verified. */
    public static RunRecovery inPlace() {
        return new RunRecovery(true, step -> {});
    }

    /**
     * The run files of an env's folder whose recorder died, those included that had no name yet. A run that is being
     * recorded is not among them.
     *
     * @throws IOException when the folder or a file in it cannot be read
     */
    public static List<Path> unclosedRuns(Path envFolder) throws IOException {
        return unwrittenRuns(envFolder, RunPaths::needsRecovery);
    }

    /**
     * The runs for which there is something to do: the unclosed ones, and those beside which a compaction that was
     * ended has left its copy.
     *
     * @throws IOException when the folder or a file in it cannot be read
     */
    public static List<Path> unsettledRuns(Path envFolder) throws IOException {
        return unwrittenRuns(envFolder, p -> p.needsRecovery() || Files.exists(p.compacting()));
    }

    /**
     * Whether a run's recorder died: {@link #unclosedRuns} would name it.
     *
     * @param runFile {@code .../run_i.hdf5}, whether it is there or not
     * @throws IllegalArgumentException when it is not named so
     * @throws IOException when it cannot be looked at
     */
    public static boolean isUnclosed(Path runFile) throws IOException {
        RunPaths paths = new RunPaths(runFile);
        return paths.needsRecovery() && writtenFile(paths).isEmpty();
    }

    @FunctionalInterface
    private interface Condition {
        boolean holds(RunPaths paths) throws IOException;
    }

    private static List<Path> unwrittenRuns(Path envFolder, Condition condition) throws IOException {
        List<Path> runs = new ArrayList<>();
        for (Path run : RunPaths.in(envFolder)) {
            RunPaths paths = new RunPaths(run);
            if (condition.holds(paths) && writtenFile(paths).isEmpty()) {
                runs.add(paths.run());
            }
        }
        return runs;
    }

    /**
     * Recovers one run.
     *
     * @param runFile {@code .../run_i.hdf5}, whether it is there or not
     * @throws IllegalArgumentException when it is not named so
     * @throws io.github.roboreel.recorder.files.NewerFormatException when a newer RoboReel wrote the run file or its
     *     staging; nothing was touched
     * @throws IOException when a running recorder writes the run, or the disk fails; what was there is still there
     */
    public RecoveryReport recover(Path runFile) throws IOException {
        RunPaths paths = new RunPaths(runFile);
        requireDead(paths);
        boolean needed = paths.needsRecovery();
        boolean there = Files.exists(paths.run());
        boolean copyLeft = Files.exists(paths.compacting());
        if (!needed && !(there && copyLeft)) {
            return new RecoveryReport(
                    paths.run(),
                    there ? Outcome.CLOSED_PROPERLY : Outcome.NOTHING_RECORDED,
                    List.of(),
                    List.of(),
                    copyLeft ? List.of(paths.compacting()) : List.of(),
                    List.of());
        }
        Hdf5.load();
        RunFileVersion.requireKnown(paths.run());
        Files.deleteIfExists(paths.recovering());
        Optional<StagedRun> staged = staged(paths);
        if (staged.isPresent()) {
            try (StagedRun run = staged.get()) {
                return new LedgerRecovery(paths, run, onStep).run();
            }
        }
        undoHalfReplaced(paths);
        try (LegacyRepair repair = new LegacyRepair(paths, inPlace, onStep)) {
            return needed ? repair.run() : repair.checkClosed();
        }
    }

    /**
     * Reads every value of a run that was closed, and copies what reads into {@code run_i.hdf5.salvaged} when not all
     * of it does. A run that was not closed is recovered instead.
     *
     * @throws IllegalArgumentException when it is not named so
     * @throws IOException as {@link #recover}
     */
    public RecoveryReport salvage(Path runFile) throws IOException {
        RunPaths paths = new RunPaths(runFile);
        if (paths.needsRecovery() || !Files.exists(paths.run())) {
            return recover(runFile);
        }
        requireDead(paths);
        Hdf5.load();
        RunFileVersion.requireKnown(paths.run());
        try (LegacyRepair repair = new LegacyRepair(paths, inPlace, onStep)) {
            return repair.checkClosed();
        }
    }

    /** Salvages what is staged of a run whose file nobody can read. */
    RecoveryReport salvageUnread(Path runFile, String finding) throws IOException {
        RunPaths paths = new RunPaths(runFile);
        requireDead(paths);
        Hdf5.load();
        try (LegacyRepair repair = new LegacyRepair(paths, inPlace, onStep)) {
            return repair.salvageUnread(finding);
        }
    }

    /** Empty when its staging file is of a version before 4, damaged, or not there. */
    private static Optional<StagedRun> staged(RunPaths paths) throws IOException {
        return Files.exists(paths.staging()) ? StagedRun.open(paths.staging(), paths.outputFolder()) : Optional.empty();
    }

    private static void requireDead(RunPaths paths) throws IOException {
        Optional<Path> written = writtenFile(paths);
        if (written.isPresent()) {
            throw new IOException(written.get()
                    + " is being written by a running process; end the recording before"
                    + " recovering it");
        }
    }

    /** One of the run's files that a running process has open for writing. */
    private static Optional<Path> writtenFile(RunPaths paths) throws IOException {
        for (Path file : List.of(paths.run(), paths.staging(), paths.creating(), paths.compacting())) {
            if (Files.exists(file) && LiveWriters.exist(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    /**
     * An earlier recovery may have died between its last steps: then the original is there under its second name, alone
     * or beside the verified file.
     */
    private static void undoHalfReplaced(RunPaths paths) throws IOException {
        Path original = paths.beforeRecovery();
        if (!Files.exists(original)) {
            return;
        }
        Optional<Path> verified = Optional.of(paths.run()).filter(Files::exists);
        if (verified.isEmpty()) {
            Files.move(original, paths.run(), StandardCopyOption.ATOMIC_MOVE);
        } else if (Files.isSameFile(original, verified.get())) {
            Files.delete(original);
        }
    }
}
