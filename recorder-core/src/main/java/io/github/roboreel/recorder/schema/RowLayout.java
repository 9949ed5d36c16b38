package io.github.roboreel.recorder.schema;

import io.github.roboreel.format.fault.Sentence;
import java.util.ArrayList;
import java.util.List;

/**
 * Places of the fields of one phase in a row: declared order, each aligned to its element size, the row padded to 8
 * bytes, images outside. Immutable.
 */
public final class RowLayout {
    private static final long MAX_ROW_BYTES = 1L << 30;

    private final List<Field> fields;
    private final List<Field> images;
    private final int rowBytes;

    private RowLayout(List<Field> fields, List<Field> images, int rowBytes) {
        this.fields = List.copyOf(fields);
        this.images = List.copyOf(images);
        this.rowBytes = rowBytes;
    }

    /**
     * Lays the fields out.
     *
     * @throws IllegalArgumentException when the row would be larger than a buffer can be
     */
    static RowLayout of(List<FieldSpec> specs) {
        List<Field> fields = new ArrayList<>();
        List<Field> images = new ArrayList<>();
        long end = 0;
        for (FieldSpec spec : specs) {
            if (spec.image()) {
                Field image = new Field(spec, fields.size(), -1, images.size());
                fields.add(image);
                images.add(image);
            } else {
                if (end + spec.rowBytes() > MAX_ROW_BYTES) {
                    throw new IllegalArgumentException(Sentence.of(
                            "field '%s' makes the row larger than %s bytes; declare large fields as images",
                            spec.path(), MAX_ROW_BYTES));
                }
                long offset = align(end, spec.dtype().bytes());
                fields.add(new Field(spec, fields.size(), Math.toIntExact(offset), -1));
                end = offset + spec.rowBytes();
            }
        }
        return new RowLayout(fields, images, Math.toIntExact(align(end, Long.BYTES)));
    }

    private static long align(long value, int size) {
        return (value + size - 1) / size * size;
    }

    /** All fields of the phase in declared order, images included. */
    public List<Field> fields() {
        return fields;
    }

    /** The images among them. */
    public List<Field> images() {
        return images;
    }

    /** The images that become datasets of the demo. */
    public List<Field> storedImages() {
        return images.stream().filter(image -> image.spec().stored()).toList();
    }

    /** Size of a row without its images, padding included, in bytes. */
    public int rowBytes() {
        return rowBytes;
    }

    /** Bytes of user data in a row, images included, without padding. */
    public long payloadBytes() {
        return fields.stream().mapToLong(f -> f.rowBytes()).sum();
    }
}
