package io.github.roboreel.dataset.sql;

import java.io.IOException;
import java.util.List;

/** Takes the rows of a result, one after the other: no more than one needs to be in memory. */
public interface ResultSink {
    /**
     * Comes first, once.
     *
     * @param names of the columns
     * @param types of the columns, DuckDB's
     */
    void columns(List<String> names, List<String> types) throws IOException;

    /**
     * One row.
     *
     * @param values Boolean, Number, String, JsonNode, or a List or Map of such by column; null where there is none.
     *     Times are ISO 8601 texts, bytes are hexadecimal ones; a number may be NaN
     */
    void row(List<Object> values) throws IOException;
}
