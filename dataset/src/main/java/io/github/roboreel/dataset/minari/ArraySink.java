package io.github.roboreel.dataset.minari;

import java.io.IOException;

/** Takes the arrays of an episode one after the other, each in blocks of rows. */
interface ArraySink {
    /** An array begins. */
    void begin(StoredArray array, long rows) throws IOException;

    /**
     * Its next rows.
     *
     * @param rows little-endian, row-major; pixels for a picture
     * @param count how many
     */
    void rows(byte[] rows, int count) throws IOException;
}
