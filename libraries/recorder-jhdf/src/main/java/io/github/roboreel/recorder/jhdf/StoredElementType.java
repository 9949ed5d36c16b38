package io.github.roboreel.recorder.jhdf;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.hdf5.lib.H5Type;
import io.jhdf.object.datatype.DataType;
import io.jhdf.object.datatype.EnumDataType;
import io.jhdf.object.datatype.FixedPoint;
import io.jhdf.object.datatype.FloatingPoint;
import io.jhdf.object.datatype.OrderedDataType;
import io.jhdf.object.datatype.StringData;
import io.jhdf.object.datatype.VariableLength;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Optional;

/**
 * Type of stored elements.
 *
 * @param stored as the file has it
 */
record StoredElementType(DataType stored) {
    private static final int STRING = 3;

    /** Name for messages, for example {@code uint8}. */
    String name() {
        int bits = Byte.SIZE * stored.getSize();
        if (stored instanceof FixedPoint integer) {
            return (integer.isSigned() ? "int" : "uint") + bits;
        }
        if (stored instanceof FloatingPoint) {
            return "float" + bits;
        }
        int kind = isVariableText() ? STRING : stored.getDataClass();
        return H5Type.className(kind);
    }

    /** The recorder's type; empty when it has none like it. */
    Optional<DType> dtype() {
        if (stored instanceof StringData) {
            return Optional.of(DType.TEXT);
        }
        if (isBool()) {
            return Optional.of(DType.BOOL);
        }
        return isUsualNumber() ? DType.named(name()) : Optional.empty();
    }

    private boolean isUsualNumber() {
        int bits = Byte.SIZE * stored.getSize();
        if (stored instanceof FixedPoint integer) {
            return integer.getBitOffset() == 0 && integer.getBitPrecision() == bits;
        }
        return stored instanceof FloatingPoint real
                && real.getBitOffset() == 0
                && real.getBitPrecision() == bits
                && real.getMantissaLocation() == 0
                && real.getSignLocation() == bits - 1
                && real.getExponentSize() == exponentBits(bits)
                && real.getMantissaSize() == bits - 1 - exponentBits(bits)
                && real.getExponentBias() == (1 << exponentBits(bits) - 1) - 1;
    }

    /** IEEE 754-2008, table 3.5. */
    private static int exponentBits(int bits) {
        return switch (bits) {
            case 16 -> 5;
            case 32 -> 8;
            case 64 -> 11;
            default -> 15;
        };
    }

    /** h5py's bool: one byte, FALSE 0 and TRUE 1. */
    boolean isBool() {
        return stored instanceof EnumDataType choice
                && stored.getSize() == 1
                && choice.getEnumMapping().equals(Map.of(0, "FALSE", 1, "TRUE"));
    }

    boolean isVariableText() {
        return stored instanceof VariableLength list && list.isVariableLengthString();
    }

    boolean isSpacePadded() {
        return stored instanceof StringData text && text.getPaddingType() == StringData.PaddingType.SPACE_PADDED;
    }

    /** Whether elements have to be turned round to be little-endian. */
    boolean isBigEndian() {
        return stored.getSize() > 1
                && stored instanceof OrderedDataType ordered
                && ordered.getByteOrder() == ByteOrder.BIG_ENDIAN;
    }

    /** Turns the elements of an array round. */
    void toLittleEndian(byte[] values, int count) {
        int size = stored.getSize();
        for (int at = 0; isBigEndian() && at < count * size; at += size) {
            for (int low = at, high = at + size - 1; low < high; low++, high--) {
                byte swapped = values[low];
                values[low] = values[high];
                values[high] = swapped;
            }
        }
    }
}
