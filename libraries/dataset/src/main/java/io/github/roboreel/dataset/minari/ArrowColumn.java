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
 * @param values where and how they are stored
 * @param dtype of an element; uint8 for what has rows of their own lengths
 * @param rowShape of a row; empty for scalars and for rows of their own lengths
 * @param rows that count
 * @param present which values there are, where some are not
 * @param fault why it cannot be read; empty when it can
 */
record ArrowColumn(Values values, DType dtype, List<Long> rowShape, long rows, List<Presence> present, String fault) {
    private static final Values NOTHING = new Values(Form.NUMBERS, ArrowOffsets.NONE, new Extent(0, 0), 0);

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
        TEXTS
    }

    /**
     * Values in the file.
     *
     * @param form how they are stored
     * @param offsets where each row begins and ends in the data, unless all have one length
     * @param data all of them
     * @param firstElement index of the first one in the data
     */
    record Values(Form form, ArrowOffsets offsets, Extent data, long firstElement) {}

    /**
     * Which values there are.
     *
     * @param bits one for each, set for those that there are
     * @param perRow how many in a row of the column
     * @param first index of the first row's first
     */
    record Presence(Extent bits, long perRow, long first) {}

    ArrowColumn {
        rowShape = List.copyOf(rowShape);
        present = List.copyOf(present);
    }

    /** One that cannot be read. */
    static ArrowColumn faulty(long rows, String fault) {
        return new ArrowColumn(NOTHING, DType.UINT8, List.of(), rows, List.of(), fault);
    }

    ArrowColumn withShape(List<Long> newRowShape) {
        return new ArrowColumn(values, dtype, newRowShape, rows, present, fault);
    }

    Kind kind() {
        return switch (values.form()) {
            case NUMBERS, BITS, PICTURES -> Kind.ARRAY;
            case BLOBS -> Kind.BLOBS;
            case TEXTS -> Kind.TEXTS;
        };
    }

    DatasetInfo info() throws IOException {
        if (!fault.isEmpty()) {
            throw new IOException(fault);
        }
        return new DatasetInfo(
                dtype, rows, rowShape, List.of(), List.of(), values.data().length(), "", "");
    }

    long rowElements() {
        return rowShape.stream().reduce(1L, Math::multiplyExact);
    }
}
