package io.github.roboreel.recordings.transform.flow;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A buffer for each field, with room for so many steps, that is filled again and again: what a tensor library takes in
 * without a copy. The first axis is that of the steps. One thread uses it at a time.
 */
public final class Batch {
    private final int size;
    private final Map<String, Column> columns;
    private int rows;

    private Batch(int size, Map<String, Column> columns) {
        this.size = size;
        this.columns = columns;
    }

    /** One field. */
    private static final class Column {
        private final DType dtype;
        private final int[] shape;
        private final int rowBytes;
        private final ByteBuffer bytes;

        Column(String path, NdArray like, int size, boolean isDirect) {
            dtype = like.dtype();
            shape = like.shape();
            rowBytes = like.sizeInBytes();
            long all = (long) rowBytes * size;
            if (all > Integer.MAX_VALUE - Long.BYTES) {
                throw new IllegalArgumentException(Sentence.of(
                        "%s steps of '%s' take %s bytes, more than a buffer holds; take fewer", size, path, all));
            }
            ByteBuffer buffer = isDirect ? ByteBuffer.allocateDirect((int) all) : ByteBuffer.allocate((int) all);
            bytes = buffer.order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    /**
     * A batch for steps like one.
     *
     * @param example whose dtypes and shapes all will have
     * @param paths fields to take
     * @param size steps it has room for, at least 1
     * @param isDirect whether the buffers are outside the heap, where native code reads them
     */
    public static Batch like(Step example, Collection<String> paths, int size, boolean isDirect) {
        if (size < 1) {
            throw new IllegalArgumentException(
                    Sentence.of("a batch of %s steps is not possible; expected at least 1", size));
        }
        Map<String, Column> columns = new LinkedHashMap<>();
        for (String path : paths) {
            columns.put(path, new Column(path, example.get(path), size, isDirect));
        }
        return new Batch(size, columns);
    }

    /** A batch of all fields of a step. */
    public static Batch like(Step example, int size, boolean isDirect) {
        return like(example, example.values().keySet(), size, isDirect);
    }

    /** Steps it has room for. */
    public int size() {
        return size;
    }

    /** Steps it holds. */
    public int rows() {
        return rows;
    }

    /** Its fields, in order. */
    public Collection<String> paths() {
        return Collections.unmodifiableSet(columns.keySet());
    }

    /** Type of the elements of a field. */
    public DType dtype(String path) {
        return column(path).dtype;
    }

    /** Shape of a field: the steps that it holds, then that of one step. */
    public List<Integer> shape(String path) {
        List<Integer> shape = new ArrayList<>();
        shape.add(rows);
        for (int length : column(path).shape) {
            shape.add(length);
        }
        return shape;
    }

    /**
     * The buffer of a field, little-endian, row-major, from position 0 to the end of the rows it holds; always the same
     * one, whose content is another after the next filling.
     */
    public ByteBuffer buffer(String path) {
        Column column = column(path);
        return column.bytes.limit(rows * column.rowBytes).position(0);
    }

    private Column column(String path) {
        Column column = columns.get(path);
        if (column == null) {
            throw new IllegalArgumentException(Sentence.of("the batch has no '%s'; it has %s", path, columns.keySet()));
        }
        return column;
    }

    void clear() {
        rows = 0;
    }

    /** Copies a step behind the others. */
    void add(Step step) {
        for (Map.Entry<String, Column> entry : columns.entrySet()) {
            Column column = entry.getValue();
            NdArray value = step.get(entry.getKey());
            if (value.dtype() != column.dtype || !value.hasShape(column.shape)) {
                throw new IllegalArgumentException(Sentence.of(
                        "step %s: '%s' is %s, the batch was made for %s",
                        step.index(), entry.getKey(), value, NdArray.zeros(column.dtype, column.shape)));
            }
            column.bytes.limit(column.bytes.capacity());
            value.copyTo(column.bytes, rows * column.rowBytes);
        }
        rows++;
    }
}
