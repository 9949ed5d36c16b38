package io.github.roboreel.recorder.schema;

import io.github.roboreel.format.DType;

/** Ranges of the integer types that are handed in as wider ones. */
public final class IntegerRange {
    private IntegerRange() {}

    public static void check(Field field, long value) {
        DType dtype = field.spec().dtype();
        int bits = Byte.SIZE * dtype.bytes();
        boolean signed = dtype == DType.INT8 || dtype == DType.INT16 || dtype == DType.INT32;
        long min = signed ? -(1L << bits - 1) : 0;
        long max = (1L << (signed ? bits - 1 : bits)) - 1;
        if (value < min || value > max) {
            throw new IllegalArgumentException("field '"
                    + field
                    + "' expects "
                    + dtype.label()
                    + " from "
                    + min
                    + " to "
                    + max
                    + "; given "
                    + value);
        }
    }
}
