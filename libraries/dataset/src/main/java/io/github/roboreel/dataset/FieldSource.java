package io.github.roboreel.dataset;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.Elements;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.fault.IoSupplier;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * An array of a foreign episode and the field that it becomes.
 *
 * @param path of the array in the dataset, for messages
 * @param spec of the field
 * @param storedType element type of the rows as they are read; those of the field have its own
 * @param areNumbers whether the rows are stored as numbers, not as texts or files of pictures
 * @param rows its rows as numbers, from the field's first on
 */
public record FieldSource(String path, FieldSpec spec, DType storedType, boolean areNumbers, ForeignRows rows) {
    /** Texts that are read once, from a row on. */
    public static FieldSource ofTexts(String path, FieldSpec spec, long firstRow, IoSupplier<List<String>> texts) {
        return new FieldSource(path, spec, DType.TEXT, false, new PaddedTexts(firstRow, spec.rowBytes(), texts));
    }

    /** Texts filled up with NULs to one length. */
    private static final class PaddedTexts implements ForeignRows {
        private final long firstRow;
        private final int rowBytes;
        private final IoSupplier<List<String>> texts;
        private List<String> all;

        PaddedTexts(long firstRow, int rowBytes, IoSupplier<List<String>> texts) {
            this.firstRow = firstRow;
            this.rowBytes = rowBytes;
            this.texts = texts;
        }

        @Override
        public List<String> texts() throws IOException {
            all = all == null ? texts.get() : all;
            return all;
        }

        @Override
        public byte[] numbers(long from, long to) throws IOException {
            ByteBuffer padded = ByteBuffer.allocate((int) (to - from) * rowBytes);
            for (String text : texts().subList((int) (firstRow + from), (int) (firstRow + to))) {
                padded.put(padded(FormatJson.utf8(text)));
            }
            return padded.array();
        }

        private byte[] padded(byte[] utf8) throws IOException {
            if (utf8.length > rowBytes) {
                throw new IOException(
                        "a text of " + utf8.length + " bytes does not fit the " + rowBytes + " of its field");
            }
            return Arrays.copyOf(utf8, rowBytes);
        }
    }

    /** The same array as another field. */
    public FieldSource withSpec(FieldSpec newSpec) {
        ForeignRows now = rows instanceof PaddedTexts texts
                ? new PaddedTexts(texts.firstRow, newSpec.rowBytes(), texts.texts)
                : rows;
        return new FieldSource(path, newSpec, storedType, areNumbers, now);
    }

    /** Rows of the field, little-endian, row-major. */
    byte[] read(long from, long to) throws IOException {
        byte[] stored = rows.numbers(from, to);
        if (spec.dtype() == storedType) {
            return stored;
        }
        int elements = stored.length / storedType.bytes();
        return ValueCast.cast(Elements.of(stored), storedType, spec.dtype(), elements)
                .array();
    }
}
