package io.github.roboreel.format;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Writes small files so that at every moment the old or the new content is there as a whole, also when the process
 * dies. What it leaves behind then is {@code <name>.creating}.
 */
public final class WholeFile {
    private WholeFile() {}

    /**
     * Writes a file in the place of an earlier one.
     *
     * @throws IOException when it cannot be written; an earlier one is as it was then
     */
    public static void write(Path file, byte[] content) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + RunFolder.CREATING_SUFFIX);
        try {
            Files.write(unfinished, content);
        } catch (IOException e) {
            if (Files.isRegularFile(unfinished, LinkOption.NOFOLLOW_LINKS)) {
                Files.delete(unfinished);
            }
            throw e;
        }
        putInPlace(unfinished, file);
    }

    /**
     * Writes a file that must survive a loss of power, and keeps the earlier one as {@code <name>.before-<time>}.
     * Permissions stay as they were.
     *
     * @return where the earlier one is; empty when there was none
     * @throws IOException when it cannot be written; an earlier one is as it was then
     */
    public static Optional<Path> replace(Path file, byte[] content) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + RunFolder.CREATING_SUFFIX);
        Optional<Path> aside = Optional.empty();
        if (Files.exists(file)) {
            // A copy first, for its permissions; its content is replaced below.
            copy(file, unfinished, StandardCopyOption.REPLACE_EXISTING);
            aside = Optional.of(copy(file, SetAside.freeName(file, RunFolder.BEFORE)));
        }
        writeThrough(unfinished, content);
        putInPlace(unfinished, file);
        return aside;
    }

    private static Path copy(Path from, Path to, StandardCopyOption... options) throws IOException {
        StandardCopyOption[] all = java.util.Arrays.copyOf(options, options.length + 1);
        all[options.length] = StandardCopyOption.COPY_ATTRIBUTES;
        return Files.copy(from, to, all);
    }

    private static void writeThrough(Path file, byte[] content) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            for (ByteBuffer bytes = ByteBuffer.wrap(content); bytes.hasRemaining(); ) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    private static void putInPlace(Path unfinished, Path file) throws IOException {
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
