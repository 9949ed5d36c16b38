package io.github.roboreel.dataset.minari;

import io.github.roboreel.format.DType;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.Type;
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

    /** Of a column of numbers or booleans, as a file describes it; empty for sizes that no type of ours has. */
    static Optional<DType> dtype(Field field) {
        return switch (field.typeType()) {
            case Type.Bool -> Optional.of(DType.BOOL);
            case Type.Int -> {
                Int type = (Int) field.type(new Int());
                yield DType.named((type.isSigned() ? "int" : "uint") + type.bitWidth());
            }
            case Type.FloatingPoint ->
                switch (((FloatingPoint) field.type(new FloatingPoint())).precision()) {
                    case Precision.HALF -> Optional.of(DType.FLOAT16);
                    case Precision.SINGLE -> Optional.of(DType.FLOAT32);
                    case Precision.DOUBLE -> Optional.of(DType.FLOAT64);
                    default -> Optional.empty();
                };
            default -> Optional.empty();
        };
    }
}
