package io.github.roboreel.bridge;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The fields of a recording, and which of them a client hands over.
 *
 * @param declared paths that the client declared; the recorder adds timestamps
 */
record RingFields(FieldSchema schema, Set<String> declared) {
    static RingFields of(List<FieldSpec> fields) {
        return new RingFields(
                FieldSchema.of(fields), fields.stream().map(FieldSpec::path).collect(Collectors.toSet()));
    }

    /** Whether the client hands its values over; simulated time is counted by the recorder where it is not declared. */
    boolean isOfClient(Field field) {
        return isFilledWithTime(field) || declared.contains(field.spec().path());
    }

    /** Whether the client puts the time at which it hands a step over. */
    boolean isFilledWithTime(Field field) {
        return field.spec().path().equals(DemoPaths.WALL_TIME) && !declared.contains(DemoPaths.WALL_TIME);
    }
}
