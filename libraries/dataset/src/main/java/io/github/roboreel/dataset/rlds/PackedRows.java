package io.github.roboreel.dataset.rlds;

import io.github.roboreel.format.DType;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Rows whose elements are byte strings of a list, compressed or not.
 *
 * @param list they are in
 * @param type of an element
 * @param isZipped whether each byte string is compressed
 * @param rowShape of a row
 * @param itemsPerRow byte strings of a row
 * @param count number of rows
 * @param memory that there is
 */
record PackedRows(
        ValueList list,
        NumberType type,
        boolean isZipped,
        List<Long> rowShape,
        int itemsPerRow,
        long count,
        Memory memory)
        implements Rows {
    private static final int FIRST_BYTES = 64;

    @Override
    public DType dtype() {
        return type.dtype();
    }

    @Override
    public byte[] read(long from, long to) throws IOException {
        long elements = rowShape.stream().reduce(1L, Math::multiplyExact);
        int itemBytes = Math.toIntExact(elements / itemsPerRow * type.bytes());
        memory.require((to - from) * itemsPerRow * itemBytes);
        byte[] rows = new byte[Math.toIntExact((to - from) * itemsPerRow * itemBytes)];
        int at = 0;
        for (int item = (int) from * itemsPerRow; item < to * itemsPerRow; item++) {
            byte[] bytes = bytes(list, item, isZipped, itemBytes, memory);
            if (bytes.length != itemBytes) {
                throw new IOException("a value has " + bytes.length + " bytes, but " + rowShape + " " + type.label()
                        + " was expected");
            }
            System.arraycopy(bytes, 0, rows, at, itemBytes);
            at += itemBytes;
        }
        return type.widened(rows);
    }

    /**
     * One byte string, as it was before it was compressed.
     *
     * @param most bytes that it may have; with one more it is cut there
     */
    static byte[] bytes(ValueList list, int item, boolean isZipped, int most, Memory memory) throws IOException {
        byte[] stored = list.item(item, memory);
        return isZipped ? inflated(stored, most) : stored;
    }

    /** The same, of any length that there is memory for. */
    static byte[] bytes(ValueList list, int item, boolean isZipped, Memory memory) throws IOException {
        int most = memory.mostOfOne();
        byte[] bytes = bytes(list, item, isZipped, most, memory);
        memory.require(bytes.length > most ? Long.MAX_VALUE : bytes.length);
        return bytes;
    }

    private static byte[] inflated(byte[] packed, int most) throws IOException {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(packed);
            byte[] values = new byte[(int) Math.min(most + 1L, Math.max(FIRST_BYTES, 4L * packed.length))];
            int length = 0;
            while (!inflater.finished() && length <= most) {
                if (length == values.length) {
                    values = Arrays.copyOf(values, (int) Math.min(most + 1L, 2L * length));
                }
                int more = inflater.inflate(values, length, values.length - length);
                if (more == 0 && (inflater.needsInput() || inflater.needsDictionary())) {
                    throw new IOException("a compressed value is cut short");
                }
                length += more;
            }
            return Arrays.copyOf(values, length);
        } catch (DataFormatException e) {
            throw new IOException("a compressed value is damaged: " + e.getMessage(), e);
        } finally {
            inflater.end();
        }
    }
}
