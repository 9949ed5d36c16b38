package io.github.roboreel.fleet.folders;

import io.github.roboreel.recordings.folder.FolderEntries;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder for the time of a task, among the temporary files of this machine. */
public final class Scratch implements Closeable {
    /** No folder. */
    static final Scratch NONE = new Scratch(null);

    /** Who finds one that was left knows whose it was. */
    private static final String PREFIX =
            "roboreel-fleet-" + ProcessHandle.current().pid() + "-";

    private final Path path;

    private Scratch(Path path) {
        this.path = path;
    }

    /** A new one. */
    public static Scratch create() throws IOException {
        return new Scratch(Files.createTempDirectory(PREFIX));
    }

    /** A new one in a folder, which is made. */
    public static Scratch in(Path folder) throws IOException {
        return new Scratch(Files.createTempDirectory(Files.createDirectories(folder), PREFIX));
    }

    /** The folder. */
    public Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        if (path != null) {
            FolderEntries.deleteTree(path);
        }
    }
}
