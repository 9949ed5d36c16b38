package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.roboreel.dataset.RecordedForm;
import io.github.roboreel.format.FieldSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What our exporter says in {@code metadata.json}.
 *
 * @param isOurs whether our exporter wrote the dataset
 * @param hasLastStep whether T actions are T + 1 steps
 * @param rewards where they come from
 * @param recorded what the arrays were as they were recorded, by path
 */
record OurMetadata(boolean isOurs, boolean hasLastStep, String rewards, JsonNode recorded) {
    /** Reads it; not ours where there is none or another tool's. */
    static OurMetadata read(Path folder) throws IOException {
        Path file = folder.resolve("metadata.json");
        if (!Files.isRegularFile(file)) {
            return new OurMetadata(false, false, "", MissingNode.getInstance());
        }
        JsonNode json = JsonText.read(file);
        JsonNode conventions = json.path("conventions");
        return new OurMetadata(
                json.path("recorder").asText().equals("RoboReel") && conventions.isObject(),
                conventions.path("steps_for_t_actions").asText().equals("T + 1"),
                conventions.path("rewards").asText(),
                json.path("recorded"));
    }

    /** Whether an array of that path was recorded, or one below it. */
    boolean hasGroup(String group) {
        boolean[] isThere = new boolean[1];
        recorded.fieldNames().forEachRemaining(path -> isThere[0] |= path.startsWith(group + "/"));
        return isThere[0];
    }

    /** Unit of an array; empty without one. */
    String unit(String path) {
        return recorded.path(path).path("unit").asText("");
    }

    /** Frame of an array; empty without one. */
    String frame(String path) {
        return recorded.path(path).path("frame").asText("");
    }

    /** What its elements are; {@link FieldSignal#NONE} where nothing, or nothing sensible, says it. */
    FieldSignal signal(String path) {
        return FieldSignal.read(recorded.path(path));
    }

    /** Type and row shape of an array; empty when they are not said. */
    Optional<RecordedForm> form(String path) {
        JsonNode array = recorded.path(path);
        return RecordedForm.parse(
                array.path("dtype").asText(), array.path("row_shape").toString());
    }
}
