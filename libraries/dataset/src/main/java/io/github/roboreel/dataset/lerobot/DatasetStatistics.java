package io.github.roboreel.dataset.lerobot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Statistics of all features over an episode, a part of a dataset or all of it. For one thread. */
final class DatasetStatistics {
    private final Map<String, FeatureStatistics> features = new LinkedHashMap<>();

    /** Of no frames yet. */
    DatasetStatistics(List<LeRobotFeature> features) {
        features.forEach(feature -> this.features.put(feature.key(), new FeatureStatistics(feature)));
    }

    /** Of a feature, to be asked and added to. */
    FeatureStatistics of(String key) {
        return features.get(key);
    }

    /** Counts what others counted, which stay as they are. */
    void add(DatasetStatistics other) {
        features.forEach((key, own) -> own.add(other.of(key)));
    }

    /** All that was counted, for {@link #of(JsonNode, List)}. */
    JsonNode packed() throws IOException {
        ObjectNode packed = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, FeatureStatistics> feature : features.entrySet()) {
            packed.set(feature.getKey(), feature.getValue().packed());
        }
        return packed;
    }

    /**
     * Those that {@link #packed} gave.
     *
     * @throws IOException when they are of other features
     */
    static DatasetStatistics of(JsonNode packed, List<LeRobotFeature> features) throws IOException {
        DatasetStatistics read = new DatasetStatistics(List.of());
        for (LeRobotFeature feature : features) {
            read.features.put(feature.key(), FeatureStatistics.of(feature, packed.path(feature.key())));
        }
        return read;
    }
}
