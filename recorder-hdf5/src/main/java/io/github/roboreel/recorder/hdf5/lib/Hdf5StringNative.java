package io.github.roboreel.recorder.hdf5.lib;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import io.github.roboreel.recorder.hdf5.lib.Hdf5ReadNative.Id;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Native calls for values of their own lengths, past JHDF5, which passes them as objects or as modified UTF-8. Same
 * rules as {@link Hdf5ArrayNative}.
 */
public final class Hdf5StringNative {
    /** C's {@code hvl_t} of a 64-bit machine: a length and a pointer, 8 bytes each. */
    private static final int REFERENCE_BYTES = 16;

    private static final int POINTER_AT = 8;
    private static final long DEFAULT = HDF5Constants.H5P_DEFAULT;
    private static final long ALL = HDF5Constants.H5S_ALL;

    private Hdf5StringNative() {}

    private static final class Direct {
        static {
            H5.loadH5Lib();
            Native.register(Direct.class, "libhdf5_serial.so.103");
        }

        private Direct() {}

        static native int H5Dwrite(long dataset, long type, long memory, long file, long transfer, Pointer values);

        static native int H5Dread(long dataset, long type, long memory, long file, long transfer, Pointer values);

        static native int H5Dvlen_reclaim(long type, long space, long transfer, Pointer values);
    }

    /** The type of byte strings; to be closed. */
    public static long blobType() throws IOException {
        return Hdf5Native.checked("make a byte string type", () -> H5.H5Tvlen_create(HDF5Constants.H5T_STD_U8LE));
    }

    /** Writes byte strings over the rows that the dataset has from {@code from} on. */
    public static void writeBlobs(long dataset, long from, List<byte[]> rows) throws IOException {
        Hdf5Native.checked("write byte strings", () -> {
            long bytes = rows.stream().mapToLong(row -> row.length).sum();
            try (Id type = blobs();
                    RowSlab slab = RowSlab.of(dataset, from, rows.size());
                    Memory values = new Memory(Math.max(1, bytes));
                    Memory references = new Memory((long) rows.size() * REFERENCE_BYTES)) {
                refer(rows, values, references);
                long memory = slab.memory().value();
                long file = slab.file().value();
                int result = Direct.H5Dwrite(dataset, type.value(), memory, file, DEFAULT, references);
                Hdf5Native.require(result >= 0, "write byte strings");
                return 0;
            }
        });
    }

    private static Id blobs() {
        return Id.type(H5.H5Tvlen_create(HDF5Constants.H5T_STD_U8LE));
    }

    private static void refer(List<byte[]> rows, Memory values, Memory references) {
        long at = 0;
        for (int i = 0; i < rows.size(); i++) {
            byte[] row = rows.get(i);
            values.write(at, row, 0, row.length);
            long reference = (long) i * REFERENCE_BYTES;
            references.setLong(reference, row.length);
            Pointer value = row.length == 0 ? Pointer.NULL : values.share(at);
            references.setPointer(reference + POINTER_AT, value);
            at += row.length;
        }
    }

    /** Reads that many byte strings. */
    public static List<byte[]> readBlobs(long dataset, long from, int rows) throws IOException {
        return Hdf5Native.checked("read byte strings", () -> {
            try (Id type = blobs();
                    RowSlab slab = RowSlab.of(dataset, from, rows);
                    Memory references = new Memory((long) rows * REFERENCE_BYTES)) {
                references.clear();
                long memory = slab.memory().value();
                long file = slab.file().value();
                int result = Direct.H5Dread(dataset, type.value(), memory, file, DEFAULT, references);
                try {
                    Hdf5Native.require(result >= 0, "read byte strings");
                    return referred(references, rows);
                } finally {
                    Direct.H5Dvlen_reclaim(type.value(), memory, DEFAULT, references);
                }
            }
        });
    }

    private static List<byte[]> referred(Memory references, int rows) {
        List<byte[]> values = new ArrayList<>(rows);
        for (int i = 0; i < rows; i++) {
            long reference = (long) i * REFERENCE_BYTES;
            int length = Math.toIntExact(references.getLong(reference));
            Pointer value = references.getPointer(reference + POINTER_AT);
            values.add(length == 0 ? new byte[0] : value.getByteArray(0, length));
        }
        return values;
    }

    /** Whether a dataset's elements are texts of their own lengths. */
    public static boolean isVariableText(long dataset) throws IOException {
        return Hdf5Native.checked("look at a dataset", () -> {
            try (Id type = Id.type(H5.H5Dget_type(dataset))) {
                return H5.H5Tget_class(type.value()) == HDF5Constants.H5T_STRING && H5.H5Tis_variable_str(type.value());
            }
        });
    }

    /** Reads all texts of a dataset, which has so many. */
    public static List<String> readTexts(long dataset, int rows) throws IOException {
        return Hdf5Native.checked("read texts", () -> {
            try (Id type = Id.type(H5.H5Dget_type(dataset))) {
                return H5.H5Tis_variable_str(type.value())
                        ? variableTexts(dataset, type.value(), rows)
                        : paddedTexts(dataset, type.value(), rows);
            }
        });
    }

    private static List<String> variableTexts(long dataset, long type, int rows) {
        try (Memory references = new Memory((long) rows * Native.POINTER_SIZE);
                Id space = Id.space(H5.H5Dget_space(dataset))) {
            references.clear();
            int result = Direct.H5Dread(dataset, type, ALL, ALL, DEFAULT, references);
            try {
                Hdf5Native.require(result >= 0, "read texts");
                return referredTexts(references, rows);
            } finally {
                Direct.H5Dvlen_reclaim(type, space.value(), DEFAULT, references);
            }
        }
    }

    private static List<String> referredTexts(Memory references, int rows) {
        List<String> texts = new ArrayList<>(rows);
        for (Pointer text : references.getPointerArray(0, rows)) {
            texts.add(text == null ? "" : text.getString(0, StandardCharsets.UTF_8.name()));
        }
        return texts;
    }

    private static List<String> paddedTexts(long dataset, long type, int rows) {
        int width = Math.toIntExact(H5.H5Tget_size(type));
        boolean spaces = H5.H5Tget_strpad(type) == HDF5Constants.H5T_STR_SPACEPAD;
        byte[] all = new byte[Math.multiplyExact(rows, width)];
        H5.H5Dread(dataset, type, ALL, ALL, DEFAULT, all);
        List<String> texts = new ArrayList<>(rows);
        for (int at = 0; at < all.length; at += width) {
            texts.add(Hdf5ReadNative.text(Arrays.copyOfRange(all, at, at + width), spaces));
        }
        return texts;
    }
}
