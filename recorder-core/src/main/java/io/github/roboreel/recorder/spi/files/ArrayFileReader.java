package io.github.roboreel.recorder.spi.files;

import io.github.roboreel.recorder.spi.DatasetInfo;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Reads what {@link ArrayFileWriter} writes, and what others write alike. For one thread. */
public interface ArrayFileReader extends Closeable {
    /** What stands at a path. */
    enum Kind {
        /** Nothing. */
        NOTHING,
        /** A group. */
        GROUP,
        /** An array of numbers or booleans. */
        ARRAY,
        /** An array of byte strings of their own lengths. */
        BLOBS,
        /** An array of texts. */
        TEXTS
    }

    /** What stands at that path; the empty path is the root. */
    Kind kind(String path) throws IOException;

    /**
     * Names directly below a group.
     *
     * @return ordered by byte, numbers in them as numbers
     */
    List<String> members(String group) throws IOException;

    /**
     * Attributes of a group or array of one element, whatever its axes; integers as Long, floats as Double, booleans as
     * Boolean, text as String. Whole numbers that no Long holds are their decimal digits, and several texts a JSON
     * array, both as String. Those of other types and sizes are left out.
     */
    Map<String, Object> attributes(String path) throws IOException;

    /** Names of the attributes that {@link #attributes} leaves out, byte-wise. */
    List<String> otherAttributes(String path) throws IOException;

    /**
     * Description of an array; of blobs, and of texts of their own lengths, the rows count, the dtype is uint8.
     *
     * @throws IOException when there is none at this path
     */
    DatasetInfo info(String path) throws IOException;

    /**
     * Values of some rows of an array or of fixed-length texts as stored.
     *
     * @param from first row, from 0
     * @param to row after the last one
     * @return elements of the array's dtype, little-endian, row-major
     */
    byte[] readBytes(String path, long from, long to) throws IOException;

    /**
     * Some rows of blobs.
     *
     * @param from first row, from 0
     * @param to row after the last one
     */
    List<byte[]> readBlobs(String path, long from, long to) throws IOException;

    /** All rows of texts. */
    List<String> readTexts(String path) throws IOException;
}
