package io.github.roboreel.recordings.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Entries of a folder, sorted by name, so that equal folders are always read alike. */
public final class FolderEntries {
    private FolderEntries() {}

    /**
     * Files and folders directly in a folder.
     *
     * @throws IOException when it is none, or cannot be listed
     */
    public static List<Path> of(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        }
    }

    /**
     * Folders directly in a folder, links to folders included.
     *
     * @throws IOException when it is none, or cannot be listed
     */
    public static List<Path> folders(Path folder) throws IOException {
        return of(folder).stream().filter(Files::isDirectory).toList();
    }
}
