package io.github.roboreel.dataset;

import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import java.io.IOException;
import java.util.List;

/** The rows of an array of a foreign dataset, read when they are asked for. For one thread. */
public interface ForeignRows {
    /**
     * Rows of numbers, little-endian, row-major.
     *
     * @param from first row, from 0
     * @param to row after the last one
     * @throws IOException when they cannot be read
     */
    byte[] numbers(long from, long to) throws IOException;

    /**
     * Rows that are byte strings, each of its own length.
     *
     * @throws IOException when they cannot be read, or are none
     */
    default List<byte[]> blobs(long from, long to) throws IOException {
        throw new IOException("it holds no byte strings");
    }

    /**
     * All rows, each a text.
     *
     * @throws IOException when they cannot be read, or are none
     */
    default List<String> texts() throws IOException {
        throw new IOException("it holds no texts");
    }

    /** Those of an array of a file. */
    static ForeignRows of(ArrayFileReader file, String path) {
        return new ForeignRows() {
            @Override
            public byte[] numbers(long from, long to) throws IOException {
                return file.readBytes(path, from, to);
            }

            @Override
            public List<byte[]> blobs(long from, long to) throws IOException {
                return file.readBlobs(path, from, to);
            }

            @Override
            public List<String> texts() throws IOException {
                return file.readTexts(path);
            }
        };
    }
}
