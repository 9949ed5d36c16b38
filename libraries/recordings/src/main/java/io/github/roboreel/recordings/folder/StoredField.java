package io.github.roboreel.recordings.folder;

import io.github.roboreel.recorder.schema.FieldSpec;
import java.util.List;

/**
 * A field of a recording as far as it must be the same in all its runs.
 *
 * @param dtype label of the element type
 * @param rowShape shape of one row
 * @param unit its unit; empty without one
 * @param frame its frame of reference; empty without one
 */
public record StoredField(String dtype, List<Long> rowShape, String unit, String frame) {
    public StoredField {
        rowShape = List.copyOf(rowShape);
    }

    /** As a schema declares it. */
    public static StoredField of(FieldSpec spec) {
        return new StoredField(
                spec.dtype().label(),
                spec.shape().stream().map(Integer::longValue).toList(),
                spec.unit(),
                spec.frame());
    }

    /** Dtype and shape as messages show them, for example {@code float32[8]}. */
    public String typeText() {
        return dtype + rowShape;
    }
}
