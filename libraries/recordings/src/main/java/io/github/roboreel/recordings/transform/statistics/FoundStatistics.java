package io.github.roboreel.recordings.transform.statistics;

import io.github.roboreel.recordings.ArraySpec;
import io.github.roboreel.recordings.folder.FileFault;
import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Statistics of some episodes. Immutable.
 *
 * @param episodes how many
 * @param steps of all of them
 * @param specs of the fields, by path, as the first episode that has them says
 * @param counts of each field, by path: what has it
 * @param fields statistics by path, in order
 * @param problems what could not be read or is doubtful
 */
public record FoundStatistics(
        long episodes,
        long steps,
        Map<String, ArraySpec> specs,
        Map<String, Counts> counts,
        Map<String, FieldStatistics> fields,
        List<FileFault> problems) {
    /** Copies lists and maps, keeping their order. */
    public FoundStatistics {
        specs = Collections.unmodifiableMap(new LinkedHashMap<>(specs));
        counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        problems = List.copyOf(problems);
    }

    /**
     * What has a field.
     *
     * @param episodes with at least one row
     * @param rows of them
     */
    public record Counts(long episodes, long rows) implements Serializable {
        /** With those of others. */
        public Counts plus(Counts other) {
            return new Counts(episodes + other.episodes, rows + other.rows);
        }
    }
}
