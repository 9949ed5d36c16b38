package io.github.roboreel.recorder.hdf5.staging;

import java.util.Arrays;

/**
 * Chunks of one group of columns of a demo that stand in the run file, as the ledger says. For one thread.
 *
 * <p>A group is one of the layout's step groups, or, behind those, an image with its colour planes as columns.
 */
public final class RecordedChunks {
    private final int columns;
    private long[] places = new long[0];
    private int[] sizes = new int[0];
    private int[] crcs = new int[0];
    private int[] rows = new int[0];
    private int end;
    private int contiguous;
    private boolean contradictory;

    RecordedChunks(int columns) {
        this.columns = columns;
    }

    void put(int chunk, int rowsInChunk, long[] newPlaces, int[] newSizes, int[] newCrcs) {
        if (chunk >= rows.length) {
            int capacity = Math.max(chunk + 1, Math.max(8, rows.length * 2));
            rows = Arrays.copyOf(rows, capacity);
            places = Arrays.copyOf(places, capacity * columns);
            sizes = Arrays.copyOf(sizes, capacity * columns);
            crcs = Arrays.copyOf(crcs, capacity * columns);
        }
        if (rows[chunk] != 0) {
            // A chunk is recorded once: which of the records is true cannot be known.
            contradictory = true;
            rows[chunk] = -1;
            return;
        }
        rows[chunk] = rowsInChunk;
        System.arraycopy(newPlaces, 0, places, chunk * columns, columns);
        System.arraycopy(newSizes, 0, sizes, chunk * columns, columns);
        System.arraycopy(newCrcs, 0, crcs, chunk * columns, columns);
        end = Math.max(end, chunk + 1);
        while (contiguous < end && rows[contiguous] > 0) {
            contiguous++;
        }
    }

    /** Whether a chunk was recorded twice; it counts as not recorded then. */
    boolean isContradictory() {
        return contradictory;
    }

    /** Behind the last chunk that is recorded. */
    public int end() {
        return end;
    }

    /** Chunks from the first on of which none is missing. */
    public int contiguous() {
        return contiguous;
    }

    public boolean has(long chunk) {
        return chunk < end && rows[(int) chunk] > 0;
    }

    /** Steps that a recorded chunk holds. */
    public int rows(long chunk) {
        return rows[(int) chunk];
    }

    /** Where the stored bytes of a column's chunk stand in the run file. */
    public long place(long chunk, int column) {
        return places[(int) chunk * columns + column];
    }

    /** How many stored bytes a column's chunk has. */
    public int size(long chunk, int column) {
        return sizes[(int) chunk * columns + column];
    }

    /** CRC32C of the stored bytes of a column's chunk. */
    public int crc(long chunk, int column) {
        return crcs[(int) chunk * columns + column];
    }

    public int columns() {
        return columns;
    }
}
