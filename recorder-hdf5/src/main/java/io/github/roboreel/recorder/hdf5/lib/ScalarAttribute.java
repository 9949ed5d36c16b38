package io.github.roboreel.recorder.hdf5.lib;

import hdf.hdf5lib.HDF5Constants;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Sets one attribute of an open object, in the types that h5py reads as Python's own. */
public final class ScalarAttribute {
    private ScalarAttribute() {}

    /**
     * Sets it, replacing one of that name.
     *
     * @throws IllegalArgumentException when the value is of a type that is not stored
     */
    public static void set(long object, String name, Object value) throws IOException {
        if (value instanceof String text) {
            setText(object, name, requireText(name, text));
        } else if (value instanceof Long number) {
            set(object, name, HDF5Constants.H5T_STD_I64LE, buffer(Long.BYTES).putLong(number));
        } else if (value instanceof Integer number) {
            set(object, name, HDF5Constants.H5T_STD_I32LE, buffer(Integer.BYTES).putInt(number));
        } else if (value instanceof Double number) {
            ByteBuffer bytes = buffer(Double.BYTES).putDouble(number);
            set(object, name, HDF5Constants.H5T_IEEE_F64LE, bytes);
        } else if (value instanceof Boolean flag) {
            setBoolean(object, name, flag);
        } else {
            throw new IllegalArgumentException("attribute '"
                    + name
                    + "' is neither a whole number of 32 or 64 bits nor a double, boolean or"
                    + " string; given "
                    + value);
        }
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static void set(long object, String name, long type, ByteBuffer value) throws IOException {
        Hdf5ArrayNative.removeAttribute(object, name);
        Hdf5Native.createAttribute(object, name, type, value.array());
    }

    private static void setBoolean(long object, String name, boolean value) throws IOException {
        long type = Hdf5Native.boolType();
        try {
            set(object, name, type, buffer(1).put((byte) (value ? 1 : 0)));
        } finally {
            Hdf5Native.closeType(type);
        }
    }

    private static void setText(long object, String name, String value) throws IOException {
        long type = Hdf5Native.textType();
        try {
            Hdf5ArrayNative.removeAttribute(object, name);
            Hdf5Native.createText(object, name, type, value);
        } finally {
            Hdf5Native.closeType(type);
        }
    }

    /** The text, unless it would be stored as another: up to a NUL, or with ? for half a pair. */
    public static String requireText(String where, String text) {
        if (text.indexOf(0) >= 0 || !isUtf8(text)) {
            throw new IllegalArgumentException("the text of '"
                    + where
                    + "' has a NUL or half a surrogate pair, which no HDF5 text holds;"
                    + " remove it");
        }
        return text;
    }

    private static boolean isUtf8(String text) {
        try {
            StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
