package io.github.roboreel.recorder.hdf5.recover;

import io.github.roboreel.format.fault.IoFunction;
import io.github.roboreel.recorder.NewerFormatException;
import io.github.roboreel.recorder.hdf5.file.LiveWriters;
import io.github.roboreel.recorder.hdf5.file.RunFile;
import io.github.roboreel.recorder.hdf5.file.RunPaths;
import io.github.roboreel.recorder.hdf5.lib.Disk;
import io.github.roboreel.recorder.hdf5.lib.Hdf5;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport.Outcome;
import io.github.roboreel.recorder.hdf5.staging.StagedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Brings back what a run holds whose recorder died: rebuilds {@code run_i.hdf5} from it and from {@code run_i.staging}.
 *
 * <p>It makes a new file of what is staged and of the chunks whose checksums are right, and reads no metadata of the
 * old one where its ledger is there. The original stays in its place until every chunk of the new file has been read;
 * while one takes the other's name the original is called {@code run_i.hdf5.before-recovery}. Where something is
 * missing it is kept as {@code run_i.hdf5.damaged}, with its staging file. Killed at any instant, it can be run again;
 * run twice, it changes nothing the second time.
 *
 * <p>Files of recorders before 0.3.0, files without staging, and what a user added to a run file are read by HDF5's
 * native code. On damaged metadata it has been seen to end the process or to loop forever: where that must not happen,
 * use {@link RecoveryProcess}.
 *
 * <p>The caller holds the folder's {@link io.github.roboreel.recorder.OutputLock}. For one thread.
 */
public final class RunRecovery {
    private final RecoveryPlace place;
    private final String doubt;
    private final RecoveryWatch watch;

    /** @param doubt why the HDF5 library is not to read the old file, a sentence; empty where it may */
    RunRecovery(RecoveryPlace place, String doubt, RecoveryWatch watch) {
        this.place = place;
        this.doubt = doubt;
        this.watch = watch;
    }

    /** Makes the new file beside the old one; the disk needs room for it. */
    public static RunRecovery onCopy() {
        return of(RecoveryPlace.BESIDE);
    }

    /** Completes the file itself, for a disk without room; staging is kept until it is verified. */
    public static RunRecovery inPlace() {
        return of(RecoveryPlace.IN_PLACE);
    }

    /** Makes the new file there. */
    public static RunRecovery of(RecoveryPlace place) {
        return new RunRecovery(place, "", step -> {});
    }

    /**
     * The run files of an env's folder whose recorder died, those included that had no name yet. A run that is being
     * recorded is not among them.
     *
     * @throws IOException when the folder or a file in it cannot be read
     */
    public static List<Path> unclosedRuns(Path envFolder) throws IOException {
        return runs(envFolder, p -> p.needsRecovery() && writtenFile(p).isEmpty());
    }

    /**
     * The runs for which there is something to do: the unclosed ones, and those beside which a compaction that was
     * ended has left its copy.
     *
     * @throws IOException when the folder or a file in it cannot be read
     */
    public static List<Path> unsettledRuns(Path envFolder) throws IOException {
        return runs(
                envFolder,
                p -> (p.needsRecovery() || Files.exists(p.compacting()))
                        && writtenFile(p).isEmpty());
    }

    /**
     * The runs that were not closed and that a running process has open. Where no recorder holds the folder's lock, it
     * is one whose recording has failed.
     *
     * @throws IOException when the folder or a file in it cannot be read
     */
    public static List<Path> heldRuns(Path envFolder) throws IOException {
        return runs(envFolder, p -> p.needsRecovery() && writtenFile(p).isPresent());
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

    private static List<Path> runs(Path envFolder, IoFunction<RunPaths, Boolean> condition) throws IOException {
        List<Path> runs = new ArrayList<>();
        for (Path run : RunPaths.in(envFolder)) {
            RunPaths paths = new RunPaths(run);
            if (condition.apply(paths)) {
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
     * @throws io.github.roboreel.recorder.NewerFormatException when a newer RoboReel wrote the run file or its staging;
     *     nothing was touched
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
        if (doubt.isEmpty()) {
            RunFile.requireKnownVersion(paths.run());
        }
        Optional<StagedRun> staged = staged(paths);
        try {
            restoreOriginal(paths);
            Files.deleteIfExists(paths.recovering());
            return needed ? replace(paths, staged) : readClosed(paths);
        } finally {
            if (staged.isPresent()) {
                staged.get().close();
            }
        }
    }

    private RecoveryReport replace(RunPaths paths, Optional<StagedRun> staged) throws IOException {
        List<String> findings = new ArrayList<>();
        try (RunSource source = source(paths, staged, findings)) {
            return source == null
                    ? unknown(paths, findings)
                    : new RunReplacement(paths, source, place, doubt, watch).run();
        }
    }

    /** Null when neither staging nor the run file says what was recorded. */
    private RunSource source(RunPaths paths, Optional<StagedRun> staged, List<String> findings) throws IOException {
        if (staged.isPresent()) {
            return new LedgerSource(paths, staged.get());
        }
        try {
            return LegacySource.open(paths, doubt.isEmpty()).orElse(null);
        } catch (NewerFormatException e) {
            throw e;
        } catch (IOException e) {
            Disk.requireRoom(e);
            findings.add(e.getMessage());
            return null;
        }
    }

    /** Nothing but an empty file of continuous episodes or a torn header is lost without a run file. */
    private RecoveryReport unknown(RunPaths paths, List<String> findings) throws IOException {
        List<Path> setAside = new ArrayList<>();
        if (Files.exists(paths.compacting())) {
            setAside.add(paths.compacting());
        }
        if (Files.exists(paths.run())) {
            findings.addAll(doubt.isEmpty() ? List.of() : List.of(doubt));
            return report(paths, Outcome.UNREADABLE, findings, setAside);
        }
        if (Files.exists(paths.staging()) && Files.size(paths.staging()) > 0) {
            setAside.add(Disk.setAside(paths.staging()));
        }
        Files.deleteIfExists(paths.staging());
        Files.deleteIfExists(paths.creating());
        return report(paths, Outcome.NOTHING_RECORDED, List.of(), setAside);
    }

    private static RecoveryReport report(RunPaths paths, Outcome outcome, List<String> findings, List<Path> setAside) {
        return new RecoveryReport(paths.run(), outcome, List.of(), findings, setAside, List.of());
    }

    private RecoveryReport readClosed(RunPaths paths) throws IOException {
        Optional<String> fault = ClosedRun.faultOf(paths.run());
        if (fault.isPresent()) {
            return replace(paths, Optional.empty());
        }
        List<Path> removed = Files.deleteIfExists(paths.compacting()) ? List.of(paths.compacting()) : List.of();
        return new RecoveryReport(paths.run(), Outcome.CLOSED_PROPERLY, List.of(), List.of(), List.of(), removed);
    }

    /** Empty when its staging file is of a version before 4, damaged, or not there. */
    private static Optional<StagedRun> staged(RunPaths paths) throws IOException {
        return Files.exists(paths.staging()) ? StagedRun.open(paths.staging(), paths.outputFolder()) : Optional.empty();
    }

    /**
     * A recovery that died between its last steps has left the original under its second name. While staging is there,
     * recovery starts again from the original: places in the file are those of the original.
     */
    private static void restoreOriginal(RunPaths paths) throws IOException {
        Path original = paths.beforeRecovery();
        if (!Files.exists(original)) {
            return;
        }
        if (Files.exists(paths.run()) && Files.isSameFile(original, paths.run())) {
            Files.delete(original);
        } else if (Files.exists(paths.staging()) || !Files.exists(paths.run())) {
            Files.move(original, paths.run(), StandardCopyOption.ATOMIC_MOVE);
        }
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
}
