package io.github.roboreel.dataset;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;

/**
 * Checksums of arrays by name, fed row by row: once while a dataset is written, once while it is read back. CRC-32C of
 * the rows' bytes, and their number; types, shapes and numbers of rows are part of them where {@link #begin} gives
 * them. An array of several episodes has one, in the episodes' order, so that more episodes need no more room. For one
 * thread.
 */
public final class ArrayDigests {
    private static final class Digest {
        private final CRC32C crc = new CRC32C();
        private long bytes;

        void update(byte[] values, int from, int length) {
            crc.update(values, from, length);
            bytes += length;
        }
    }

    private final Map<String, Digest> digests = new LinkedHashMap<>();
    private long arrays;

    /**
     * An array begins: the next one of that name, of an episode after the last one.
     *
     * @param rowShape shape of one row; empty for a scalar
     */
    public void begin(String array, DType dtype, List<Long> rowShape, long rows) {
        byte[] header = (rows + " rows of " + dtype.label() + rowShape).getBytes(StandardCharsets.UTF_8);
        add(array, header);
        arrays++;
    }

    /** Adds bytes to an array's checksum. */
    public void add(String array, byte[] rows) {
        add(array, rows, 0, rows.length);
    }

    /** Adds some of the bytes. */
    public void add(String array, byte[] rows, int from, int length) {
        digests.computeIfAbsent(array, a -> new Digest()).update(rows, from, length);
    }

    /**
     * Begins an array and adds all its rows.
     *
     * @param path of the array in the episode, and its name
     * @param advanced receives the number of rows as they are read
     * @throws IOException when it cannot be read
     */
    public void addAll(EpisodeReader episode, String path, LongConsumer advanced) throws IOException {
        DatasetInfo info = episode.info(path);
        begin(path, info.dtype(), info.rowShape(), info.rows());
        RowBlocks.each(episode, path, 0, info.rows(), (rows, count) -> {
            add(path, rows);
            advanced.accept(count);
        });
    }

    /**
     * As {@link #addAll(EpisodeReader, String, LongConsumer)}, of an array that was found in a dataset.
     *
     * @throws IOException when it is none of ours, or cannot be read
     */
    public void addAll(FoundArray found, LongConsumer advanced) throws IOException {
        DatasetInfo info = found.info().orElseThrow(() -> new IOException(found.fault()));
        begin(found.name(), info.dtype(), info.rowShape(), info.rows());
        RowBlocks.each(found.rows(), info.rowElements() * info.dtype().bytes(), 0, info.rows(), (rows, count) -> {
            add(found.name(), rows);
            advanced.accept(count);
        });
    }

    /** Number of names. */
    public int size() {
        return digests.size();
    }

    /** Number of arrays begun, of all episodes. */
    public long arrays() {
        return arrays;
    }

    /**
     * Compares what was read back with what was written.
     *
     * @throws IOException naming the first array that differs
     */
    public void requireEqual(ArrayDigests readBack) throws IOException {
        for (Map.Entry<String, Digest> written : digests.entrySet()) {
            Digest found = readBack.digests.get(written.getKey());
            if (found == null) {
                throw new IOException(written.getKey() + " is missing in what was written");
            }
            requireEqual(written.getKey(), written.getValue(), found);
        }
        for (String name : readBack.digests.keySet()) {
            if (!digests.containsKey(name)) {
                throw new IOException(name + " was read back but never written");
            }
        }
    }

    private static void requireEqual(String name, Digest expected, Digest found) throws IOException {
        if (found.bytes != expected.bytes || found.crc.getValue() != expected.crc.getValue()) {
            throw new IOException(Sentence.of(
                    "%s reads back differently: %s bytes with checksum %s were written, %s with %s were "
                            + "read; the disk or memory is at fault, export again",
                    name,
                    expected.bytes,
                    Long.toHexString(expected.crc.getValue()),
                    found.bytes,
                    Long.toHexString(found.crc.getValue())));
        }
    }
}
