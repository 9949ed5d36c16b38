package io.github.roboreel.dataset.rlds;

import io.github.roboreel.format.Elements;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.LongConsumer;

/** Turns the items of a list back into rows, in blocks. */
final class ValueDecoder implements ExampleReader.Values {
    /** Takes rows, little-endian, row-major. */
    @FunctionalInterface
    interface Rows {
        void rows(byte[] bytes, int length);
    }

    private static final int BUFFER_BYTES = 1 << 16;

    private final ValueCodec codec;
    private final Rows sink;
    private final LongConsumer counted;
    private ByteBuffer numbers;
    private long items;

    /**
     * Of one feature.
     *
     * @param codec as it is declared
     * @param sink takes the rows
     * @param counted takes the number of values at the end
     */
    ValueDecoder(ValueCodec codec, Rows sink, LongConsumer counted) {
        this.codec = codec;
        this.sink = sink;
        this.counted = counted;
    }

    @Override
    public void bytes(byte[] item) throws IOException {
        items++;
        byte[] rows = codec.read(item);
        sink.rows(rows, rows.length);
    }

    @Override
    public void floatBits(int value) {
        ByteBuffer to = room();
        Elements.putFloatBits(codec.dtype(), to, Elements.next(codec.dtype(), to), value);
    }

    @Override
    public void int64(long value) {
        ByteBuffer to = room();
        Elements.putLong(codec.dtype(), to, Elements.next(codec.dtype(), to), value);
    }

    private ByteBuffer room() {
        items++;
        if (numbers == null) {
            numbers = Elements.of(new byte[BUFFER_BYTES]);
        } else if (numbers.remaining() < Long.BYTES) {
            flush();
        }
        return numbers;
    }

    private void flush() {
        sink.rows(numbers.array(), numbers.position());
        numbers.clear();
    }

    @Override
    public void end() {
        if (numbers == null) {
            sink.rows(new byte[0], 0);
        } else {
            flush();
        }
        counted.accept(items / codec.itemsPerValue());
    }
}
