package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.PngFrames;
import io.github.roboreel.dataset.RowBlocks;
import io.github.roboreel.dataset.minari.DatasetStorage.ArraySink;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.util.OversizedAllocationException;

/**
 * Columns of one episode, with a row for each observation. Those that have one less end in a row of zeros, since Minari
 * reads none that is absent.
 */
final class ArrowColumns implements ArraySink, AutoCloseable {
    /** Of a column: rows that count. */
    static final String ROWS = "rows";

    /** Of a column: shape of its pictures; Minari's own 'shape' would not do for bytes. */
    static final String PICTURE_SHAPE = "picture_shape";

    /** Of a column: bytes that a text takes when it was recorded. */
    static final String TEXT_BYTES = "text_bytes";

    /** Of a column of infos: shape of a row, as Minari wants it. */
    private static final String SHAPE = "shape";

    private final StructVector root;
    private final Set<String> discrete;
    private final int tableRows;
    private MinariArray array;
    private FieldVector column;
    private int row;

    /** @param discrete paths of arrays whose space is a Discrete */
    ArrowColumns(BufferAllocator allocator, Set<String> discrete, int tableRows) {
        this.root = StructVector.empty("", allocator);
        this.discrete = discrete;
        this.tableRows = tableRows;
    }

    @Override
    public void begin(MinariArray next, long rows) throws IOException {
        if ((long) tableRows * next.rowElements() > Integer.MAX_VALUE && !next.picture()) {
            throw new OversizedAllocationException(next.path() + " has too many elements");
        }
        array = next;
        row = 0;
        column = column(next, rows);
        column.setInitialCapacity(tableRows);
        column.allocateNew();
        if (!next.picture() && !next.dtype().isText()) {
            clear(values());
        }
    }

    /** What to say when a column would be larger than that. */
    static ExportRefusedException tooLarge(long episode) {
        return new ExportRefusedException(
                "episode %s has an array that is too large for a column of Arrow, which holds up to 2 "
                        + "GiB; choose the HDF5 format",
                episode);
    }

    private FieldVector column(MinariArray next, long rows) {
        StructVector parent = parent(next.path());
        String name = name(next.path());
        if (next.picture()) {
            Map<String, String> noted = noted(rows, PICTURE_SHAPE, next);
            FieldType type = new FieldType(true, ArrowType.Binary.INSTANCE, null, noted);
            return parent.addOrGet(name, type, VarBinaryVector.class);
        }
        if (next.dtype().isText()) {
            Map<String, String> noted = noted(rows, TEXT_BYTES, next);
            FieldType type = new FieldType(true, ArrowType.Utf8.INSTANCE, null, noted);
            return parent.addOrGet(name, type, VarCharVector.class);
        }
        ArrowType elements = ArrowTypes.of(next.dtype());
        if (isPlain(next)) {
            FieldType type = new FieldType(true, elements, null, noted(rows, null, next));
            return parent.addOrGet(name, type, FieldVector.class);
        }
        String shape = next.isBelow(MinariArray.INFOS) ? SHAPE : null;
        ArrowType list = new ArrowType.FixedSizeList(next.rowElements());
        FieldType type = new FieldType(true, list, null, noted(rows, shape, next));
        FixedSizeListVector lists = parent.addOrGet(name, type, FixedSizeListVector.class);
        lists.addOrGetVector(FieldType.nullable(elements));
        return lists;
    }

    /**
     * Scalars of observations and actions are lists of one where their space is a box, plain where it is a Discrete.
     */
    private boolean isPlain(MinariArray array) {
        boolean isInSpace = array.isBelow(MinariArray.OBSERVATIONS) || array.isBelow(MinariArray.ACTIONS);
        return array.rowShape().isEmpty() && (!isInSpace || discrete.contains(array.path()));
    }

    private static Map<String, String> noted(long rows, String shapeKey, MinariArray array) {
        Map<String, String> noted = new HashMap<>();
        noted.put(ROWS, Long.toString(rows));
        if (shapeKey != null) {
            noted.put(
                    shapeKey,
                    String.join(
                            ",", array.rowShape().stream().map(String::valueOf).toList()));
        }
        return noted;
    }

    private StructVector parent(String path) {
        StructVector parent = root;
        int from = 0;
        boolean info = path.startsWith(MinariArray.INFOS + "/");
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', from)) {
            parent = parent.addOrGetStruct(path.substring(from, slash));
            from = slash + 1;
            if (info) {
                return parent;
            }
        }
        return parent;
    }

    /** Infos are one level deep: Minari fails with more. */
    private static String name(String path) {
        return path.startsWith(MinariArray.INFOS + "/")
                ? path.substring(MinariArray.INFOS.length() + 1)
                : path.substring(path.lastIndexOf('/') + 1);
    }

    private BaseFixedWidthVector values() {
        return (BaseFixedWidthVector) (column instanceof FixedSizeListVector lists ? lists.getDataVector() : column);
    }

    private static void clear(BaseFixedWidthVector values) {
        ArrowBuf buffer = values.getDataBuffer();
        buffer.setZero(0, buffer.capacity());
    }

    @Override
    public void rows(byte[] rows, int count) throws IOException {
        if (column instanceof VarBinaryVector pictures) {
            for (int i = 0; i < count; i++) {
                byte[] png = PngFrames.encode(rows, i, array.width(), array.height());
                pictures.setSafe(row + i, png);
            }
        } else if (column instanceof VarCharVector texts) {
            for (int i = 0; i < count; i++) {
                texts.setSafe(row + i, RowBlocks.text(rows, i * array.rowBytes(), array.rowBytes()));
            }
        } else if (array.dtype().isBool()) {
            BitVector bits = (BitVector) values();
            for (int i = 0; i < rows.length; i++) {
                bits.set(row * array.rowElements() + i, rows[i]);
            }
        } else {
            values().getDataBuffer().setBytes((long) row * array.rowBytes(), rows);
        }
        row += count;
    }

    /** The finished table, which ends with this. */
    VectorSchemaRoot table() {
        finish(root);
        return new VectorSchemaRoot(root);
    }

    private void finish(FieldVector vector) {
        if (vector instanceof VarBinaryVector pictures) {
            for (int empty = pictures.getLastSet() + 1; empty < tableRows; empty++) {
                pictures.setSafe(empty, new byte[0]);
            }
        }
        if (vector instanceof VarCharVector texts) {
            for (int empty = texts.getLastSet() + 1; empty < tableRows; empty++) {
                texts.setSafe(empty, new byte[0]);
            }
        }
        for (FieldVector child : vector.getChildrenFromFields()) {
            finish(child);
        }
        if (vector instanceof StructVector struct) {
            for (int i = 0; i < tableRows; i++) {
                struct.setIndexDefined(i);
            }
        } else {
            ArrowBuf valid = vector.getValidityBuffer();
            valid.setOne(0, valid.capacity());
        }
        if (!(vector.getField().getName().equals("$data$"))) {
            vector.setValueCount(tableRows);
        }
    }

    @Override
    public void close() {
        root.close();
    }
}
