package io.github.roboreel.dashboard.index;

import io.github.roboreel.format.RunFolder;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finder of output folders below a folder. It lists a folder again only when the folder has changed. It follows no
 * links and passes over hidden folders. For one thread.
 */
final class FolderFinder {
    private static final int LEVELS = 3;

    private static final Set<String> OWN_FILES = Set.of(
            RunFolder.RESULTS, RunFolder.LEGACY_RESULTS, RunFolder.LOCK, RunFolder.LOCK_HOLDER, RunFolder.UPLOADED);

    private Map<Path, Listing> known = new HashMap<>();
    private Map<Path, Listing> seen = new HashMap<>();

    /**
     * What a folder holds.
     *
     * @param stamp of the folder then
     * @param isSure whether a change after the listing shows in the stamp
     * @param isOutput whether it holds a file that only an output folder has
     * @param isEnv whether it holds a file that only an env folder has
     * @param folders names of folders in it
     */
    private record Listing(FileStamp stamp, boolean isSure, boolean isOutput, boolean isEnv, List<Path> folders) {}

    /**
     * The output folders, by path; the folder itself may be one.
     *
     * @param unreadable where folders that cannot be listed are added
     */
    List<Path> find(List<Path> served, List<Path> unreadable) {
        List<Path> found = new ArrayList<>();
        for (Path folder : served) {
            visit(folder, LEVELS, found, unreadable);
        }
        known = seen;
        seen = new HashMap<>();
        return found.stream().distinct().sorted().toList();
    }

    private void visit(Path folder, int levels, List<Path> found, List<Path> unreadable) {
        Listing listing = listing(folder);
        if (listing == null) {
            unreadable.add(folder);
            return;
        }
        if (listing.isOutput || listing.folders.stream().anyMatch(this::isEnv)) {
            found.add(folder);
        } else if (levels > 0) {
            listing.folders.forEach(inner -> visit(inner, levels - 1, found, unreadable));
        }
    }

    private boolean isEnv(Path folder) {
        Listing listing = listing(folder);
        return listing != null && listing.isEnv;
    }

    /** Null when it cannot be listed. */
    private Listing listing(Path folder) {
        Listing before = seen.getOrDefault(folder, known.get(folder));
        FileStamp stamp = FileStamp.of(folder);
        if (before != null && before.isSure && before.stamp.equals(stamp)) {
            seen.put(folder, before);
            return before;
        }
        try {
            Listing now = list(folder, stamp);
            seen.put(folder, now);
            return now;
        } catch (IOException | DirectoryIteratorException e) {
            return null;
        }
    }

    private static Listing list(Path folder, FileStamp stamp) throws IOException {
        boolean isOutput = false;
        boolean isEnv = false;
        List<Path> folders = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                String name = entry.getFileName().toString();
                isOutput |= OWN_FILES.contains(name);
                isEnv |= isOfEnv(entry, name);
                if (!name.startsWith(".") && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                    folders.add(entry);
                }
            }
        }
        folders.sort(null);
        return new Listing(stamp, stamp.isSettled(), isOutput, isEnv, List.copyOf(folders));
    }

    private static boolean isOfEnv(Path entry, String name) {
        return name.equals(RunFolder.ENV_CONFIG)
                || name.equals(RunFolder.LEGACY_RUN_FILE)
                || RunFolder.runFileOf(entry).isPresent();
    }
}
