package io.github.roboreel.dataset.minari;

import static io.github.roboreel.dataset.minari.ArrowBatch.require;

import io.github.roboreel.dataset.PictureFile;
import io.github.roboreel.dataset.minari.ArrowColumn.Form;
import io.github.roboreel.dataset.minari.ArrowColumn.Presence;
import io.github.roboreel.dataset.minari.ArrowColumn.Values;
import io.github.roboreel.format.DType;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FixedSizeList;
import org.apache.arrow.flatbuf.Type;

/** Finds the values of one column: numbers, lists of them, texts or byte strings. For one thread, once. */
final class ArrowValues {
    private final FileChannel file;
    private final ArrowCursor cursor;
    private final String path;
    private final long rows;
    private final List<Long> sizes = new ArrayList<>();
    private final List<Presence> present = new ArrayList<>();

    /**
     * For a column.
     *
     * @param path below the episode
     * @param rows that count
     * @param present which of the groups that it is in there are
     */
    ArrowValues(FileChannel file, ArrowCursor cursor, String path, long rows, List<Presence> present) {
        this.file = file;
        this.cursor = cursor;
        this.path = path;
        this.rows = rows;
        this.present.addAll(present);
    }

    /**
     * Finds them.
     *
     * @param tableRows of all columns
     * @param pictureShape of what our exporter made pictures of; empty for others
     */
    ArrowColumn of(Field field, long tableRows, Optional<List<Long>> pictureShape) throws IOException {
        return switch (field.typeType()) {
            case Type.List -> list(field, tableRows, Integer.BYTES);
            case Type.LargeList -> list(field, tableRows, Long.BYTES);
            case Type.Utf8 -> strings(Form.TEXTS, tableRows, Integer.BYTES);
            case Type.LargeUtf8 -> strings(Form.TEXTS, tableRows, Long.BYTES);
            case Type.Binary -> pictures(tableRows, Integer.BYTES, pictureShape);
            case Type.LargeBinary -> pictures(tableRows, Long.BYTES, pictureShape);
            default -> elements(field, tableRows, 0, 0);
        };
    }

    /** Numbers or lists of one length. */
    private ArrowColumn elements(Field field, long needed, long first, int level) throws IOException {
        return switch (field.typeType()) {
            case Type.Int, Type.FloatingPoint, Type.Bool -> numbers(field, needed, first);
            case Type.FixedSizeList -> {
                addNode(needed, first);
                long size = ((FixedSizeList) field.type(new FixedSizeList())).listSize();
                require(size >= 0, "has lists of %s elements", size);
                sizes.add(size);
                Field inner = onlyChild(field, level);
                yield elements(inner, Math.multiplyExact(needed, size), Math.multiplyExact(first, size), level + 1);
            }
            default -> skipped(field, level, "its type is Arrow's " + Type.name(field.typeType()));
        };
    }

    private ArrowColumn skipped(Field field, int level, String fault) throws IOException {
        cursor.skip(field, level);
        return ArrowColumn.faulty(rows, fault);
    }

    private Field onlyChild(Field field, int level) throws IOException {
        require(field.childrenLength() == 1, "has a list with %s types of elements", field.childrenLength());
        cursor.enter(field.children(0), level + 1);
        return field.children(0);
    }

    private void addNode(long needed, long first) throws IOException {
        cursor.node(needed, perRow(), first).ifPresent(present::add);
    }

    private long perRow() {
        return sizes.stream().reduce(1L, Math::multiplyExact);
    }

    private ArrowColumn numbers(Field field, long needed, long first) throws IOException {
        addNode(needed, first);
        Optional<DType> dtype = ArrowTypes.dtype(field);
        if (dtype.isEmpty()) {
            cursor.buffer(path, 0);
            return ArrowColumn.faulty(rows, "its floats are of a size that is not read");
        }
        boolean areBits = dtype.get().isBool();
        long bytes = areBits
                ? ArrowCursor.bytesOfBits(needed)
                : Math.multiplyExact(needed, dtype.get().bytes());
        Form form = areBits ? Form.BITS : Form.NUMBERS;
        return column(dtype.get(), new Values(form, ArrowOffsets.NONE, cursor.buffer(path, bytes), first));
    }

    /** Lists that may be of several lengths are read where all that count have the same. */
    private ArrowColumn list(Field field, long tableRows, int offsetBytes) throws IOException {
        addNode(tableRows, 0);
        long[] ends = offsets(tableRows, offsetBytes).read(file, 0, rows);
        long size = ends.length == 1 ? 0 : ends[1] - ends[0];
        Field inner = onlyChild(field, 0);
        for (int row = 1; row < ends.length; row++) {
            if (ends[row] - ends[row - 1] != size) {
                return skipped(inner, 1, "its rows have several lengths");
            }
        }
        sizes.add(size);
        return elements(inner, ends[ends.length - 1], ends[0], 1);
    }

    private ArrowOffsets offsets(long tableRows, int offsetBytes) throws IOException {
        long bytes = Math.multiplyExact(Math.addExact(tableRows, 1L), offsetBytes);
        return new ArrowOffsets(cursor.buffer(path, bytes), offsetBytes);
    }

    private ArrowColumn pictures(long tableRows, int offsetBytes, Optional<List<Long>> shape) throws IOException {
        if (shape.isEmpty()) {
            return strings(Form.BLOBS, tableRows, offsetBytes);
        }
        List<Long> sides = shape.get();
        boolean isPicture = sides.size() == 3 && sides.get(2) == 3 && sides.get(0) > 0 && sides.get(1) > 0;
        require(
                isPicture && Math.multiplyExact(sides.get(0), sides.get(1)) <= PictureFile.MAX_PIXELS,
                "has pictures '%s' of the shape %s",
                path,
                sides);
        sizes.addAll(sides);
        return strings(Form.PICTURES, tableRows, offsetBytes);
    }

    private ArrowColumn strings(Form form, long tableRows, int offsetBytes) throws IOException {
        cursor.node(tableRows, 1, 0).ifPresent(present::add);
        ArrowOffsets offsets = offsets(tableRows, offsetBytes);
        return column(DType.UINT8, new Values(form, offsets, cursor.buffer(path, 0), 0));
    }

    private ArrowColumn column(DType dtype, Values values) {
        return new ArrowColumn(values, dtype, sizes, rows, present, "");
    }
}
