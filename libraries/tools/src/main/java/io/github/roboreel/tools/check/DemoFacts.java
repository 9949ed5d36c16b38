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
 * @param rows what its rows showed
 */
record DemoFacts(
        String name, Map<String, Object> attributes, long numSamples, Map<String, DatasetFacts> datasets, Rows rows) {
    /**
     * What the rows of a demo showed.
     *
     * @param lastScore last row of {@code subtask/score}; null without one
     * @param late paths of the datasets that {@link io.github.roboreel.recordings.episodes.LateObservations} is about
     * @param metrics computed from the stored data; null when that was impossible
     */
    record Rows(Double lastScore, List<String> late, Map<String, Double> metrics) {
        private static final Rows UNREAD = new Rows(null, List.of(), null);
    }

    /**
     * Of a demo whose rows were not looked at.
     *
     * @param datasets how they are stored; none when they were not looked at either
     */
    static DemoFacts head(String name, Map<String, Object> attributes, Map<String, DatasetFacts> datasets) {
        return new DemoFacts(name, attributes, -1, datasets, Rows.UNREAD);
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
