package io.github.roboreel.dataset.rlds;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.Elements;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * Rows whose elements are numbers of a list, decoded all at once.
 *
 * @param list they are in
 * @param type of an element
 * @param rowShape of a row
 * @param count number of rows, as many as the list has values for
 * @param memory is asked before they are decoded
 * @param decoded holds them when they were decoded
 */
record NumberRows(ValueList list, NumberType type, List<Long> rowShape, long count, Memory memory, ByteBuffer[] decoded)
        implements Rows {
    NumberRows(ValueList list, NumberType type, List<Long> rowShape, long count, Memory memory) {
        this(list, type, rowShape, count, memory, new ByteBuffer[1]);
    }

    @Override
    public DType dtype() {
        return type.dtype();
    }

    @Override
    public byte[] read(long from, long to) throws IOException {
        if (decoded[0] == null) {
            memory.take(list.count() * Math.max(Float.BYTES, dtype().bytes()));
            decoded[0] = list.kind() == ValueList.Kind.FLOAT ? floats(list.floats()) : integers();
        }
        int rowBytes = count == 0 ? 0 : (int) (decoded[0].capacity() / count);
        return Arrays.copyOfRange(decoded[0].array(), (int) from * rowBytes, (int) to * rowBytes);
    }

    private ByteBuffer room() throws IOException {
        return Elements.room(dtype(), Math.toIntExact(list.count()));
    }

    private ByteBuffer floats(ByteBuffer values) throws IOException {
        if (dtype() == DType.FLOAT32) {
            return values;
        }
        ByteBuffer cast = room();
        while (values.hasRemaining()) {
            Elements.putFloatBits(dtype(), cast, Elements.next(dtype(), cast), values.getInt());
        }
        return cast;
    }

    private ByteBuffer integers() throws IOException {
        ByteBuffer values = room();
        long[] wrong = new long[2];
        list.longs(value -> {
            if (!dtype().holds(value)) {
                wrong[0] = 1;
                wrong[1] = value;
            }
            Elements.putLong(dtype(), values, Elements.next(dtype(), values), value);
        });
        if (wrong[0] != 0) {
            throw new IOException("it holds " + wrong[1] + ", which is no " + type.label());
        }
        return values;
    }
}
