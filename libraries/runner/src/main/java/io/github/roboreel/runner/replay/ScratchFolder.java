package io.github.roboreel.runner.replay;

import io.github.roboreel.recordings.folder.FolderEntries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A folder for recorder output that is not kept.
 *
 * @param path where it is
 */
record ScratchFolder(Path path) implements AutoCloseable {
    static ScratchFolder make() throws IOException {
        return new ScratchFolder(Files.createTempDirectory("roboreel-replay"));
    }

    @Override
    public void close() throws IOException {
        FolderEntries.deleteTree(path);
    }
}
