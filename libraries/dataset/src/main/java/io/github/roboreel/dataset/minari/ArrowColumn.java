package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.minari.ArrowBatch.Extent;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import java.io.IOException;
import java.util.List;

/**
 * Where the values of a column are in an Arrow file. Immutable.
 *
 * @param form how they are stored
 * @param dtype of an element; uint8 for what has rows of their own lengths
 * @param rowShape of a row; empty for scalars and for rows of their own lengths
 * @param rows that count
 * @param offsets where each row begins and ends in the data, unless all have one length
 * @param data the values
 * @param firstElement index of the first one in the data
 * @param present which values there are, where some are not
 * @param fault why it cannot be read; empty when it can
 */
record ArrowColumn(
        Form form,
        DType dtype,
        List<Long> rowShape,
        long rows,
        ArrowOffsets offsets,
        Extent data,
        long firstElement,
        List<Presence> present,
        String fault) {
    private static final Extent NOTHING = new Extent(0, 0);

    /** How values are stored. */
    enum Form {
        /** Little-endian, rows of one length. */
        NUMBERS,
        /** A bit each, rows of one length. */
        BITS,
        /** PNG files of one size, which our exporter made of an array. */
        PICTURES,
        /** Byte strings. */
        BLOBS,
        /** Texts. */
        TEXTS
    }

    /**
     * Which values there are.
     *
     * @param bits one for each, set for those that there are
     * @param perRow how many in a row of the column
     * @param first index of the first row's first
     */
    record Presence(Extent bits, long perRow, long first) {}

    /** Copies the lists. */
    ArrowColumn {
        rowShape = List.copyOf(rowShape);
        present = List.copyOf(present);
    }

    /** Rows of one length. */
    static ArrowColumn numbers(DType dtype, List<Long> rowShape, long rows, Extent data, long firstElement) {
        Form form = dtype.isBool() ? Form.BITS : Form.NUMBERS;
        return new ArrowColumn(form, dtype, rowShape, rows, ArrowOffsets.NONE, data, firstElement, List.of(), "");
    }

    /** Rows of their own lengths. */
    static ArrowColumn strings(Form form, List<Long> rowShape, long rows, ArrowOffsets offsets, Extent data) {
        return new ArrowColumn(form, DType.UINT8, rowShape, rows, offsets, data, 0, List.of(), "");
    }

    /** One that cannot be read. */
    static ArrowColumn faulty(long rows, String fault) {
        return new ArrowColumn(
                Form.NUMBERS, DType.UINT8, List.of(), rows, ArrowOffsets.NONE, NOTHING, 0, List.of(), fault);
    }

    ArrowColumn with(List<Presence> whichThereAre) {
        return new ArrowColumn(form, dtype, rowShape, rows, offsets, data, firstElement, whichThereAre, fault);
    }

    ArrowColumn withShape(List<Long> newRowShape) {
        return new ArrowColumn(form, dtype, newRowShape, rows, offsets, data, firstElement, present, fault);
    }

    Kind kind() {
        return switch (form) {
            case NUMBERS, BITS, PICTURES -> Kind.ARRAY;
            case BLOBS -> Kind.BLOBS;
            case TEXTS -> Kind.TEXTS;
        };
    }

    DatasetInfo info() throws IOException {
        if (!fault.isEmpty()) {
            throw new IOException(fault);
        }
        return new DatasetInfo(dtype, rows, rowShape, List.of(), List.of(), data.length(), "", "");
    }

    /** Elements of a row. */
    long rowElements() {
        return rowShape.stream().reduce(1L, Math::multiplyExact);
    }
}
