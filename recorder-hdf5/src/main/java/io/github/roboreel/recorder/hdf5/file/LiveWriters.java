package io.github.roboreel.recorder.hdf5.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Tells a file that is being recorded from one whose recorder died. The SWMR flags are the same for both and the
 * library drops its lock when SWMR starts, so the kernel's table of open files is asked.
 */
public final class LiveWriters {
    private static final Path PROC = Path.of("/proc");

    /** O_WRONLY and O_RDWR, the two low bits of the open flags. */
    private static final int WRITE_BITS = 3;

    private LiveWriters() {}

    /**
     * Whether a running process has the file open for writing. Only processes of this user can be looked into, unless
     * it is root; without a {@code /proc} the answer is yes.
     */
    public static boolean exist(Path file) throws IOException {
        if (!Files.isDirectory(PROC.resolve("self/fd"))) {
            return true;
        }
        Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                if (writes(process, key)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** A process that ends meanwhile, or is not ours to look into, counts as not writing. */
    private static boolean writes(Path process, Object key) {
        try (DirectoryStream<Path> open = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path descriptor : open) {
                if (isFile(descriptor, key) && forWriting(process, descriptor)) {
                    return true;
                }
            }
        } catch (IOException | UncheckedIOException | java.nio.file.DirectoryIteratorException e) {
            return false;
        }
        return false;
    }

    private static boolean isFile(Path descriptor, Object key) {
        try {
            return key.equals(
                    Files.readAttributes(descriptor, BasicFileAttributes.class).fileKey());
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean forWriting(Path process, Path descriptor) throws IOException {
        Path info = process.resolve("fdinfo").resolve(descriptor.getFileName());
        for (String line : Files.readAllLines(info)) {
            if (line.startsWith("flags:")) {
                return (Long.parseLong(line.substring(6).trim(), 8) & WRITE_BITS) != 0;
            }
        }
        return false;
    }
}
