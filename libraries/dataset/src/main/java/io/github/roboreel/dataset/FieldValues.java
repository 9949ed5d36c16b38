package io.github.roboreel.dataset;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.Elements;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.Field;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Puts stored bytes into a row as the values that they are. */
final class FieldValues {
    private FieldValues() {}

    /** Puts the little-endian values of a field. */
    static void put(StepWriter row, Field field, ByteBuffer bytes) {
        DType dtype = field.spec().dtype();
        if (dtype.isText()) {
            row.put(field, text(bytes));
        } else if (dtype.javaType() == byte.class) {
            row.put(field, bytes);
        } else {
            row.putArray(field, Elements.array(dtype, bytes));
        }
    }

    private static String text(ByteBuffer bytes) {
        return StandardCharsets.UTF_8.decode(bytes.duplicate()).toString().replace("\0", "");
    }
}
