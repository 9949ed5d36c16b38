package io.github.roboreel.dataset.rlds;

import io.github.roboreel.format.DType;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Rows that are one byte string together.
 *
 * @param list it is in
 * @param type of an element
 * @param isZipped whether it is compressed
 * @param rowShape of a row
 * @param count number of rows
 * @param memory that there is
 */
record WholeRows(ValueList list, NumberType type, boolean isZipped, List<Long> rowShape, long count, Memory memory)
        implements Rows {
    @Override
    public DType dtype() {
        return type.dtype();
    }

    @Override
    public byte[] read(long from, long to) throws IOException {
        byte[] all = type.widened(PackedRows.bytes(list, 0, isZipped, memory));
        int rowBytes = count == 0 ? 0 : (int) (all.length / count);
        return Arrays.copyOfRange(all, (int) from * rowBytes, (int) to * rowBytes);
    }
}
