package io.github.roboreel.dataset.minari;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.format.DType;
import java.util.List;
import java.util.Map;

/**
 * Notes in the metadata what the arrays were like before the export, so that an import gives back the recording: types
 * and row shapes that are others in the dataset, units and frames.
 */
final class RecordedFields {
    /** Of our metadata: unit by recorded path. */
    static final String UNITS = "units";

    /** Of our metadata: frame of reference by recorded path. */
    static final String FRAMES = "frames";

    private final Map<String, FieldInfo> fields;

    /** Of the arrays that all episodes have. */
    RecordedFields(Map<String, FieldInfo> fields) {
        this.fields = fields;
    }

    /** Adds all that is to be noted. */
    void noteIn(ObjectNode ours, EpisodeLayout layout, boolean hasFlags) {
        ObjectNode units = ours.putObject(UNITS);
        ObjectNode frames = ours.putObject(FRAMES);
        for (FieldInfo field : fields.values()) {
            if (!field.unit().isEmpty()) {
                units.put(field.path(), field.unit());
            }
            if (!field.frame().isEmpty()) {
                frames.put(field.path(), field.frame());
            }
        }
        noteChanges(ours.putObject(DatasetMetadata.RECORDED), layout, hasFlags);
    }

    private void noteChanges(ObjectNode recorded, EpisodeLayout layout, boolean hasFlags) {
        for (Leaf leaf : layout.observations()) {
            note(recorded, leaf.stored(MinariArray.OBSERVATIONS), leaf.field());
        }
        for (Leaf leaf : layout.actions()) {
            note(recorded, leaf.stored(MinariArray.ACTIONS), leaf.field());
        }
        if (layout.rewardsSource().equals(RewardPolicy.RECORDED.label())) {
            noteScalar(recorded, MinariArray.REWARDS, DType.FLOAT64);
        }
        if (hasFlags) {
            noteScalar(recorded, MinariArray.TERMINATIONS, DType.BOOL);
            noteScalar(recorded, MinariArray.TRUNCATIONS, DType.BOOL);
        }
    }

    private void noteScalar(ObjectNode recorded, String path, DType dtype) {
        note(recorded, MinariArray.scalar(path, dtype), fields.get(path));
    }

    private static void note(ObjectNode recorded, MinariArray stored, FieldInfo field) {
        List<Long> shape = field.rowShape();
        if (stored.dtype() == field.dtype() && stored.rowShape().equals(shape)) {
            return;
        }
        ObjectNode was = recorded.putObject(stored.path());
        was.put("path", field.path()).put("dtype", field.dtype().label());
        ArrayNode sizes = was.putArray("shape");
        shape.forEach(sizes::add);
    }
}
