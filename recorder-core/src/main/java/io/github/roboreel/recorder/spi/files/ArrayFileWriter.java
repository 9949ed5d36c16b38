package io.github.roboreel.recorder.spi.files;

import io.github.roboreel.format.DType;
import java.io.IOException;
import java.util.List;

/**
 * Writes groups, arrays and attributes into a file. Paths have names separated by {@code /}; the empty path is the
 * root. Groups above what is created are created with it. For one thread; close it, only then the file is complete.
 */
public interface ArrayFileWriter extends AutoCloseable {
    /** Creates a group; nothing happens when it is there. */
    void group(String path) throws IOException;

    /**
     * Sets an attribute of a group or array, replacing one of that name.
     *
     * @param value Long (int64), Integer (int32), Double (float64), Boolean (the enum FALSE/TRUE over int8 that h5py
     *     reads as bool) or String (variable-length UTF-8), scalars all
     */
    void attribute(String path, String name, Object value) throws IOException;

    /**
     * Creates an array without rows, chunked, its first axis unlimited.
     *
     * @param dtype of one element
     * @param rowShape shape of one row; empty for scalars; of texts their bytes
     * @param chunkRows rows of one chunk, at least 1
     * @param compressed whether chunks pass shuffle and deflate, which every stock reader has
     */
    void array(String path, DType dtype, List<Long> rowShape, int chunkRows, boolean compressed) throws IOException;

    /**
     * Adds whole rows to an array made by this writer or found in the file.
     *
     * @param rows elements of the array's dtype, little-endian, row-major
     */
    void append(String path, byte[] rows) throws IOException;

    /**
     * Creates an array of so many rows that hold nothing.
     *
     * @param rowShape shape of one row, a size of 0 in it
     */
    void emptyRows(String path, DType dtype, List<Long> rowShape, long rows) throws IOException;

    /**
     * Creates an array of numbers or booleans with all its rows, to which none are added: small ones take less time and
     * room so than in chunks.
     *
     * @param rowShape shape of one row, no size of 0 in it; empty for scalars
     * @param rows elements of {@code dtype}, little-endian, row-major
     */
    default void fixed(String path, DType dtype, List<Long> rowShape, byte[] rows) throws IOException {
        array(path, dtype, rowShape, 1, false);
        append(path, rows);
    }

    /** Creates an array without rows of which each is a byte string of its own length. */
    void blobs(String path) throws IOException;

    /** Adds rows to such an array. */
    void appendBlobs(String path, List<byte[]> rows) throws IOException;

    /** Creates an array of texts, fixed-length UTF-8 as long as the longest of them. */
    void texts(String path, List<String> rows) throws IOException;

    @Override
    void close() throws IOException;
}
