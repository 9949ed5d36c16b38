package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.hdf5.file.RunPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A copy of what a recorder's process would leave if it were killed now: its files, taken while it does nothing. */
public final class Snapshot {
    private Snapshot() {}

    /** Copies the run's files into another output folder and returns where its run file is. */
    public static Path of(SinkHarness run, Path folder) throws IOException {
        Path into = Files.createDirectories(folder.resolve("TestTask"));
        for (Path file : new Path[] {run.file(), run.staging()}) {
            if (Files.exists(file)) {
                Files.copy(file, into.resolve(file.getFileName()));
            }
        }
        return into.resolve(run.file().getFileName());
    }

    public static Path staging(Path runFile) {
        return new RunPaths(runFile).staging();
    }
}
