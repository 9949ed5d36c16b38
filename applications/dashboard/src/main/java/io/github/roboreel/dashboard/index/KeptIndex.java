package io.github.roboreel.dashboard.index;

import io.github.roboreel.format.WholeFile;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is kept of recordings from one start to the next: a file each, named by the recording's id. A file that is
 * damaged, of another version, or older than its recording is passed over and written again. For one thread.
 */
final class KeptIndex {
    private static final Logger LOG = LoggerFactory.getLogger(KeptIndex.class);
    private static final String SUFFIX = ".recording";

    /** To be raised with every change of what {@link KeptOutput} writes, and of what is derived from a line. */
    private static final int VERSION = 3;

    private static final int HEAD_BYTES = Integer.BYTES + Long.BYTES;

    private final Path folder;

    KeptIndex(Path folder) {
        this.folder = folder;
    }

    private Path file(Recording recording) {
        return folder.resolve(recording.id() + SUFFIX);
    }

    /**
     * A recording as it was kept.
     *
     * @param recording its id, name and path
     * @param now what its files must still look like
     */
    Optional<IndexedRecording> load(Recording recording, String served, Traces now) {
        return load(file(recording), recording, served, now);
    }

    private static Optional<IndexedRecording> load(Path file, Recording recording, String served, Traces now) {
        try {
            if (!Files.isRegularFile(file)) {
                return Optional.empty();
            }
            byte[] bytes = Files.readAllBytes(file);
            ByteBuffer in = ByteBuffer.wrap(bytes);
            if (bytes.length < HEAD_BYTES || in.getInt() != VERSION || in.getLong() != checksum(bytes)) {
                return Optional.empty();
            }
            KeptInput input = new KeptInput(in);
            boolean isOfIt = input.text().equals(recording.path().toString());
            return isOfIt && input.traces().equals(now)
                    ? Optional.of(input.recording(recording, served))
                            .filter(r -> input.name().equals(recording.name()))
                    : Optional.empty();
        } catch (IOException | BufferUnderflowException | IndexOutOfBoundsException e) {
            LOG.debug("{} cannot be read and is written again", file, e);
            return Optional.empty();
        }
    }

    private static long checksum(byte[] bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, HEAD_BYTES, bytes.length - HEAD_BYTES);
        return checksum.getValue();
    }

    /** Keeps a recording; a disk that is full is no reason to stop. */
    void store(IndexedRecording recording, Traces traces) {
        store(file(recording.recording()), recording, traces);
    }

    private static void store(Path file, IndexedRecording recording, Traces traces) {
        try {
            KeptOutput output = new KeptOutput();
            output.text(recording.recording().path().toString());
            output.traces(traces);
            output.recording(recording);
            byte[] body = output.bytes();
            byte[] all = new byte[HEAD_BYTES + body.length];
            System.arraycopy(body, 0, all, HEAD_BYTES, body.length);
            ByteBuffer.wrap(all).putInt(VERSION).putLong(checksum(all));
            Files.createDirectories(file.getParent());
            WholeFile.write(file, all);
        } catch (IOException e) {
            LOG.warn("{} could not be written, so the next start reads the recording again: {}", file, e.toString());
        }
    }
}
