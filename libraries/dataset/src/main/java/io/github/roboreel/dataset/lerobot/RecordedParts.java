package io.github.roboreel.dataset.lerobot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The recorded arrays that our exporter says a column is made of. */
final class RecordedParts {
    private RecordedParts() {}

    /** Whether our exporter wrote the dataset, and wrote them down. */
    static boolean areIn(LeRobotInfo info) {
        SourceFeature action = info.features().get("action");
        return action != null && !of(action).isEmpty();
    }

    /** In the order of the column's elements; none where nothing or nothing sensible is written. */
    static List<RecordedPart> of(SourceFeature feature) {
        List<RecordedPart> parts = new ArrayList<>();
        for (JsonNode entry : feature.info().path(RecordedPart.KEY)) {
            Optional<RecordedPart> part = RecordedPart.parse(entry);
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
        SourceFeature rewards = info.features().get("next.reward");
        JsonNode said = rewards == null ? MissingNode.getInstance() : rewards.info();
        return said.path("robolab.reward").asText("");
    }
}
