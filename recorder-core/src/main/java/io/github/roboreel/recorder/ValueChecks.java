package io.github.roboreel.recorder;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.Float16;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.TextBytes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/** Refuses values that a field does not hold, before any of them is copied. Without allocation where all are taken. */
final class ValueChecks {
    private static final VarHandle HALVES = view(short[].class);
    private static final VarHandle FLOATS = view(int[].class);
    private static final VarHandle DOUBLES = view(long[].class);
    private static final int HALF_EXPONENT = 0x7c00;
    private static final int FLOAT_EXPONENT = 0x7f800000;
    private static final long DOUBLE_EXPONENT = 0x7ff0000000000000L;

    private ValueChecks() {}

    private static VarHandle view(Class<?> array) {
        return MethodHandles.byteBufferViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Checks one row of values as they are stored, little-endian whatever order the buffer has.
     *
     * @param env index of the env, for the message
     * @param from index of the row's first byte
     * @throws IllegalArgumentException of floats that are not finite, where the field does not allow them, of bools
     *     that are neither 0 nor 1, and of bytes that are no padded text
     */
    static void requireStorable(int env, Field field, ByteBuffer values, int from) {
        IllegalArgumentException fault = switch (field.spec().dtype().kind()) {
            case FLOATING -> field.spec().nonFiniteAllowed() ? null : floatFault(env, field, values, from);
            case BOOL -> boolFault(env, field, values, from);
            case TEXT -> TextBytes.fault(env, field, values, from);
            case SIGNED, UNSIGNED -> null;
        };
        if (fault != null) {
            throw fault;
        }
    }

    private static IllegalArgumentException boolFault(int env, Field field, ByteBuffer values, int from) {
        for (int i = 0; i < field.elements(); i++) {
            byte value = values.get(from + i);
            if (value != 0 && value != 1) {
                return new IllegalArgumentException(Sentence.of(
                        "env %s: field '%s' expects bool, bytes that are 0 or 1; given %s at element %s",
                        env, field, Byte.toUnsignedInt(value), i));
            }
        }
        return null;
    }

    private static IllegalArgumentException floatFault(int env, Field field, ByteBuffer values, int from) {
        int count = field.elements();
        return switch (field.spec().dtype().bytes()) {
            case Short.BYTES -> halfFault(env, field, values, from, count);
            case Float.BYTES -> singleFault(env, field, values, from, count);
            default -> doubleFault(env, field, values, from, count);
        };
    }

    private static IllegalArgumentException halfFault(int env, Field field, ByteBuffer values, int from, int count) {
        for (int i = 0; i < count; i++) {
            short bits = (short) HALVES.get(values, from + i * Short.BYTES);
            if ((bits & HALF_EXPONENT) == HALF_EXPONENT) {
                return notFinite(env, field, Float16.toFloat(bits), i);
            }
        }
        return null;
    }

    private static IllegalArgumentException singleFault(int env, Field field, ByteBuffer values, int from, int count) {
        for (int i = 0; i < count; i++) {
            int bits = (int) FLOATS.get(values, from + i * Float.BYTES);
            if ((bits & FLOAT_EXPONENT) == FLOAT_EXPONENT) {
                return notFinite(env, field, Float.intBitsToFloat(bits), i);
            }
        }
        return null;
    }

    private static IllegalArgumentException doubleFault(int env, Field field, ByteBuffer values, int from, int count) {
        for (int i = 0; i < count; i++) {
            long bits = (long) DOUBLES.get(values, from + i * Double.BYTES);
            if ((bits & DOUBLE_EXPONENT) == DOUBLE_EXPONENT) {
                return notFinite(env, field, Double.longBitsToDouble(bits), i);
            }
        }
        return null;
    }

    static void requireFinite(int env, Field field, float[] values, int from) {
        for (int i = 0; i < field.elements(); i++) {
            if (!Float.isFinite(values[from + i])) {
                throw notFinite(env, field, values[from + i], i);
            }
        }
    }

    static void requireFinite(int env, Field field, FloatBuffer values, int from) {
        for (int i = 0; i < field.elements(); i++) {
            if (!Float.isFinite(values.get(from + i))) {
                throw notFinite(env, field, values.get(from + i), i);
            }
        }
    }

    static void requireFinite(int env, Field field, double[] values, int from) {
        for (int i = 0; i < field.elements(); i++) {
            if (!Double.isFinite(values[from + i])) {
                throw notFinite(env, field, values[from + i], i);
            }
        }
    }

    /** Refuses floats that no finite float16 is near. */
    static void requireHalfRange(int env, Field field, float[] values, int from) {
        for (int i = 0; i < field.elements(); i++) {
            if (Math.abs(values[from + i]) >= Float16.OVERFLOW) {
                throw outOfRange(env, field, "65504", values[from + i], i);
            }
        }
    }

    /** Refuses finite doubles that no finite float32 is near. */
    static void requireFloatRange(int env, Field field, double[] values, int from) {
        for (int i = 0; i < field.elements(); i++) {
            double value = values[from + i];
            if (Float.isInfinite((float) value) && !Double.isInfinite(value)) {
                throw outOfRange(env, field, "3.4e38", value, i);
            }
        }
    }

    private static IllegalArgumentException outOfRange(int env, Field field, String max, Object value, int element) {
        DType dtype = field.spec().dtype();
        return new IllegalArgumentException(Sentence.of(
                "env %s: field '%s' expects %s, magnitudes up to %s; given %s at element %s",
                env, field, dtype.label(), max, value, element));
    }

    private static IllegalArgumentException notFinite(int env, Field field, double value, int element) {
        return new IllegalArgumentException(Sentence.of(
                "env %s: field '%s' expects finite values; given %s at element %s; declare the field "
                        + "with allowingNonFinite() if that is data",
                env, field, value, element));
    }
}
