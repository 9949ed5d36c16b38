package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.DatasetSurvey;
import io.github.roboreel.dataset.FieldInfo;
import java.nio.file.Path;

/** {@code metadata.json}, which TFDS loads as {@code builder.info.metadata}. */
final class MetadataFile {
    private MetadataFile() {}

    static Path in(Path folder) {
        return folder.resolve("metadata.json");
    }

    static ObjectNode json(RldsOptions options, DatasetSurvey survey, RldsPlan plan) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("recorder", "RoboReel");
        String version = MetadataFile.class.getPackage().getImplementationVersion();
        if (version != null) {
            json.put("recorder_version", version);
        }
        json.set("conventions", conventions(options, survey, plan));
        json.set("recorded", recorded(survey));
        ArrayNode notes = json.putArray("notes");
        plan.notes().forEach(notes::add);
        return json;
    }

    private static ObjectNode recorded(DatasetSurvey survey) {
        ObjectNode arrays = JsonNodeFactory.instance.objectNode();
        for (FieldInfo field : survey.fields().values()) {
            ObjectNode array = arrays.putObject(field.path());
            array.put("dtype", field.dtype().label()).put("unit", field.unit());
            ArrayNode shape = array.putArray("row_shape");
            field.rowShape().forEach(shape::add);
        }
        return arrays;
    }

    /** What all episodes of a dataset must share besides their features. */
    private static ObjectNode conventions(RldsOptions options, DatasetSurvey survey, RldsPlan plan) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("steps_for_t_actions", plan.hasLastStep() ? "T + 1" : "T")
                .put("rewards", options.reward().source(survey))
                .put("images", options.imageFormat().name());
    }
}
