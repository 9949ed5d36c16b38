package io.github.roboreel.dataset.minari.storage;

import io.github.roboreel.format.DType;
import java.io.IOException;
import java.util.Arrays;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** Our element types in Arrow. */
final class ArrowTypes {
    private ArrowTypes() {}

    static ArrowType of(DType dtype) {
        return switch (dtype) {
            case FLOAT16 -> new ArrowType.FloatingPoint(FloatingPointPrecision.HALF);
            case FLOAT32 -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
            case FLOAT64 -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
            case INT8, INT16, INT32, INT64 -> new ArrowType.Int(Byte.SIZE * dtype.bytes(), true);
            case UINT8, UINT16, UINT32, UINT64 -> new ArrowType.Int(Byte.SIZE * dtype.bytes(), false);
            case BOOL -> ArrowType.Bool.INSTANCE;
            case TEXT -> ArrowType.Utf8.INSTANCE;
        };
    }

    static DType dtype(ArrowType type) throws IOException {
        return Arrays.stream(DType.values())
                .filter(dtype -> of(dtype).equals(type))
                .findFirst()
                .orElseThrow(() -> new IOException(type + " is no type that a dataset holds"));
    }
}
