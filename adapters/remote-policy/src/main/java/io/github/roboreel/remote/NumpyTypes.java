package io.github.roboreel.remote;

import io.github.roboreel.format.DType;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Element types of NumPy arrays on the wire, little-endian. */
enum ElementType {
    FLOAT32("<f4", 4, (bytes, at) -> bytes.getFloat(at)),
    FLOAT64("<f8", 8, (bytes, at) -> bytes.getDouble(at)),
    BOOL("|b1", 1, (bytes, at) -> bytes.get(at) == 0 ? 0 : 1),
    INT8("|i1", 1, (bytes, at) -> bytes.get(at)),
    UINT8("|u1", 1, (bytes, at) -> bytes.get(at) & 0xff),
    INT16("<i2", 2, (bytes, at) -> bytes.getShort(at)),
    UINT16("<u2", 2, (bytes, at) -> bytes.getShort(at) & 0xffff),
    INT32("<i4", 4, (bytes, at) -> bytes.getInt(at)),
    UINT32("<u4", 4, (bytes, at) -> bytes.getInt(at) & 0xffffffffL),
    INT64("<i8", 8, (bytes, at) -> bytes.getLong(at)),
    UINT64("<u8", 8, (bytes, at) -> unsigned(bytes.getLong(at)));

    private interface Reader {
        double read(ByteBuffer bytes, int at);
    }

    private final String numpyName;
    private final int bytes;
    private final Reader reader;

    ElementType(String numpyName, int bytes, Reader reader) {
        this.numpyName = numpyName;
        this.bytes = bytes;
        this.reader = reader;
    }

    private static double unsigned(long value) {
        return value >= 0 ? value : (value >>> 1 | value & 1) * 2.0;
    }

    /** The type of NumPy's {@code dtype.str}. */
    static ElementType named(String numpyName) {
        for (ElementType type : values()) {
            if (type.numpyName.equals(numpyName)) {
                return type;
            }
        }
        throw new ServerException(
                "an array of dtype '%s' is not taken; expected one of %s",
                numpyName, Arrays.stream(values()).map(type -> type.numpyName).collect(Collectors.joining(", ")));
    }

    /** The type that a field's values are sent as; float16 goes as float32. */
    static ElementType of(DType dtype) {
        return dtype == DType.FLOAT16 ? FLOAT32 : valueOf(dtype.name());
    }

    String numpyName() {
        return numpyName;
    }

    int bytes() {
        return bytes;
    }

    /** One element of an array. */
    double read(ByteBuffer array, int index) {
        return reader.read(array, index * bytes);
    }
}
