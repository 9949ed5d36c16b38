package io.github.roboreel.dataset.minari;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.DatasetSurvey;
import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.format.DType;
import io.github.roboreel.tools.episodes.EpisodeSource;
import java.io.IOException;
import java.util.LinkedHashMap;
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
    private final Map<String, String> frames;

    private RecordedFields(Map<String, FieldInfo> fields, Map<String, String> frames) {
        this.fields = fields;
        this.frames = frames;
    }

    /** Looks at the first episode for what the survey does not tell. */
    static RecordedFields of(DatasetSurvey survey, EpisodeSource source) throws IOException {
        Map<String, String> frames = new LinkedHashMap<>();
        boolean[] seen = {false};
        source.visit((facts, episode) -> {
            if (!seen[0]) {
                seen[0] = true;
                for (String path : survey.fields().keySet()) {
                    frames.put(path, episode.info(path).frame());
                }
            }
        });
        frames.values().removeIf(String::isEmpty);
        return new RecordedFields(survey.fields(), frames);
    }

    /** Adds all that is to be noted. */
    void noteIn(ObjectNode ours, EpisodeLayout layout, boolean hasFlags) {
        ObjectNode units = ours.putObject(UNITS);
        fields.values().stream()
                .filter(field -> !field.unit().isEmpty())
                .forEach(field -> units.put(field.path(), field.unit()));
        ObjectNode noted = ours.putObject(FRAMES);
        frames.forEach(noted::put);
        noteChanges(ours.putObject(DatasetMetadata.RECORDED), layout, hasFlags);
    }

    private void noteChanges(ObjectNode recorded, EpisodeLayout layout, boolean hasFlags) {
        for (Leaf leaf : layout.observations()) {
            note(recorded, leaf.stored(StoredArray.OBSERVATIONS), leaf.field());
        }
        for (Leaf leaf : layout.actions()) {
            note(recorded, leaf.stored(StoredArray.ACTIONS), leaf.field());
        }
        if (layout.rewardsSource().equals(RewardPolicy.RECORDED.label())) {
            noteScalar(recorded, StoredArray.REWARDS, DType.FLOAT64);
        }
        if (hasFlags) {
            noteScalar(recorded, StoredArray.TERMINATIONS, DType.BOOL);
            noteScalar(recorded, StoredArray.TRUNCATIONS, DType.BOOL);
        }
    }

    private void noteScalar(ObjectNode recorded, String path, DType dtype) {
        note(recorded, StoredArray.scalar(path, dtype), fields.get(path));
    }

    private static void note(ObjectNode recorded, StoredArray stored, FieldInfo field) {
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
