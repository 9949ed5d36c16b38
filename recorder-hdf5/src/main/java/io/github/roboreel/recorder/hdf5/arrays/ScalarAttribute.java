package io.github.roboreel.recorder.hdf5.arrays;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.hdf5.lib.H5Object;
import io.github.roboreel.recorder.hdf5.lib.H5Type;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Sets one attribute of an open object, in the types that h5py reads as Python's own. */
final class ScalarAttribute {
    private ScalarAttribute() {}

    /**
     * Sets it, replacing one of that name.
     *
     * @throws IllegalArgumentException when the value is of a type that is not stored
     */
    static void set(H5Object object, String name, Object value) throws IOException {
        if (value instanceof String text) {
            setText(object, name, requireText(name, text));
        } else if (value instanceof Long number) {
            set(object, name, H5Type.int64(), buffer(Long.BYTES).putLong(number));
        } else if (value instanceof Integer number) {
            set(
                    object,
                    name,
                    H5Type.of(DType.INT32, Integer.BYTES),
                    buffer(Integer.BYTES).putInt(number));
        } else if (value instanceof Double number) {
            set(object, name, H5Type.float64(), buffer(Double.BYTES).putDouble(number));
        } else if (value instanceof Boolean flag) {
            set(object, name, H5Type.bool(), buffer(1).put((byte) (flag ? 1 : 0)));
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

    private static void set(H5Object object, String name, H5Type type, ByteBuffer value) throws IOException {
        try (type) {
            object.removeAttribute(name);
            object.createAttribute(name, type, value.array());
        }
    }

    private static void setText(H5Object object, String name, String value) throws IOException {
        try (H5Type type = H5Type.variableText()) {
            object.removeAttribute(name);
            object.createText(name, type, value);
        }
    }

    /** The text, unless it would be stored as another: up to a NUL, or with ? for half a pair. */
    static String requireText(String where, String text) {
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
