package io.github.roboreel.dataset;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.folder.FolderEntries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A dataset under way: a sibling of the target under a name of its own, which becomes the target when it is complete. A
 * killed export leaves at most that sibling, never a half target. For one thread.
 */
public final class StagedTarget implements AutoCloseable {
    private final Path target;
    private final Path work;
    private final Path oldestFolder;
    private boolean keep;

    private StagedTarget(Path target, Path work, Path oldestFolder) {
        this.target = target;
        this.work = work;
        this.oldestFolder = oldestFolder;
    }

    /**
     * Of a target that does not exist yet.
     *
     * @param target a file or a folder; its parents are made
     * @throws ExportRefusedException when it does
     */
    public static StagedTarget of(Path target) throws IOException {
        Path absolute = target.toAbsolutePath().normalize();
        DatasetArguments.requireNew(target, "another name");
        Path parent = absolute.getParent();
        Path oldest = parent;
        while (!Files.exists(oldest)) {
            oldest = oldest.getParent();
        }
        Files.createDirectories(parent);
        String name = "." + absolute.getFileName() + ".exporting-" + UUID.randomUUID();
        return new StagedTarget(absolute, parent.resolve(name), oldest);
    }

    /** A link that leads nowhere is something, too. */
    private static boolean isThere(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }

    /** Where to write; the caller makes it, a file or a folder. */
    public Path work() {
        return work;
    }

    /**
     * Forces everything to the disk and gives it its name.
     *
     * @throws IOException when that fails; when the target has come to exist meanwhile, both stay as they are
     */
    public void finish() throws IOException {
        forceAll();
        try {
            rename();
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
            keep = true;
            throw new IOException(
                    Sentence.of(
                            "%s came to exist meanwhile and is left as it is; what was made is complete in %s, rename it",
                            target, work),
                    e);
        }
        keep = true;
        forceParents();
    }

    /** Up to the one that was there before this export, which names the others. */
    private void forceParents() throws IOException {
        Path folder = target.getParent();
        force(folder, StandardOpenOption.READ);
        while (!folder.equals(oldestFolder)) {
            folder = folder.getParent();
            force(folder, StandardOpenOption.READ);
        }
    }

    private void forceAll() throws IOException {
        try (Stream<Path> all = Files.walk(work)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                boolean isFolder = Files.isDirectory(path);
                force(path, isFolder ? StandardOpenOption.READ : StandardOpenOption.WRITE);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private void rename() throws IOException {
        if (isThere(target)) {
            throw new FileAlreadyExistsException(target.toString());
        }
        if (Files.isDirectory(work)) {
            Files.move(work, target, StandardCopyOption.ATOMIC_MOVE);
        } else {
            renameFile();
        }
    }

    /** A rename would replace a file that came to exist this instant; a second name does not. */
    private void renameFile() throws IOException {
        try {
            Files.createLink(target, work);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (UnsupportedOperationException | FileSystemException e) {
            Files.move(work, target, StandardCopyOption.ATOMIC_MOVE); // a disk without such names
            return;
        }
        Files.delete(work);
    }

    private static void force(Path path, StandardOpenOption how) throws IOException {
        try (FileChannel channel = FileChannel.open(path, how)) {
            channel.force(true);
        }
    }

    /** Removes what this export has written, unless it was finished or is to be renamed by hand. */
    @Override
    public void close() throws IOException {
        if (!keep && isThere(work)) {
            FolderEntries.deleteTree(work);
        }
    }
}
