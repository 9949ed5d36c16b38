package io.github.roboreel.tools.check;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import java.util.List;
import java.util.Map;

/**
 * Contents of a demo, without its rows.
 *
 * @param name name of its group
 * @param attributes of its group
 * @param numSamples its steps; -1 when unknown
 * @param datasets how each readable dataset is stored, by path below the demo
 * @param lastScore last row of {@code subtask/score}; null without one
 * @param lateObservations paths of the datasets that {@link io.github.roboreel.recordings.episodes.LateObservations} is
 *     about
 * @param metrics computed from the stored data; null when that was impossible
 */
record DemoFacts(
        String name,
        Map<String, Object> attributes,
        long numSamples,
        Map<String, DatasetFacts> datasets,
        Double lastScore,
        List<String> lateObservations,
        Map<String, Double> metrics) {
    /**
     * Of a demo whose rows were not looked at.
     *
     * @param datasets how they are stored; none when they were not looked at either
     */
    static DemoFacts head(String name, Map<String, Object> attributes, Map<String, DatasetFacts> datasets) {
        return new DemoFacts(name, attributes, -1, datasets, null, List.of(), null);
    }

    /** Its {@code status}; empty in other recorders' files. */
    String status() {
        return attributes.getOrDefault(AttributeNames.STATUS, "").toString();
    }

    /** Its path in the file. */
    String path() {
        return DemoPaths.inData(name);
    }
}
