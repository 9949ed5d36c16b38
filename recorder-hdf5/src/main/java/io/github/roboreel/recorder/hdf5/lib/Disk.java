package io.github.roboreel.recorder.hdf5.lib;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Forces files to the disk, and moves them aside. */
public final class Disk {
    private Disk() {}

    /** Waits until a file's data and metadata are on the disk. */
    public static void force(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    /** Waits until the name of a file is on the disk. */
    public static void forceFolder(Path file) throws IOException {
        try (FileChannel folder = FileChannel.open(file.toAbsolutePath().getParent())) {
            folder.force(true);
        }
    }

    /** Deletes a file and gives its blocks back at once, though it may be mapped still. */
    public static void delete(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(0);
        }
        Files.delete(file);
    }

    /** Renames a file to {@code <name>.before-recovery}, with a number behind it when that is taken. */
    public static Path setAside(Path file) throws IOException {
        Path aside = freeName(file.resolveSibling(file.getFileName() + RunFolder.BEFORE_RECOVERY_SUFFIX));
        return Files.move(file, aside, StandardCopyOption.ATOMIC_MOVE);
    }

    /** That name, with a number behind it when it is taken. */
    public static Path freeName(Path wanted) {
        Path free = wanted;
        for (int i = 2; Files.exists(free); i++) {
            free = wanted.resolveSibling(wanted.getFileName() + "-" + i);
        }
        return free;
    }

    /** Rethrows a failure that says nothing about the file itself. */
    public static void requireRoom(IOException e) throws IOException {
        if (Kind.of(e) == Kind.DISK_FULL) {
            throw e;
        }
    }

    /** What to do before trying again, after "; "; empty when nothing is known to help. */
    public static String advice(Throwable e) {
        return Kind.of(e).remedy().map(remedy -> "; " + remedy).orElse("");
    }
}
