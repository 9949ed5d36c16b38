package io.github.roboreel.recorder.hdf5.staging;

import io.github.roboreel.recorder.hdf5.deflate.ChunkCodec;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.spi.RowView;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Fields whose chunks have equally many rows, and where a chunk's rows stand in an env's area of staging: in one of a
 * few banks, the marks of all its rows before the columns. Offsets are in bytes.
 */
public final class ColumnGroup {
    /** Step and checksum of a row. */
    static final int MARK_BYTES = Long.BYTES;

    /** One field's place, from a bank's start. */
    public record Column(Field field, int offset) {
        public int rowBytes() {
            return field.rowBytes();
        }
    }

    private final List<Column> columns;
    private final int chunkRows;
    private final int banks;
    private final int start;
    private final int bankBytes;
    private final int[] spans;

    /**
     * Lays the columns out, each aligned to 8 bytes.
     *
     * @param start where the first bank starts, from the area's start
     */
    ColumnGroup(int start, int banks, int chunkRows, List<Field> fields) {
        this.start = start;
        this.banks = banks;
        this.chunkRows = chunkRows;
        List<Column> placed = new ArrayList<>();
        long end = (long) chunkRows * MARK_BYTES;
        for (Field field : fields) {
            placed.add(new Column(field, Math.toIntExact(end)));
            end = StagingLayout.roundUp(end + (long) chunkRows * field.rowBytes(), Long.BYTES);
        }
        columns = List.copyOf(placed);
        bankBytes = Math.toIntExact(end);
        spans = spans(columns);
    }

    /** Start and end in a row of what a mark sums up; neighbours without a gap make one span. */
    private static int[] spans(List<Column> columns) {
        List<Integer> bounds = new ArrayList<>();
        int end = 0;
        int start = 0;
        for (Column column : columns) {
            if (!column.field().spec().image()) {
                int offset = column.field().offsetBytes();
                if (offset != end) {
                    bounds.addAll(end > start ? List.of(start, end) : List.of());
                    start = offset;
                }
                end = offset + column.rowBytes();
            }
        }
        bounds.addAll(end > start ? List.of(start, end) : List.of());
        return bounds.stream().mapToInt(Integer::intValue).toArray();
    }

    /** In declared order. */
    public List<Column> columns() {
        return columns;
    }

    public int chunkRows() {
        return chunkRows;
    }

    public int banks() {
        return banks;
    }

    public int bankBytes() {
        return bankBytes;
    }

    /** Behind the last bank. */
    int end() {
        return Math.addExact(start, Math.multiplyExact(banks, bankBytes));
    }

    /** The chunk with this step. */
    public long chunk(long step) {
        return step / chunkRows;
    }

    /** Place of a step in its chunk. */
    public int index(long step) {
        return (int) (step % chunkRows);
    }

    /** Start of the bank that holds this chunk. */
    public int bank(long chunk) {
        return start + (int) (chunk % banks) * bankBytes;
    }

    /** Where the mark of a step's row stands. */
    public int mark(long step) {
        return bank(chunk(step)) + index(step) * MARK_BYTES;
    }

    /** Where a column's value of a step stands. */
    public int value(Column column, long step) {
        return bank(chunk(step)) + column.offset() + index(step) * column.rowBytes();
    }

    /** Size of a chunk of that column. */
    public int chunkBytes(Column column) {
        return chunkRows * column.rowBytes();
    }

    /** Most bytes that the finished chunks of one chunk's rows can take. */
    public int packedBytes() {
        return columns.stream().mapToInt(c -> ChunkCodec.bound(chunkBytes(c))).reduce(0, Math::addExact);
    }

    /** Index of a field among the columns; -1 when it is in another group. */
    public int indexOf(Field field) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).field().spec().path().equals(field.spec().path())) {
                return i;
            }
        }
        return -1;
    }

    /** Copies a row, images included, of a group of one row into a direct buffer laid out as its bank. */
    public ByteBuffer copy(RowView row) {
        ByteBuffer bank = ByteBuffer.allocateDirect(bankBytes).order(ByteOrder.LITTLE_ENDIAN);
        for (Column column : columns) {
            boolean image = column.field().spec().image();
            ByteBuffer from = image ? row.frame(column.field()).bytes() : row.bytes();
            bank.put(column.offset(), from, image ? 0 : column.field().offsetBytes(), column.rowBytes());
        }
        return bank;
    }

    /** Start and end of each span of a row, images aside, that its mark sums up. */
    int[] spans() {
        return spans;
    }
}
