package io.github.roboreel.dataset.lerobot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.dataset.RecordedForm;
import io.github.roboreel.format.FieldSignal;
import io.github.roboreel.format.FormatJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A recorded array in a column, as the column's {@code info} keeps it, so that an import gives it back: LeRobot ignores
 * what it does not know there.
 *
 * @param path below the demo
 * @param form type and shape of a row, as recorded
 * @param unit as recorded; empty without one
 * @param frame of reference, as recorded; empty without one
 * @param signal what its elements are, as recorded
 * @param isInitial whether the column's first row is that array's only one
 */
record RecordedPart(String path, RecordedForm form, String unit, String frame, FieldSignal signal, boolean isInitial) {
    /** Key in a feature's {@code info} of the list of its parts, in the order of its elements. */
    static final String KEY = "robolab.recorded";

    private static final String INITIAL = "initial";

    /** What is kept of an array. */
    static Map<String, Object> json(FieldInfo field) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("path", field.path());
        json.put("dtype", field.dtype().label());
        json.put("shape", field.rowShape());
        json.put("unit", field.unit());
        json.put("frame", field.frame());
        ObjectNode signal = FormatJson.tree(field.signal().map());
        signal.properties().forEach(said -> json.put(said.getKey(), said.getValue()));
        return json;
    }

    /** What is kept of an array whose only row is the column's first. */
    static Map<String, Object> initialJson(FieldInfo field) {
        Map<String, Object> json = json(field);
        json.put(INITIAL, true);
        return json;
    }

    /** What is kept of an array, as it is found; empty when it is none. */
    private static Optional<RecordedPart> parse(JsonNode json) {
        return RecordedForm.parse(
                        json.path("dtype").asText(), json.path("shape").toString())
                .map(form -> new RecordedPart(
                        json.path("path").asText(),
                        form,
                        json.path("unit").asText(""),
                        json.path("frame").asText(""),
                        FieldSignal.read(json),
                        json.path(INITIAL).asBoolean()));
    }

    /** Elements of a row; a text is one. */
    long elements() {
        if (form.dtype().isText()) {
            return 1;
        }
        List<Integer> shape = form.shape();
        return shape.stream().mapToLong(Integer::longValue).reduce(1L, Math::multiplyExact);
    }

    /** Whether our exporter wrote the dataset, and wrote them down. */
    static boolean areIn(LeRobotInfo info) {
        LeRobotFeature action = info.features().get("action");
        return action != null && !of(action).isEmpty();
    }

    /** In the order of the column's elements; none where nothing or nothing sensible is written. */
    static List<RecordedPart> of(LeRobotFeature feature) {
        List<RecordedPart> parts = new ArrayList<>();
        for (JsonNode entry : feature.info().path(KEY)) {
            Optional<RecordedPart> part = parse(entry);
            if (part.isEmpty()) {
                return List.of();
            }
            parts.add(part.get());
        }
        boolean areWithin = parts.stream().allMatch(part -> part.elements() <= feature.elements());
        long elements = parts.stream().mapToLong(RecordedPart::elements).sum();
        return areWithin && elements == feature.elements() ? parts : List.of();
    }

    /** Where our exporter had rewards from; empty in other datasets. */
    static String rewardsSource(LeRobotInfo info) {
        LeRobotFeature rewards = info.features().get("next.reward");
        return rewards == null ? "" : rewards.info().path("robolab.reward").asText("");
    }
}
