package io.github.roboreel.dataset;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.schema.FieldSpec;

/**
 * An array of a foreign episode and the field that it becomes.
 *
 * @param path in the dataset, for messages
 * @param spec the field
 * @param firstRow the row that becomes the field's first
 * @param storage how its rows are stored
 * @param storedType element type in the dataset, which differs where ours was recorded as another
 * @param rows of the array
 */
public record FieldSource(
        String path, FieldSpec spec, long firstRow, Storage storage, DType storedType, ForeignRows rows) {
    /** How rows are stored. */
    public enum Storage {
        /** As numbers. */
        NUMBERS,
        /** As numbers: poses with quaternions x, y, z, w, which become w, x, y, z. */
        XYZW_POSES,
        /** As one text each. */
        TEXTS,
        /** Each as the bytes of a picture file, of its own length. */
        PICTURE_FILES,
        /** Each as the bytes of a picture file, all of one length. */
        EQUAL_PICTURE_FILES;

        boolean areNumbers() {
            return this == NUMBERS || this == XYZW_POSES;
        }
    }

    /** The same array as another field. */
    public FieldSource withSpec(FieldSpec newSpec) {
        return new FieldSource(path, newSpec, firstRow, storage, storedType, rows);
    }
}
