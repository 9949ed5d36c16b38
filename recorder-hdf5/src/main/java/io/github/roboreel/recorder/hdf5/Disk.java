package io.github.roboreel.recorder.hdf5;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Forces files to the disk, and moves them aside. */
final class Disk {
    private Disk() {}

    /** Waits until a file's data and metadata are on the disk. */
    static void force(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    /** Waits until the name of a file is on the disk. */
    static void forceFolder(Path file) throws IOException {
        try (FileChannel folder = FileChannel.open(file.toAbsolutePath().getParent())) {
            folder.force(true);
        }
    }

    /** Deletes a file and gives its blocks back at once, though it may be mapped still. */
    static void delete(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(0);
        }
        Files.delete(file);
    }

    /**
     * Renames a file to {@code <name>.before-recovery}, with a number behind it when that is taken.
     */
    static Path setAside(Path file) throws IOException {
        String stem = file.getFileName() + ".before-recovery";
        Path aside = file.resolveSibling(stem);
        for (int i = 2; Files.exists(aside); i++) {
            aside = file.resolveSibling(stem + "-" + i);
        }
        return Files.move(file, aside, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Rethrows a failure that says nothing about the file itself. */
    static void requireRoom(IOException e) throws IOException {
        String message = String.valueOf(e.getMessage());
        if (message.contains("the disk is full") || message.contains("No space left")) {
            throw e;
        }
    }
}
