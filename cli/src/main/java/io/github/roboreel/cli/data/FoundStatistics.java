package io.github.roboreel.cli.data;

import io.github.roboreel.recordings.ArraySpec;
import io.github.roboreel.recordings.transform.statistics.FieldStatistics;
import java.util.List;
import java.util.Map;

/**
 * Statistics of some episodes.
 *
 * @param episodes how many
 * @param steps of all of them
 * @param specs of the fields, by path, as the first episode that has them says
 * @param counts of each field, by path: what has it
 * @param fields statistics by path, in order
 * @param problems what could not be read, a sentence each
 */
record FoundStatistics(
        long episodes,
        long steps,
        Map<String, ArraySpec> specs,
        Map<String, Counts> counts,
        Map<String, FieldStatistics> fields,
        List<String> problems) {
    /**
     * What has a field.
     *
     * @param episodes with at least one row
     * @param rows of them
     */
    record Counts(long episodes, long rows) {
        /** With those of others. */
        Counts plus(Counts other) {
            return new Counts(episodes + other.episodes, rows + other.rows);
        }
    }
}
