package io.github.roboreel.tools.merge;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Moves or copies a folder so that the target has it whole or not at all, and the source loses nothing that the target
 * does not hold. Every method may be run again after a kill.
 *
 * @param copyOnly leave the source as it is
 * @param canRename whether to try a rename first, which works within a file system
 * @param checkpoint called between any two changes of the disk
 */
record TreeMove(boolean copyOnly, boolean canRename, Runnable checkpoint) {
    /** Folder in the target for copies that are not whole yet; no env folder, so it is never read. */
    static final String UNFINISHED = ".merging";

    void move(Path from, Path to) throws IOException {
        checkpoint.run();
        if (!Files.exists(to) && (copyOnly || !renamed(from, to))) {
            Path unfinished = to.resolveSibling(UNFINISHED).resolve(to.getFileName());
            Files.createDirectories(unfinished.getParent());
            copy(from, unfinished);
            checkpoint.run();
            Files.move(unfinished, to, StandardCopyOption.ATOMIC_MOVE);
        }
        checkpoint.run();
        if (!copyOnly && Files.exists(from)) {
            deleteWhatIsIn(from, to);
        }
    }

    private boolean renamed(Path from, Path to) throws IOException {
        if (!canRename) {
            return false;
        }
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (AtomicMoveNotSupportedException e) {
            return false;
        }
    }

    /** What a kill left half copied is copied again. */
    private void copy(Path from, Path to) throws IOException {
        for (Path source : tree(from)) {
            checkpoint.run();
            Path copy = to.resolve(from.relativize(source).toString());
            if (Files.isDirectory(source)) {
                Files.createDirectories(copy);
            } else if (!Files.exists(copy) || Files.mismatch(source, copy) >= 0) {
                Files.copy(source, copy, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    /** Deletes only what the target holds with the same content. */
    private void deleteWhatIsIn(Path from, Path to) throws IOException {
        List<Path> tree = tree(from);
        for (Path file : tree) {
            Path copy = to.resolve(from.relativize(file).toString());
            boolean isSame = Files.isDirectory(file)
                    ? Files.isDirectory(copy)
                    : Files.isRegularFile(copy) && Files.mismatch(file, copy) < 0;
            if (!isSame) {
                throw new IOException(
                        copy + " is not the same as " + file + ", so the latter was kept; find out which is right");
            }
        }
        for (Path file : tree.stream().sorted(Comparator.reverseOrder()).toList()) {
            checkpoint.run();
            Files.delete(file);
        }
    }

    static boolean isNeitherFileNorFolder(Path path) {
        return !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                && !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    /** The planner refused such trees; a link may have come since, and must not be lost. */
    private static List<Path> tree(Path root) throws IOException {
        List<Path> tree;
        try (Stream<Path> all = Files.walk(root)) {
            tree = all.sorted().toList();
        }
        for (Path path : tree) {
            if (isNeitherFileNorFolder(path)) {
                throw new IOException(path
                        + " is a symbolic link, or neither a file nor a folder; move it"
                        + " away and merge again");
            }
        }
        return tree;
    }
}
