package io.github.roboreel.recorder.hdf5.lib;

import static io.github.roboreel.recorder.hdf5.lib.Hdf5.DEFAULT;
import static io.github.roboreel.recorder.hdf5.lib.Hdf5.ok;

import io.github.roboreel.recorder.hdf5.binding.Calls;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads and writes datasets whose elements have lengths of their own, and lists of texts. */
public final class H5Strings {
    /** C's {@code hvl_t} of a 64-bit machine: a length and a pointer, 8 bytes each. */
    private static final int REFERENCE_BYTES = 16;

    private H5Strings() {}

    /** Writes byte strings over the rows that the dataset has from {@code from} on. */
    public static void writeBlobs(H5Dataset dataset, long from, List<byte[]> rows) throws IOException {
        Hdf5.checked("write byte strings", calls -> {
            try (Handle type = blobs(calls);
                    RowSlab slab = RowSlab.of(calls, dataset, from, rows.size());
                    NativeMemory memory = NativeMemory.of(calls, joined(rows))) {
                byte[] references = references(rows, memory.address());
                return ok(calls.H5Dwrite(
                        dataset.id, type.id(), slab.memory().id(), slab.file().id(), DEFAULT, references));
            }
        });
    }

    private static Handle blobs(Calls calls) {
        return Handle.type(calls, calls.H5Tvlen_create(calls.global("H5T_STD_U8LE_g")));
    }

    private static byte[] joined(List<byte[]> rows) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        rows.forEach(all::writeBytes);
        return all.toByteArray();
    }

    private static byte[] references(List<byte[]> rows, long address) {
        ByteBuffer references = NativeMemory.buffer(new byte[Math.multiplyExact(rows.size(), REFERENCE_BYTES)]);
        long at = address;
        for (byte[] row : rows) {
            references.putLong(row.length).putLong(row.length == 0 ? 0 : at);
            at += row.length;
        }
        return references.array();
    }

    /** Reads that many byte strings. */
    public static List<byte[]> readBlobs(H5Dataset dataset, long from, int rows) throws IOException {
        return Hdf5.checked("read byte strings", calls -> {
            byte[] references = new byte[Math.multiplyExact(rows, REFERENCE_BYTES)];
            try (Handle type = blobs(calls);
                    RowSlab slab = RowSlab.of(calls, dataset, from, rows)) {
                long memory = slab.memory().id();
                int result =
                        calls.H5Dread(dataset.id, type.id(), memory, slab.file().id(), DEFAULT, references);
                try {
                    ok(result);
                    return referred(calls, NativeMemory.buffer(references));
                } finally {
                    calls.H5Dvlen_reclaim(type.id(), memory, DEFAULT, references);
                }
            }
        });
    }

    private static List<byte[]> referred(Calls calls, ByteBuffer references) {
        List<byte[]> values = new ArrayList<>();
        while (references.hasRemaining()) {
            int length = Math.toIntExact(references.getLong());
            long address = references.getLong();
            values.add(length == 0 ? new byte[0] : calls.bytes(address, length));
        }
        return values;
    }

    /** Reads all texts of a dataset, which has so many. */
    public static List<String> readTexts(H5Dataset dataset, int rows) throws IOException {
        return Hdf5.checked("read texts", calls -> {
            try (Handle type = dataset.type(calls)) {
                return H5Type.isVariableText(calls, type.id())
                        ? variableTexts(calls, dataset, type.id(), rows)
                        : paddedTexts(calls, dataset, type.id(), rows);
            }
        });
    }

    private static List<String> variableTexts(Calls calls, H5Dataset dataset, long type, int rows) {
        byte[] references = new byte[Math.multiplyExact(rows, Long.BYTES)];
        try (Handle space = dataset.space(calls)) {
            int result = calls.H5Dread(dataset.id, type, DEFAULT, DEFAULT, DEFAULT, references);
            try {
                ok(result);
                return NativeMemory.texts(calls, references).stream()
                        .map(text -> Hdf5.text(text, false))
                        .toList();
            } finally {
                calls.H5Dvlen_reclaim(type, space.id(), DEFAULT, references);
            }
        }
    }

    private static List<String> paddedTexts(Calls calls, H5Dataset dataset, long type, int rows) {
        int width = Math.toIntExact(ok(calls.H5Tget_size(type)));
        boolean spaces = ok(calls.H5Tget_strpad(type)) == H5Type.SPACE_PADDED;
        byte[] all = new byte[Math.multiplyExact(rows, width)];
        ok(calls.H5Dread(dataset.id, type, DEFAULT, DEFAULT, DEFAULT, all));
        List<String> texts = new ArrayList<>(rows);
        for (int at = 0; at < all.length; at += width) {
            texts.add(Hdf5.text(Arrays.copyOfRange(all, at, at + width), spaces));
        }
        return texts;
    }
}
