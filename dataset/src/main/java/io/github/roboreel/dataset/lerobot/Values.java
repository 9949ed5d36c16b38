package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.Uint64;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Little-endian values as float64, which holds all but int64 and uint64 beyond 2^53 exactly. */
final class Values {
    private final ByteBuffer bytes;
    private final DType dtype;

    Values(byte[] bytes, DType dtype) {
        this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        this.dtype = dtype;
    }

    double at(int index) {
        int at = index * dtype.bytes();
        return switch (dtype) {
            case FLOAT32 -> bytes.getFloat(at);
            case FLOAT64 -> bytes.getDouble(at);
            case INT8 -> bytes.get(at);
            case INT16 -> bytes.getShort(at);
            case UINT16 -> bytes.getShort(at) & 0xffff;
            case INT32 -> bytes.getInt(at);
            case INT64 -> bytes.getLong(at);
            case UINT32 -> Integer.toUnsignedLong(bytes.getInt(at));
            case UINT64 -> Uint64.toDouble(bytes.getLong(at));
            case UINT8, BOOL -> bytes.get(at) & 0xff;
            case FLOAT16, TEXT -> throw new IllegalStateException("no column is of " + dtype);
        };
    }
}
