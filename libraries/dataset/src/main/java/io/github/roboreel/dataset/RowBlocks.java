package io.github.roboreel.dataset;

import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.util.Arrays;

/** Reads arrays a few rows at a time, so that an export needs little memory. */
public final class RowBlocks {
    private static final long BLOCK_BYTES = 8 << 20;

    private RowBlocks() {}

    /** Takes some rows. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * Takes the next rows.
         *
         * @param rows little-endian, row-major, as stored
         * @param count how many
         */
        void rows(byte[] rows, int count) throws IOException;
    }

    /** Goes through rows {@code from} (inclusive) to {@code to} (exclusive) of an array. */
    public static void each(EpisodeReader episode, String path, long from, long to, Visitor visitor)
            throws IOException {
        DatasetInfo info = episode.info(path);
        each(
                (first, end) -> episode.readBytes(path, first, end),
                info.rowElements() * info.dtype().bytes(),
                from,
                to,
                visitor);
    }

    /** Goes through rows {@code from} (inclusive) to {@code to} (exclusive) of an array that was surveyed. */
    public static void each(EpisodeReader episode, FieldInfo field, long from, long to, Visitor visitor)
            throws IOException {
        each((first, end) -> episode.readBytes(field.path(), first, end), field.rowBytes(), from, to, visitor);
    }

    /** Goes through rows {@code from} (inclusive) to {@code to} (exclusive) of numbers. */
    public static void each(ForeignRows rows, long rowBytes, long from, long to, Visitor visitor) throws IOException {
        long most = Math.max(1, BLOCK_BYTES / Math.max(1, rowBytes));
        for (long row = from; row < to; row += most) {
            long end = Math.min(to, row + most);
            visitor.rows(rows.numbers(row, end), (int) (end - row));
        }
    }

    /** The last row of an array, the one that counts of several reset rows. */
    public static byte[] last(EpisodeReader episode, String path) throws IOException {
        long rows = episode.info(path).rows();
        return episode.readBytes(path, rows - 1, rows);
    }

    /** A text among rows, without the NULs behind it. */
    public static byte[] text(byte[] rows, int from, int width) {
        int end = from + width;
        while (end > from && rows[end - 1] == 0) {
            end--;
        }
        return Arrays.copyOfRange(rows, from, end);
    }
}
