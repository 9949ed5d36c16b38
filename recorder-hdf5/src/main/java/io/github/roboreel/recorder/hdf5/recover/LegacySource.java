package io.github.roboreel.recorder.hdf5.recover;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.hdf5.file.RunFile;
import io.github.roboreel.recorder.hdf5.file.RunFileProbe;
import io.github.roboreel.recorder.hdf5.file.RunPaths;
import io.github.roboreel.recorder.hdf5.lib.Disk;
import io.github.roboreel.recorder.hdf5.lib.Superblock;
import io.github.roboreel.recorder.hdf5.staging.StagingDescription;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A run whose staging is of a version before 4, damaged or lost: what is staged, and what the HDF5 library reads of its
 * run file.
 */
final class LegacySource implements RunSource {
    private final RunPaths paths;
    private final LegacyRun staged;
    private final List<String> findings;
    private final List<Integer> unknown = new ArrayList<>();
    private Optional<RunFile> file = Optional.empty();
    /** Whether who completes the file closes it. */
    private boolean isLent;

    private LegacySource(RunPaths paths, LegacyRun staged, List<String> findings) {
        this.paths = paths;
        this.staged = staged;
        this.findings = findings;
    }

    /**
     * Opens it.
     *
     * @param looksInside whether the HDF5 library may read the run file
     * @return empty when neither staging nor a run file is there
     * @throws IOException when neither says what was recorded
     */
    static Optional<LegacySource> open(RunPaths paths, boolean looksInside) throws IOException {
        boolean isThere = Files.exists(paths.run());
        boolean isStaged = Files.exists(paths.staging()) && Files.size(paths.staging()) > 0;
        List<String> findings = new ArrayList<>();
        Optional<LegacyRun> staged =
                isStaged ? LegacyRun.open(paths.staging(), paths.outputFolder()) : Optional.empty();
        if (staged.isEmpty() && !isThere) {
            return Optional.empty();
        }
        if (staged.isEmpty()) {
            noteMissing(paths, isStaged, findings);
        }
        LegacyRun run = staged.isPresent() ? staged.get() : described(paths, looksInside);
        LegacySource source = new LegacySource(paths, run, findings);
        if (isThere && looksInside) {
            source.openFile();
        }
        return Optional.of(source);
    }

    private static LegacyRun described(RunPaths paths, boolean looksInside) throws IOException {
        if (!looksInside) {
            throw new IOException(paths.run() + " cannot be read, and no staging file tells what it holds");
        }
        return StoredRun.describe(paths.run(), paths);
    }

    /** Of a file that was not closed it is unknown what else was recorded. */
    private static void noteMissing(RunPaths paths, boolean isStaged, List<String> findings) throws IOException {
        RunFileProbe probe = RunFileProbe.of(paths.run());
        if (isStaged || probe.isMarked() || probe.truncated()) {
            findings.add(Sentence.of(
                    "%s is %s; what it alone held of the recording is lost",
                    paths.staging().getFileName(), isStaged ? "damaged" : "missing"));
        }
    }

    private void openFile() throws IOException {
        try {
            file = Optional.of(RunFile.openAsLeft(paths.run(), schema()));
        } catch (IOException e) {
            Disk.requireRoom(e);
            findings.add(e.getMessage());
        }
    }

    @Override
    public StagingDescription description() {
        return staged.description();
    }

    @Override
    public Optional<DemoSource> demo(int number) throws IOException {
        LegacyDemo demo = new LegacyDemo(staged, number, file, fileBytes(), findings);
        noteUnknown(number, demo.hasBegun());
        return demo.hasBegun() ? Optional.of(demo) : Optional.empty();
    }

    /** Places are taken in order; what of those before was in the run file alone is lost with it. */
    private void noteUnknown(int number, boolean hasBegun) {
        if (!hasBegun && file.isEmpty() && staged.isWithoutArea(number)) {
            unknown.add(number);
        } else if (hasBegun) {
            unknown.stream()
                    .filter(demo -> demo < number)
                    .forEach(demo -> findings.add(RunFile.demoName(demo)
                            + " began before " + RunFile.demoName(number)
                            + ", and nothing of it is in staging any more; it is lost with the run file"));
            unknown.clear();
        }
    }

    @Override
    public List<String> findings() {
        List<String> all = new ArrayList<>(staged.findings());
        all.addAll(findings);
        return all.stream().distinct().toList();
    }

    @Override
    public long storedBytes() throws IOException {
        return fileBytes() + (Files.exists(paths.staging()) ? Files.size(paths.staging()) : 0);
    }

    private long fileBytes() throws IOException {
        return Files.exists(paths.run()) ? Files.size(paths.run()) : 0;
    }

    @Override
    public RunFile openToComplete() throws IOException {
        if (file.isEmpty()) {
            throw new IOException("it does not read, so it cannot be completed in place; choose a work folder");
        }
        file.get().close();
        file = Optional.empty();
        RunFileProbe probe = RunFileProbe.of(paths.run());
        if (probe.isMarked() || probe.truncated()) {
            Superblock.repair(paths.run());
        }
        RunFile opened = RunFile.openToRepair(paths.run(), schema());
        file = Optional.of(opened);
        isLent = true;
        return opened;
    }

    @Override
    public void close() throws IOException {
        try (staged) {
            if (file.isPresent() && !isLent) {
                file.get().close();
            }
        }
    }
}
