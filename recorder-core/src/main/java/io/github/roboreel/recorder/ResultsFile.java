package io.github.roboreel.recorder;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/**
 * {@code episode_results.jsonl}: append only, one write per complete line, ASCII. For one thread.
 */
final class ResultsFile implements AutoCloseable {
    private final Path path;
    private final FileChannel channel;
    private final ObjectMapper json =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private ResultsFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /**
     * Opens or creates it.
     *
     * @throws IOException when that fails, or when the last line is torn and an append would be
     *     glued to it
     */
    static ResultsFile open(Path path) throws IOException {
        requireWholeLines(path);
        return new ResultsFile(
                path,
                FileChannel.open(
                        path,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.APPEND));
    }

    void append(Map<String, Object> line) throws IOException {
        String text = json.writeValueAsString(line) + "\n";
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
        int size = bytes.remaining();
        int written = channel.write(bytes);
        if (written != size) {
            throw new IOException(
                    path
                            + " took "
                            + written
                            + " of "
                            + size
                            + " bytes of a line; is the disk full?");
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static void requireWholeLines(Path path) throws IOException {
        if (!Files.exists(path) || Files.size(path) == 0) {
            return;
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            channel.read(last, channel.size() - 1);
            if (last.get(0) != '\n') {
                throw new IOException(
                        path
                                + " ends in a torn line; move it aside or complete the line before recording on");
            }
        }
    }
}
