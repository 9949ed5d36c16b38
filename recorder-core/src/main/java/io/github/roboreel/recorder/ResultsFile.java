package io.github.roboreel.recorder;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.fault.Undo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file of JSON lines, {@code episode_results.jsonl} for example: append only, one write per complete line, ASCII.
 * Under the folder's {@link OutputLock}; appending is for any thread.
 */
final class ResultsFile implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ResultsFile.class);

    private final Path path;
    private final FileChannel channel;

    private ResultsFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** Opens or creates it; a torn last line is set aside, so that no append is glued to it. */
    static ResultsFile open(Path path) throws IOException {
        TornLine.setAside(path).ifPresent(aside -> LOG.warn("{} ended in a torn line, now in {}", path, aside));
        return new ResultsFile(
                path,
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND));
    }

    /**
     * Adds one line.
     *
     * @throws IOException when it could not be written whole; what was written of it is taken back, so that no later
     *     line is glued to it
     */
    synchronized void append(ObjectNode line) throws IOException {
        String text = FormatJson.ascii(line) + "\n";
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
        long end = channel.size();
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException e) {
            // When that fails, too, the next opening sets the torn line aside.
            Undo.after(e, () -> takeBack(end, bytes.position()));
            throw new IOException(path + " could not take a line (" + e.getMessage() + ")", e);
        }
    }

    /** Returns when the lines are on the disk. */
    void force() throws IOException {
        channel.force(true);
    }

    /** Only while no other process, against the lock, has put a line of its own behind it. */
    private void takeBack(long end, long written) throws IOException {
        if (channel.size() == end + written) {
            channel.truncate(end);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
