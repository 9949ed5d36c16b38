package io.github.roboreel.dataset.minari;

import java.util.LinkedHashMap;
import java.util.Map;

/** What Minari 0.4 must find in the root of the HDF5 file, but for the totals. */
final class OldAttributes {
    /** A range, since 0.4 wants to find its own version in it; 0.4.2 wants an env_spec. */
    private static final String VERSIONS = ">=0.4.3,<0.5";

    private OldAttributes() {}

    static Map<String, Object> of(DatasetId id, EpisodeLayout layout) {
        Map<String, Object> named = new LinkedHashMap<>();
        named.put(DatasetMetadata.DATASET_ID, id.toString());
        named.put(DatasetMetadata.MINARI_VERSION, VERSIONS);
        named.put(DatasetMetadata.OBSERVATION_SPACE, layout.observationSpace(true));
        named.put(DatasetMetadata.ACTION_SPACE, layout.actionSpace(true));
        return named;
    }
}
