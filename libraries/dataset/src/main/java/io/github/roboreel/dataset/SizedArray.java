package io.github.roboreel.dataset;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.spi.files.ArrayFileWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * An array of a file being written, of which it is known how many rows come. A small one is stored in one piece once
 * all are there: its chunk would take longer to describe than to read. For one thread.
 */
public final class SizedArray {
    private static final int MAX_PIECE_BYTES = 64 << 10;

    private final ArrayFileWriter file;
    private final String path;
    private final DType dtype;
    private final List<Long> rowShape;

    /** Rows of a small one so far; empty for others. */
    private final ByteBuffer piece;

    private SizedArray(ArrayFileWriter file, String path, DType dtype, List<Long> rowShape, int pieceBytes) {
        this.file = file;
        this.path = path;
        this.dtype = dtype;
        this.rowShape = rowShape;
        this.piece = ByteBuffer.allocate(pieceBytes);
    }

    /**
     * Begins one; one without rows is complete at once.
     *
     * @param rowShape shape of one row, no size of 0 in it; empty for scalars; of texts their bytes
     * @param chunkRows rows of a chunk of a large one, at least 1
     * @param compressed whether chunks are compressed
     */
    public static SizedArray begin(
            ArrayFileWriter file,
            String path,
            DType dtype,
            List<Long> rowShape,
            long rows,
            int chunkRows,
            boolean compressed)
            throws IOException {
        long bytes = rowShape.stream().reduce(rows * dtype.bytes(), Math::multiplyExact);
        boolean isSmall = !dtype.isText() && bytes <= MAX_PIECE_BYTES;
        SizedArray array = new SizedArray(file, path, dtype, rowShape, isSmall ? (int) bytes : 0);
        if (!isSmall) {
            file.array(path, dtype, rowShape, chunkRows, compressed);
        } else if (bytes == 0) {
            file.fixed(path, dtype, rowShape, new byte[0]);
        }
        return array;
    }

    /** Adds whole rows, never more than were announced. */
    public void append(byte[] rows) throws IOException {
        if (piece.capacity() == 0) {
            file.append(path, rows);
            return;
        }
        piece.put(rows);
        if (!piece.hasRemaining()) {
            file.fixed(path, dtype, rowShape, piece.array());
        }
    }
}
