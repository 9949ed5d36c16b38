package io.github.roboreel.dataset.rlds;

import io.github.roboreel.format.DType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * Element type of numbers as {@code features.json} names it.
 *
 * @param label the name there
 * @param bytes of an element as byte strings hold it
 * @param dtype the type that holds all of its values
 */
record NumberType(String label, int bytes, DType dtype) {
    static final NumberType INT64 = new NumberType("int64", Long.BYTES, DType.INT64);
    static final NumberType FLOAT32 = new NumberType("float32", Float.BYTES, DType.FLOAT32);
    static final NumberType UINT8 = new NumberType("uint8", 1, DType.UINT8);

    private static final String BFLOAT16 = "bfloat16";

    /** The type of that name; empty when no field can hold such numbers. */
    static Optional<NumberType> of(String label) {
        if (label.equals(BFLOAT16)) {
            return Optional.of(new NumberType(label, Short.BYTES, DType.FLOAT32));
        }
        return DType.named(label).filter(type -> !type.isText()).map(type -> new NumberType(label, type.bytes(), type));
    }

    /** Whether it is recorded as another type than its own. */
    boolean isWidened() {
        return label.equals(BFLOAT16);
    }

    /** Elements of a byte string as those of {@link #dtype}; the same bytes where that is their type. */
    byte[] widened(byte[] values) {
        if (!isWidened()) {
            return values;
        }
        ByteBuffer from = ByteBuffer.wrap(values).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer to = ByteBuffer.allocate(2 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        while (from.hasRemaining()) {
            to.putInt(from.getShort() << Short.SIZE);
        }
        return to.array();
    }
}
