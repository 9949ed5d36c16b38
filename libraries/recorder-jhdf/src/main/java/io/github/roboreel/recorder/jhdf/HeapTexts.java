package io.github.roboreel.recorder.jhdf;

import io.github.roboreel.recorder.spi.RunReader;
import io.jhdf.api.Attribute;
import io.jhdf.storage.HdfBackingStorage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Texts of variable length, which lie in collections of a file's global heap. The library reads a collection whole, so
 * that one damaged text would take all others with it; here each is looked for by itself. Layout: HDF5 File Format
 * Specification 3.0, section III.E.
 */
final class HeapTexts {
    private static final int SIGNATURE = 'G' | 'C' << 8 | 'O' << 16 | 'L' << 24;
    private static final int SIGNATURE_BYTES = 8;
    private static final int INDEX_BYTES = 8;
    private static final int ALIGNMENT = 8;

    /** Their indices have two bytes. */
    private static final int MAX_OBJECTS = 1 << Short.SIZE;

    private final HdfBackingStorage storage;

    private HeapTexts(HdfBackingStorage storage) {
        this.storage = storage;
    }

    /** The elements of an attribute of such texts; {@link RunReader#DAMAGED_TEXT} where one cannot be read. */
    static List<Object> of(HdfBackingStorage file, Attribute attribute, int count) {
        HeapTexts heap = new HeapTexts(file);
        ByteBuffer places =
                attribute.getBuffer().duplicate().order(ByteOrder.LITTLE_ENDIAN).rewind();
        List<Object> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int length = places.getInt();
            long collection = number(places, heap.storage.getSizeOfOffsets());
            int index = places.getInt();
            texts.add(length == 0 ? "" : heap.text(collection, index, length));
        }
        return texts;
    }

    private String text(long collection, int index, int length) {
        try {
            return Damage.named(() -> {
                ByteBuffer found = object(collection, index);
                byte[] bytes = new byte[Math.min(length, found.remaining())];
                found.get(bytes);
                int end = 0;
                while (end < bytes.length && bytes[end] != 0) {
                    end++;
                }
                return new String(bytes, 0, end, StandardCharsets.UTF_8);
            });
        } catch (IOException e) {
            return RunReader.DAMAGED_TEXT;
        }
    }

    private ByteBuffer object(long address, int index) throws IOException {
        int lengthBytes = storage.getSizeOfLengths();
        ByteBuffer head = read(address, SIGNATURE_BYTES + lengthBytes);
        if (head.getInt() != SIGNATURE) {
            throw new IOException("there is no collection of texts at " + address);
        }
        long end = address + number(head.position(SIGNATURE_BYTES), lengthBytes);
        long at = address + SIGNATURE_BYTES + lengthBytes;
        for (int i = 0; i < MAX_OBJECTS && at + INDEX_BYTES + lengthBytes <= end; i++) {
            ByteBuffer object = read(at, INDEX_BYTES + lengthBytes);
            int found = Short.toUnsignedInt(object.getShort());
            long bytes = number(object.position(INDEX_BYTES), lengthBytes);
            at += INDEX_BYTES + lengthBytes;
            if (bytes < 0 || bytes > end - at) {
                throw new IOException("a text of " + bytes + " bytes does not fit into its collection");
            }
            if (found == index) {
                return read(at, Math.toIntExact(bytes));
            }
            at += (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        }
        throw new IOException("text " + index + " is not in its collection");
    }

    private ByteBuffer read(long address, int bytes) {
        return storage.readBufferFromAddress(address, bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static long number(ByteBuffer from, int bytes) {
        return bytes == Integer.BYTES ? Integer.toUnsignedLong(from.getInt()) : from.getLong();
    }
}
