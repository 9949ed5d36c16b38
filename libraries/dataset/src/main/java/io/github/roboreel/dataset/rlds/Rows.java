package io.github.roboreel.dataset.rlds;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.spi.DatasetInfo;
import java.io.IOException;
import java.util.List;

/** An array of an episode, its values decoded when they are asked for. For one thread. */
interface Rows {
    /** Element type; uint8 of texts. */
    DType dtype();

    /** Shape of a row; empty for a scalar or a text. */
    List<Long> rowShape();

    /** Number of rows. */
    long count();

    /**
     * Some rows, little-endian, row-major.
     *
     * @param from first row, from 0
     * @param to row after the last one
     * @throws IOException when they cannot be decoded, or are texts
     */
    byte[] read(long from, long to) throws IOException;

    /** Whether each row is a text. */
    default boolean isTexts() {
        return false;
    }

    /**
     * All rows as texts.
     *
     * @throws IOException when they are none
     */
    default List<String> texts() throws IOException {
        throw new IOException("it holds no texts");
    }

    /** Description of the array. */
    default DatasetInfo info() {
        return new DatasetInfo(dtype(), count(), rowShape(), List.of(), List.of(), 0, "", "");
    }
}
