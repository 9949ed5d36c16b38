package io.github.roboreel.recordings.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Entries of a folder; lists are sorted by name, so that equal folders are always read alike. */
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

    /** Deletes a file, or a folder with all in it, links as links; nothing happens where there is none. */
    public static void deleteTree(Path tree) throws IOException {
        if (!Files.exists(tree, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> all = Files.walk(tree)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
