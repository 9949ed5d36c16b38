package io.github.roboreel.tools.compact;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.OutputLock;
import io.github.roboreel.recorder.hdf5.compact.CompactionProcess;
import io.github.roboreel.recorder.hdf5.compact.CompactionReport;
import io.github.roboreel.recordings.folder.FolderEntries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes the dead space out of run files, under the lock of their output folder, each in a process of its own. A file
 * that cannot be compacted is left as it is, and the next one is tried.
 */
public final class FolderCompaction {
    private final List<CompactionReport> runs = new ArrayList<>();
    private final List<String> refusals = new ArrayList<>();

    private FolderCompaction() {}

    /**
     * Compacts every run file of an output folder.
     *
     * @throws io.github.roboreel.format.fault.RoboReelException of kind LOCKED, when a recorder is at work there
     * @throws IOException when the folder cannot be listed
     */
    public static FolderCompactionReport compact(Path folder) throws IOException {
        return compact(folder, runFiles(folder));
    }

    /**
     * Compacts one run file.
     *
     * @param runFile {@code <output folder>/<env>/run_i.hdf5}
     * @throws io.github.roboreel.format.fault.RoboReelException of kind LOCKED, when a recorder is at work there
     */
    public static FolderCompactionReport compactRun(Path runFile) {
        return compact(runFile.toAbsolutePath().getParent().getParent(), List.of(runFile));
    }

    private static FolderCompactionReport compact(Path folder, List<Path> runFiles) {
        FolderCompaction work = new FolderCompaction();
        try (OutputLock lock = OutputLock.acquire(folder)) {
            runFiles.forEach(work::compactFile);
            return new FolderCompactionReport(lock.folder(), work.runs, work.refusals);
        }
    }

    private void compactFile(Path run) {
        if (Files.isSymbolicLink(run)
                || Files.isSymbolicLink(run.toAbsolutePath().getParent())) {
            refusals.add(run + " is reached by a symbolic link; compact it where it lies");
            return;
        }
        try {
            runs.add(CompactionProcess.compact(run));
        } catch (IOException e) {
            refusals.add(e.getMessage());
        }
    }

    /** Also of folders that do not look like an env's yet. */
    private static List<Path> runFiles(Path folder) throws IOException {
        List<Path> all = new ArrayList<>();
        for (Path env : FolderEntries.of(folder)) {
            if (Files.isDirectory(env)) {
                FolderEntries.of(env).stream()
                        .filter(f -> RunFolder.runOf(f.getFileName().toString()).isPresent())
                        .forEach(all::add);
            }
        }
        return all;
    }

    /**
     * Result of compacting an output folder. Immutable.
     *
     * @param folder the output folder
     * @param runs one report per run file that was looked into
     * @param refusals why a run file was left as it is, a sentence each
     */
    public record FolderCompactionReport(Path folder, List<CompactionReport> runs, List<String> refusals) {
        public FolderCompactionReport {
            runs = List.copyOf(runs);
            refusals = List.copyOf(refusals);
        }

        /** Whether every run file could be looked into. */
        public boolean isComplete() {
            return refusals.isEmpty();
        }
    }
}
