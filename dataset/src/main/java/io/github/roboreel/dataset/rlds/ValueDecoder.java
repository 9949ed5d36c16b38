package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.DepthFrames;
import io.github.roboreel.dataset.PngFrames;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.Float16;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.zip.InflaterInputStream;

/**
 * Turns stored values back into rows, as {@code features.json} declares them. Knows nothing of how they were written.
 */
final class ValueDecoder implements ExampleReader.Values {
    /** Takes rows, little-endian, row-major. */
    @FunctionalInterface
    interface Rows {
        void rows(byte[] bytes, int length);
    }

    private static final String NO_ENCODING = "none";

    /** What a picture that cannot come back exactly counts as. */
    private static final byte PICTURE = 1;

    private static final int BUFFER_BYTES = 1 << 16;

    private final JsonNode node;
    private final DType dtype;
    private final List<Long> shape = new ArrayList<>();
    private final Rows sink;
    private final LongConsumer counted;
    private final ByteBuffer numbers = ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private long values;

    /**
     * Of one feature.
     *
     * @param node its declaration, no dict and no sequence
     * @param sink takes the rows
     * @param counted takes the number of values of the declared shape at the end
     */
    ValueDecoder(JsonNode node, Rows sink, LongConsumer counted) {
        this.node = node;
        this.sink = sink;
        this.counted = counted;
        JsonNode content = node.has("tensor") ? node.get("tensor") : node.path("image");
        content.path("shape").path("dimensions").forEach(size -> shape.add(size.asLong()));
        dtype = content.has("dtype") ? DType.of(content.get("dtype").asText()) : DType.UINT8;
    }

    /** What so many pictures count as that cannot come back exactly. */
    static byte[] pictures(int count) {
        byte[] marks = new byte[count];
        Arrays.fill(marks, PICTURE);
        return marks;
    }

    /** The list that the declaration asks for. */
    ListKind kind() {
        if (!isPacked()) {
            return ListKind.BYTES;
        }
        return dtype.isFloating() ? ListKind.FLOAT : ListKind.INT64;
    }

    private boolean isPacked() {
        return node.path("tensor").path("encoding").asText().equals(NO_ENCODING);
    }

    @Override
    public void bytes(byte[] value) throws IOException {
        values++;
        byte[] rows = node.has("image") ? picture(value) : unpacked(value);
        sink.rows(rows, rows.length);
    }

    private byte[] picture(byte[] file) throws IOException {
        int height = Math.toIntExact(shape.get(0));
        int width = Math.toIntExact(shape.get(1));
        if (node.get("image").path("encodingFormat").asText().equals("jpeg")) {
            JpegFrames.requirePicture(file, width, height);
            return pictures(1);
        }
        return dtype == DType.UINT16 ? DepthFrames.decode(file, width, height) : PngFrames.decode(file, width, height);
    }

    private byte[] unpacked(byte[] value) throws IOException {
        if (!node.path("tensor").path("encoding").asText().equals("zlib")) {
            return value;
        }
        try (InflaterInputStream inflated = new InflaterInputStream(new ByteArrayInputStream(value))) {
            return inflated.readAllBytes();
        }
    }

    @Override
    public void floatBits(int value) throws IOException {
        room();
        if (dtype == DType.FLOAT16) {
            numbers.putShort(Float16.narrow(value));
        } else {
            numbers.putInt(value);
        }
    }

    @Override
    public void int64(long value) throws IOException {
        room();
        switch (dtype.bytes()) {
            case Byte.BYTES -> numbers.put((byte) value);
            case Short.BYTES -> numbers.putShort((short) value);
            case Integer.BYTES -> numbers.putInt((int) value);
            default -> numbers.putLong(value);
        }
    }

    private void room() {
        values++;
        if (numbers.remaining() < Long.BYTES) {
            flush();
        }
    }

    private void flush() {
        sink.rows(numbers.array(), numbers.position());
        numbers.clear();
    }

    @Override
    public void end() {
        flush();
        long each = isPacked() ? shape.stream().reduce(1L, Math::multiplyExact) : 1;
        counted.accept(values / each);
    }
}
