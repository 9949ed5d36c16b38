package io.github.roboreel.recorder.schema;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.fault.Sentence;

/** Ranges of the integer types that are handed in as wider ones. */
public final class IntegerRange {
    private IntegerRange() {}

    /**
     * Refuses a value that the field's dtype cannot hold.
     *
     * @param env index of the env, for the message
     * @param field of dtype int8, int16, int32, uint8, uint16 or uint32
     * @throws IllegalArgumentException naming field, dtype and range
     */
    public static void check(int env, Field field, long value) {
        DType dtype = field.spec().dtype();
        if (!dtype.holds(value)) {
            throw new IllegalArgumentException(Sentence.of(
                    "env %s: field '%s' expects %s from %s to %s; given %s",
                    env, field, dtype.label(), dtype.min(), dtype.max(), value));
        }
    }
}
