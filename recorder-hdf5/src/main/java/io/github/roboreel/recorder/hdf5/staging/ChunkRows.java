package io.github.roboreel.recorder.hdf5.staging;

import io.github.roboreel.recorder.schema.FieldSpec;

/** Number of rows in a chunk of a STEP field that is no image. */
@FunctionalInterface
public interface ChunkRows {
    /** Rows of a chunk, unless those are too many bytes. */
    int MAX_ROWS = 500;

    /** Bytes of a chunk, unless a single row has more. */
    long MAX_BYTES = 1 << 20;

    /** What staging version 1 knows. */
    long ANY_BYTES = Long.MAX_VALUE;

    /** As runs are recorded by this version. */
    static ChunkRows ofNewRuns() {
        return within(MAX_BYTES);
    }

    /** Of one field, at least 1. */
    int of(FieldSpec field);

    /**
     * As many as take so many bytes at most. They divide {@link #MAX_ROWS}, so that the chunks of all fields end
     * together there, and a chunk takes at least half of the bytes.
     */
    static ChunkRows within(long bytes) {
        return field -> {
            int rows = MAX_ROWS;
            while (rows > 1 && (MAX_ROWS % rows != 0 || (long) rows * field.rowBytes() > bytes)) {
                rows--;
            }
            return rows;
        };
    }
}
