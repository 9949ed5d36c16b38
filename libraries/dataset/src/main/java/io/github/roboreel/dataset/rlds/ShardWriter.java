package io.github.roboreel.dataset.rlds;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/**
 * Writes TFRecord files that are numbered from 0, each record framed by its length and two checksums; a new file starts
 * where the last would become too large. No record is split.
 */
final class ShardWriter implements Closeable {
    /** Bytes around a payload: length, its checksum, the payload's checksum. */
    private static final int FRAME_BYTES = 16;

    private static final int BUFFER_BYTES = 1 << 16;

    private final Path folder;
    private final long fullBytes;
    private final List<Long> episodes = new ArrayList<>();
    private OutputStream current;
    private long currentBytes;
    private long payloadBytes;

    /**
     * Of no record yet.
     *
     * @param folder of the files
     * @param fullBytes how long a file may be, unless one record is longer
     */
    ShardWriter(Path folder, long fullBytes) {
        this.folder = folder;
        this.fullBytes = fullBytes;
    }

    /** The files' names until their number is known: the first ones, so many. */
    static List<Path> files(Path folder, int count) {
        return IntStream.range(0, count)
                .mapToObj(shard -> folder.resolve("shard-" + shard))
                .toList();
    }

    /** Writes the record of a finished Example. */
    void write(ExampleBuilder example) throws IOException {
        long bytes = example.payloadBytes();
        if (current == null || currentBytes + bytes + FRAME_BYTES > fullBytes) {
            startNext();
        }
        byte[] length = littleEndian(Long.BYTES).putLong(bytes).array();
        current.write(length);
        writeCrc(MaskedCrc.of(length));
        CheckedOutputStream payload = new CheckedOutputStream(current, new CRC32C());
        example.writeTo(payload);
        writeCrc(MaskedCrc.of(payload.getChecksum()));
        currentBytes += bytes + FRAME_BYTES;
        payloadBytes += bytes;
        int last = episodes.size() - 1;
        episodes.set(last, episodes.get(last) + 1);
    }

    private void startNext() throws IOException {
        close();
        int shard = episodes.size();
        Path file = files(folder, shard + 1).get(shard);
        current = new BufferedOutputStream(Files.newOutputStream(file, StandardOpenOption.CREATE_NEW), BUFFER_BYTES);
        currentBytes = 0;
        episodes.add(0L);
    }

    private void writeCrc(int crc) throws IOException {
        current.write(littleEndian(Integer.BYTES).putInt(crc).array());
    }

    private static ByteBuffer littleEndian(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Episodes in each file. */
    List<Long> episodes() {
        return List.copyOf(episodes);
    }

    /** Bytes of all Examples, without their frames. */
    long payloadBytes() {
        return payloadBytes;
    }

    @Override
    public void close() throws IOException {
        if (current != null) {
            current.close();
            current = null;
        }
    }
}
