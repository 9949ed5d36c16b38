package io.github.roboreel.fleet.export;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * File with the facts of a folder's episodes, read one by one in any order. A record is the facts as JSON, then the
 * place of their env's configuration, which many share: offset, int64, and length, int32, little-endian.
 */
final class FactsFile {
    private static final int PLACE_BYTES = Long.BYTES + Integer.BYTES;

    private FactsFile() {}

    /** A stretch of the file. */
    record Place(long offset, int length) {}

    /** Writes one. */
    static final class Writer implements Closeable {
        private final OutputStream out;
        private final Map<String, Place> configurations = new HashMap<>();
        private long written;

        /** Into a new file. */
        Writer(Path file) throws IOException {
            out = new BufferedOutputStream(Files.newOutputStream(file));
        }

        /** Adds what is kept of an episode; gives its place. */
        Place add(KeptEpisode episode) throws IOException {
            Place configuration = configuration(episode.facts().environmentConfig());
            byte[] json = FactsJson.write(episode);
            ByteBuffer place = ByteBuffer.allocate(PLACE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            place.putLong(configuration.offset()).putInt(configuration.length());
            Place record = new Place(written, json.length + PLACE_BYTES);
            put(json);
            put(place.array());
            return record;
        }

        private Place configuration(String text) throws IOException {
            Place known = configurations.get(text);
            if (known == null) {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                known = new Place(written, bytes.length);
                put(bytes);
                configurations.put(text, known);
            }
            return known;
        }

        private void put(byte[] bytes) throws IOException {
            out.write(bytes);
            written += bytes.length;
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }

    /** Reads the facts that stand at a place. */
    static KeptEpisode read(SeekableByteChannel file, Place place) throws IOException {
        byte[] record = bytes(file, place);
        int json = record.length - PLACE_BYTES;
        ByteBuffer tail = ByteBuffer.wrap(record, json, PLACE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        Place configuration = new Place(tail.getLong(), tail.getInt());
        String text = new String(bytes(file, configuration), StandardCharsets.UTF_8);
        return FactsJson.read(java.util.Arrays.copyOf(record, json), text);
    }

    private static byte[] bytes(SeekableByteChannel file, Place place) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(place.length());
        file.position(place.offset());
        while (bytes.hasRemaining()) {
            if (file.read(bytes) < 0) {
                throw new IOException("a file of facts ends early; run the same export again");
            }
        }
        return bytes.array();
    }
}
