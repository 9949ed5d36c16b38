package io.github.roboreel.recorder.hdf5.compact;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.fault.IoAction;
import io.github.roboreel.format.fault.Undo;
import io.github.roboreel.recorder.hdf5.file.LiveWriters;
import io.github.roboreel.recorder.hdf5.file.RunPaths;
import io.github.roboreel.recorder.hdf5.lib.Disk;
import io.github.roboreel.recorder.hdf5.lib.H5File;
import io.github.roboreel.recorder.hdf5.lib.Hdf5;
import io.github.roboreel.recorder.hdf5.lib.RunFileSpace;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport;
import io.github.roboreel.recorder.hdf5.recover.RunRecovery;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.function.Consumer;

/**
 * Takes what is dead out of a run file: copies everything that is alive as it is stored, without decompressing it, into
 * {@code run_i.hdf5.compacting}, forces that to the disk, compares it with the original, chunk by chunk, and only then
 * gives it the original's name. A reader that has the original open keeps reading it. Killed at any instant, or failing
 * for whatever reason, it leaves the run file whole.
 *
 * <p>The caller holds the folder's {@link io.github.roboreel.recorder.OutputLock}. For one thread.
 */
public final class RunCompaction {
    /** Where a compaction may die. */
    public enum Step {
        COPIED,
        VERIFIED,
        REPLACED
    }

    /** What it must give back of a file to be worth the work. */
    private static final double MIN_SAVED_SHARE = 0.02;

    /** Room on the disk beyond the bytes to copy. */
    private static final long SPARE_BYTES = 1 << 20;

    private static final int SPARE_PARTS = 50;

    private final RunPaths paths;
    private final IoAction permit;
    private final Consumer<Step> onStep;

    public RunCompaction(RunPaths paths, IoAction permit, Consumer<Step> onStep) {
        this.paths = paths;
        this.permit = permit;
        this.onStep = onStep;
    }

    /**
     * Compacts a run file that was closed. A file of which less than 2 % would be saved stays as it is, unless it has
     * places of continuous episodes that none took.
     *
     * @param runFile {@code .../run_i.hdf5}
     * @throws IllegalArgumentException when it is not named so
     * @throws IOException in one sentence, when it is being written, was not closed, is none of this recorder's or
     *     damaged, or the disk has no room or fails; it is as it was
     */
    public static CompactionReport compact(Path runFile) throws IOException {
        RunPaths paths = new RunPaths(runFile);
        requireClosed(paths);
        Hdf5.load();
        CompactionReport report;
        try {
            requireOurs(paths);
            settleLeftCopy(paths);
            report = new RunCompaction(paths, () -> {}, step -> {}).run();
        } catch (IOException e) {
            throw new IOException(
                    paths.run() + " is as it was, it could not be compacted: " + reason(e) + Disk.advice(e), e);
        }
        Disk.forceFolder(paths.run());
        return report;
    }

    /** The file's name alone says little about what happened to it. */
    public static String reason(Throwable e) {
        return e instanceof IOException && !(e instanceof FileSystemException) ? e.getMessage() : e.toString();
    }

    private static void requireClosed(RunPaths paths) throws IOException {
        Path run = paths.run();
        if (Files.exists(run) && LiveWriters.exist(run)) {
            throw new IOException(
                    run + " is being written by a running process; end the recording before" + " compacting it");
        }
        if (paths.needsRecovery()) {
            throw new IOException(run + " was not closed by its recorder; recover it before compacting it");
        }
        if (!Files.exists(run)) {
            throw new IOException(run + " does not exist; give a run file such as run_0.hdf5");
        }
    }

    /** The copy that a compaction has left is worth something until the run file was read. */
    private static void settleLeftCopy(RunPaths paths) throws IOException {
        if (Files.exists(paths.compacting())) {
            RecoveryReport report = RunRecovery.onCopy().recover(paths.run());
            if (Files.exists(paths.compacting())) {
                throw new IOException("it is damaged: " + String.join("; ", report.findings()));
            }
        }
    }

    /** What other recorders store is known too little to promise that nothing gets lost. */
    private static void requireOurs(RunPaths paths) throws IOException {
        try (Hdf5RunReader reader = Hdf5RunReader.open(paths.run())) {
            if (!reader.attributes().containsKey(AttributeNames.FORMAT_VERSION)) {
                throw new IOException("it was not recorded by RoboReel; HDF5's h5repack copies any file");
            }
        }
    }

    /** Compacts a closed file of ours, without asking who else has it open. */
    public CompactionReport run() throws IOException {
        permit.run();
        Path run = paths.run();
        Object identity = identity(run);
        long bytesBefore = Files.size(run);
        if (Files.exists(paths.compacting())) {
            throw new IOException(paths.compacting() + " is in the way; recover the run first");
        }
        try {
            if (!copy()) {
                Files.deleteIfExists(paths.compacting());
                return new CompactionReport(run, false, bytesBefore, bytesBefore);
            }
            long bytesAfter = Files.size(paths.compacting());
            replace(identity);
            return new CompactionReport(run, true, bytesBefore, bytesAfter);
        } catch (Throwable e) {
            Undo.after(e, () -> Files.deleteIfExists(paths.compacting()));
            throw e;
        }
    }

    /** Makes the copy and verifies it; false when it is not worth it, which may show before it is made or after. */
    private boolean copy() throws IOException {
        UsedPlaces places;
        try (H5File file = H5File.openClosed(paths.run())) {
            places = UsedPlaces.of(file);
            // Measuring takes as long as copying.
            if (!places.hasUnused() && !isWorthwhile(liveBytes(file))) {
                return false;
            }
            requireRoom(file);
            RunFileCopy.copy(file, places, paths.compacting(), permit);
        }
        onStep.accept(Step.COPIED);
        // Opened again: the copy is compared with what the disk has, not with what the library remembers.
        try (H5File file = H5File.openClosed(paths.run())) {
            RunFileComparison.requireEqual(file, places, paths.compacting(), permit);
        }
        onStep.accept(Step.VERIFIED);
        return places.hasUnused() || isWorthwhile(Files.size(paths.compacting()));
    }

    private long liveBytes(H5File file) throws IOException {
        return RunFileSpace.of(file, permit).liveBytes();
    }

    private boolean isWorthwhile(long bytesAfter) throws IOException {
        long bytesBefore = Files.size(paths.run());
        return bytesBefore - bytesAfter >= MIN_SAVED_SHARE * bytesBefore;
    }

    /** Measures what is to be copied only where there is no room for the whole file. */
    private void requireRoom(H5File file) throws IOException {
        long free = paths.run().toFile().getUsableSpace();
        if (free >= withSpare(file.bytes())) {
            return;
        }
        long needed = withSpare(liveBytes(file));
        if (free < needed) {
            throw new IOException(
                    "its disk has " + free + " bytes free, and the copy needs " + needed + " besides the original");
        }
    }

    private static long withSpare(long bytes) {
        return bytes + bytes / SPARE_PARTS + SPARE_BYTES;
    }

    private void replace(Object identity) throws IOException {
        Path run = paths.run();
        if (!identity.equals(identity(run))) {
            throw new IOException("it was changed meanwhile");
        }
        keepPermissions(run, paths.compacting());
        Files.move(paths.compacting(), run, StandardCopyOption.ATOMIC_MOVE);
        onStep.accept(Step.REPLACED);
    }

    /** Which file it is, and as of when. */
    private static Object identity(Path file) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return attributes.fileKey() + " " + attributes.size() + " " + attributes.lastModifiedTime();
    }

    private static void keepPermissions(Path original, Path copy) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(copy, PosixFileAttributeView.class);
        if (view != null) {
            view.setPermissions(Files.getPosixFilePermissions(original));
        }
    }
}
