package io.github.roboreel.recorder;

import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.SetAside;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** Half a line at the end of a file of JSON lines, left by a process that died while appending. */
public final class TornLine {
    private static final int BLOCK_BYTES = 8192;
    private static final int MAX_LINE_BYTES = 1 << 28;

    private TornLine() {}

    /**
     * Makes the file one to append to: what follows the last line's end goes to a new file {@code <name>.torn-<time>}
     * beside it, {@code episode_results.torn-<time>} for example. A whole JSON object that lacks nothing but the line's
     * end stays and gets that.
     *
     * @param file may be missing; nothing else may write it meanwhile
     * @return the new file; empty when there was no torn line
     * @throws IOException when a file cannot be read or written
     */
    public static Optional<Path> setAside(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long whole = endOfLastLine(channel);
            if (whole == channel.size()) {
                return Optional.empty();
            }
            if (isObject(tail(channel, whole))) {
                channel.write(ByteBuffer.wrap(new byte[] {'\n'}), channel.size());
                channel.force(true);
                return Optional.empty();
            }
            Path aside = SetAside.freeName(stem(file), RunFolder.TORN);
            copyTail(channel, whole, aside);
            channel.truncate(whole);
            return Optional.of(aside);
        }
    }

    private static Path stem(Path file) {
        String name = file.getFileName().toString();
        return file.resolveSibling(
                name.endsWith(RunFolder.JSON_LINES_SUFFIX)
                        ? name.substring(0, name.length() - RunFolder.JSON_LINES_SUFFIX.length())
                        : name);
    }

    /** Empty where it is too long for an array, which no result is. */
    private static byte[] tail(FileChannel channel, long start) throws IOException {
        long size = channel.size() - start;
        if (size > MAX_LINE_BYTES) {
            return new byte[0];
        }
        ByteBuffer tail = ByteBuffer.allocate((int) size);
        while (tail.hasRemaining() && channel.read(tail, start + tail.position()) >= 0) {}
        return tail.array();
    }

    private static boolean isObject(byte[] text) {
        try {
            return FormatJson.read(text).isObject();
        } catch (IOException e) {
            return false;
        }
    }

    private static void copyTail(FileChannel from, long start, Path to) throws IOException {
        try (FileChannel out = FileChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            long at = start;
            while (at < from.size()) {
                at += from.transferTo(at, from.size() - at, out);
            }
            out.force(true);
        }
    }

    private static long endOfLastLine(FileChannel channel) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES);
        for (long end = channel.size(); end > 0; end -= block.limit()) {
            long start = Math.max(0, end - BLOCK_BYTES);
            block.clear().limit((int) (end - start));
            while (block.hasRemaining() && channel.read(block, start + block.position()) >= 0) {}
            for (int i = block.limit() - 1; i >= 0; i--) {
                if (block.get(i) == '\n') {
                    return start + i + 1;
                }
            }
        }
        return 0;
    }
}
