package io.github.roboreel.dataset;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * Checksums of arrays by name, fed row by row: once while a dataset is written, once while it is read back. CRC-32C of
 * the rows' bytes, and their number. For one thread.
 */
public final class ArrayDigests {
    private static final class Digest {
        private final CRC32C crc = new CRC32C();
        private long bytes;
    }

    private final Map<String, Digest> digests = new LinkedHashMap<>();

    /** Adds bytes to an array's checksum. */
    public void add(String array, byte[] rows) {
        add(array, rows, 0, rows.length);
    }

    /** Adds some of the bytes. */
    public void add(String array, byte[] rows, int from, int length) {
        Digest digest = digests.computeIfAbsent(array, a -> new Digest());
        digest.crc.update(rows, from, length);
        digest.bytes += length;
    }

    /** Number of arrays. */
    public int size() {
        return digests.size();
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
            Digest expected = written.getValue();
            if (found.bytes != expected.bytes || found.crc.getValue() != expected.crc.getValue()) {
                throw new IOException(written.getKey()
                        + " reads back differently: "
                        + expected.bytes
                        + " bytes with checksum "
                        + Long.toHexString(expected.crc.getValue())
                        + " were written, "
                        + found.bytes
                        + " with "
                        + Long.toHexString(found.crc.getValue())
                        + " were read; the disk or memory is at fault, export again");
            }
        }
        for (String name : readBack.digests.keySet()) {
            if (!digests.containsKey(name)) {
                throw new IOException(name + " was read back but never written");
            }
        }
    }
}
