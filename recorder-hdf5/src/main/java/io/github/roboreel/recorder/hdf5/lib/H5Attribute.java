package io.github.roboreel.recorder.hdf5.lib;

import static io.github.roboreel.recorder.hdf5.lib.Hdf5.BY_NAME;
import static io.github.roboreel.recorder.hdf5.lib.Hdf5.DEFAULT;
import static io.github.roboreel.recorder.hdf5.lib.Hdf5.INCREASING;
import static io.github.roboreel.recorder.hdf5.lib.Hdf5.isTrue;
import static io.github.roboreel.recorder.hdf5.lib.Hdf5.ok;
import static io.github.roboreel.recorder.hdf5.lib.Hdf5.utf8;

import io.github.roboreel.format.fault.IoFunction;
import io.github.roboreel.recorder.hdf5.binding.Calls;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Open attribute. Used under the library's lock. */
final class H5Attribute implements AutoCloseable {
    private static final int SCALAR_SPACE = 0;
    private static final int NULL_SPACE = 2;
    private static final int USUAL_NAME_BYTES = 64;

    /** More texts than that are a table, nothing that is said of a group. */
    private static final int MAX_TEXTS = 512;

    private final Calls calls;
    private final long id;

    H5Attribute(Calls calls, long id) {
        this.calls = calls;
        this.id = ok(id);
    }

    /** That one of an object, in order of names. */
    static H5Attribute at(Calls calls, long object, long index) {
        long id = calls.H5Aopen_by_idx(object, utf8("."), BY_NAME, INCREASING, index, DEFAULT, DEFAULT);
        return new H5Attribute(calls, id);
    }

    String name() {
        byte[] name = new byte[USUAL_NAME_BYTES];
        int length = (int) ok(calls.H5Aget_name(id, name.length, name));
        if (length >= name.length) {
            name = new byte[length + 1];
            ok(calls.H5Aget_name(id, name.length, name));
        }
        return Hdf5.text(name, false);
    }

    int write(long type, byte[] values) {
        return ok(calls.H5Awrite(id, type, values));
    }

    private Handle type() {
        return Handle.type(calls, calls.H5Aget_type(id));
    }

    private Handle space() {
        return Handle.space(calls, calls.H5Aget_space(id));
    }

    /** A Long, Double, Boolean or String, or a List of them. */
    Object value() {
        try (Handle type = type();
                Handle space = space()) {
            int extent = extent(space.id());
            if (extent == NULL_SPACE) {
                return "";
            }
            int count = Math.toIntExact(ok(calls.H5Sget_simple_extent_npoints(space.id())));
            List<Object> values = count == 0 ? List.of() : elements(type.id(), space.id(), count);
            return extent == SCALAR_SPACE ? values.get(0) : List.copyOf(values);
        }
    }

    private List<Object> elements(long type, long space, int count) {
        int kind = ok(calls.H5Tget_class(type));
        return switch (kind) {
            case H5Type.INTEGER ->
                numbers(calls.global("H5T_STD_I64LE_g"), count).stream()
                        .<Object>map(ByteBuffer::getLong)
                        .toList();
            case H5Type.FLOAT ->
                numbers(calls.global("H5T_IEEE_F64LE_g"), count).stream()
                        .<Object>map(ByteBuffer::getDouble)
                        .toList();
            case H5Type.ENUM -> enums(type, count);
            case H5Type.STRING ->
                isTrue(calls.H5Tis_variable_str(type)) ? variableTexts(type, space, count) : texts(type, count);
            default -> Collections.nCopies(count, "value of type " + H5Type.typeName(calls, type) + " not read");
        };
    }

    private byte[] raw(long memoryType, long bytes) {
        byte[] values = new byte[Math.toIntExact(bytes)];
        ok(calls.H5Aread(id, memoryType, values));
        return values;
    }

    /** The values as elements of 8 bytes, little-endian as all types here are. */
    private List<ByteBuffer> numbers(long memoryType, int count) {
        return pieces(raw(memoryType, 8L * count), 8).stream()
                .map(piece -> ByteBuffer.wrap(piece).order(ByteOrder.LITTLE_ENDIAN))
                .toList();
    }

    private static List<byte[]> pieces(byte[] all, int size) {
        List<byte[]> pieces = new ArrayList<>();
        for (int at = 0; at < all.length; at += size) {
            pieces.add(Arrays.copyOfRange(all, at, at + size));
        }
        return pieces;
    }

    private List<byte[]> elementsAsStored(long type, int count) {
        int size = Math.toIntExact(ok(calls.H5Tget_size(type)));
        return pieces(raw(type, (long) size * count), size);
    }

    private List<Object> enums(long type, int count) {
        boolean isBool = H5Type.isBool(calls, type);
        return elementsAsStored(type, count).stream()
                .<Object>map(one -> isBool ? (Object) (one[0] != 0) : H5Type.nameOf(calls, type, one))
                .toList();
    }

    private List<Object> texts(long type, int count) {
        boolean spaces = ok(calls.H5Tget_strpad(type)) == H5Type.SPACE_PADDED;
        return elementsAsStored(type, count).stream()
                .<Object>map(one -> Hdf5.text(one, spaces))
                .toList();
    }

    private List<Object> variableTexts(long type, long space, int count) {
        byte[] pointers = raw(type, (long) count * Long.BYTES);
        try {
            return NativeMemory.texts(calls, pointers).stream()
                    .<Object>map(text -> Hdf5.text(text, false))
                    .toList();
        } finally {
            calls.H5Dvlen_reclaim(type, space, DEFAULT, pointers);
        }
    }

    /** One number, boolean or text, whatever the axes of its array, or a List of several texts; empty for all else. */
    Optional<Object> single() {
        try (Handle type = type();
                Handle space = space()) {
            long count = extent(space.id()) == NULL_SPACE ? 0 : ok(calls.H5Sget_simple_extent_npoints(space.id()));
            int kind = ok(calls.H5Tget_class(type.id()));
            boolean isTaken = switch (kind) {
                case H5Type.INTEGER, H5Type.FLOAT -> count == 1;
                case H5Type.ENUM -> count == 1 && H5Type.isBool(calls, type.id());
                case H5Type.STRING -> count > 0 && count <= MAX_TEXTS;
                default -> false;
            };
            if (!isTaken) {
                return Optional.empty();
            }
            return Optional.of(
                    kind == H5Type.INTEGER && !fitsLong(type.id()) ? unsignedDigits() : onlyOne(elements(type, space)));
        }
    }

    private List<Object> elements(Handle type, Handle space) {
        return elements(type.id(), space.id(), Math.toIntExact(calls.H5Sget_simple_extent_npoints(space.id())));
    }

    private static Object onlyOne(List<Object> values) {
        return values.size() == 1 ? values.get(0) : List.copyOf(values);
    }

    private int extent(long space) {
        return ok(calls.H5Sget_simple_extent_type(space));
    }

    /** The library would turn an unsigned number that is too large into the largest signed one. */
    private boolean fitsLong(long type) {
        return !H5Type.isUnsigned(calls, type)
                || calls.H5Tget_size(type) < Long.BYTES
                || raw(calls.global("H5T_STD_U64LE_g"), Long.BYTES)[Long.BYTES - 1] >= 0;
    }

    private String unsignedDigits() {
        ByteBuffer number = numbers(calls.global("H5T_STD_U64LE_g"), 1).get(0);
        return Long.toUnsignedString(number.getLong());
    }

    // Values as they are stored

    /** Stored values, texts of variable length as pointers. */
    record Values(Calls calls, long type, long space, boolean areTexts, byte[] raw) {
        /** The texts of variable length, each without its NUL. */
        List<byte[]> texts() {
            return areTexts ? NativeMemory.texts(calls, raw) : List.of();
        }

        boolean isSame(Values other) {
            return isTrue(calls.H5Tequal(type, other.type))
                    && isTrue(calls.H5Sextent_equal(space, other.space))
                    && Arrays.deepEquals(content(), other.content());
        }

        private Object[] content() {
            return areTexts ? texts().toArray() : new Object[] {raw};
        }
    }

    <T> T withValues(IoFunction<Values, T> use) throws IOException {
        try (Handle type = type();
                Handle space = space()) {
            requireCopyable(type.id());
            boolean texts = H5Type.isVariableText(calls, type.id());
            long count = ok(calls.H5Sget_simple_extent_npoints(space.id()));
            byte[] raw = raw(type.id(), Math.max(Long.BYTES, count * calls.H5Tget_size(type.id())));
            try {
                return use.apply(new Values(calls, type.id(), space.id(), texts && count > 0, raw));
            } finally {
                if (texts) {
                    calls.H5Dvlen_reclaim(type.id(), space.id(), DEFAULT, raw);
                }
            }
        }
    }

    /** References and lists of variable length lead elsewhere in their file. */
    private void requireCopyable(long type) throws IOException {
        int kind = ok(calls.H5Tget_class(type));
        boolean plain = kind == H5Type.INTEGER || kind == H5Type.FLOAT || kind == H5Type.STRING || kind == H5Type.ENUM;
        if (!plain) {
            throw new IOException("an attribute holds neither numbers nor texts");
        }
    }

    boolean isSame(H5Attribute other) throws IOException {
        return name().equals(other.name()) && withValues(one -> other.withValues(two -> one.isSame(two)));
    }

    /** Adds its texts of variable length. */
    void addTo(TextHeap heap) throws IOException {
        try (Handle type = type()) {
            if (!H5Type.isVariableText(calls, type.id())) {
                return;
            }
        }
        withValues(values -> {
            values.texts().forEach(text -> heap.add(text.length));
            return heap;
        });
    }

    @Override
    public void close() {
        ok(calls.H5Aclose(id));
    }
}
