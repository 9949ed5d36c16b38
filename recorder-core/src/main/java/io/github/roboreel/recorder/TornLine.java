package io.github.roboreel.recorder;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** What a process that died while appending leaves at the end of a file of lines. */
final class TornLine {
    private static final int BLOCK_BYTES = 8192;
    private static final String STEM = "episode_results";

    private TornLine() {}

    /**
     * Moves what follows the last line's end into a file {@code episode_results.torn-<time>}.
     *
     * @return that file; empty when the last line is whole
     */
    static Optional<Path> setAside(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long whole = endOfLastLine(channel);
            if (whole == channel.size()) {
                return Optional.empty();
            }
            Path aside = SetAside.freeName(file.resolveSibling(STEM), "torn");
            copyTail(channel, whole, aside);
            channel.truncate(whole);
            return Optional.of(aside);
        }
    }

    private static void copyTail(FileChannel from, long start, Path to) throws IOException {
        try (FileChannel out =
                FileChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
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
