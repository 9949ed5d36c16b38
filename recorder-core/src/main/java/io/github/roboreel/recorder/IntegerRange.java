package io.github.roboreel.recorder;

/** Which values the narrow integer types hold. */
final class IntegerRange {
    private IntegerRange() {}

    static boolean takesInt(DType dtype) {
        return dtype == DType.INT16
                || dtype == DType.INT32
                || dtype == DType.UINT8
                || dtype == DType.UINT16;
    }

    static void check(Field field, int value) {
        int min = field.spec().dtype() == DType.INT16 ? Short.MIN_VALUE : 0;
        int max =
                switch (field.spec().dtype()) {
                    case INT16 -> Short.MAX_VALUE;
                    case UINT8 -> 0xff;
                    case UINT16 -> 0xffff;
                    default -> Integer.MAX_VALUE;
                };
        if (field.spec().dtype() != DType.INT32 && (value < min || value > max)) {
            throw new IllegalArgumentException(
                    "field '"
                            + field
                            + "' expects "
                            + field.spec().dtype().label()
                            + " from "
                            + min
                            + " to "
                            + max
                            + "; given "
                            + value);
        }
    }
}
