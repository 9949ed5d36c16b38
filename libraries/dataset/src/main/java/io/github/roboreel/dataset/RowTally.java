package io.github.roboreel.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.util.Optional;

/** Number of rows that one array has in the episodes of a dataset, gathered by {@link DatasetSurvey}. */
public final class RowTally {
    private String uneven;
    private long unevenRows;
    private long unevenSteps;
    private String without;
    private long mostBytes;

    void add(EpisodeFacts facts, DatasetInfo info, long steps) {
        if (info.rows() != steps && uneven == null) {
            uneven = facts.where();
            unevenRows = info.rows();
            unevenSteps = steps;
        }
        if (info.rows() == 0 && without == null) {
            without = facts.where();
        }
        mostBytes = Math.max(mostBytes, info.rawBytes());
    }

    /** Takes the tally of episodes that come later. */
    void add(RowTally later) {
        if (uneven == null) {
            uneven = later.uneven;
            unevenRows = later.unevenRows;
            unevenSteps = later.unevenSteps;
        }
        if (without == null) {
            without = later.without;
        }
        mostBytes = Math.max(mostBytes, later.mostBytes);
    }

    /** All of it, for {@link #of}. */
    ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("most_bytes", mostBytes);
        if (uneven != null) {
            json.put("uneven", uneven).put("uneven_rows", unevenRows).put("uneven_steps", unevenSteps);
        }
        return without == null ? json : json.put("without", without);
    }

    /** One that {@link #json} gave. */
    static RowTally of(JsonNode json) {
        RowTally read = new RowTally();
        read.mostBytes = json.path("most_bytes").asLong();
        read.uneven = json.path("uneven").asText(null);
        read.unevenRows = json.path("uneven_rows").asLong();
        read.unevenSteps = json.path("uneven_steps").asLong();
        read.without = json.path("without").asText(null);
        return read;
    }

    /** Whether every episode has as many rows as steps. */
    public boolean isOneEachStep() {
        return uneven == null;
    }

    /** Where the first episode is that has no row at all. */
    public Optional<String> firstWithout() {
        return Optional.ofNullable(without);
    }

    /** Whether any episode has a row. */
    public boolean isSomewhere() {
        return mostBytes > 0;
    }

    /** Bytes of the largest such array. */
    public long mostBytes() {
        return mostBytes;
    }

    /**
     * Checks that every episode has as many rows as steps.
     *
     * @param path of the array, for the message
     * @param advice what to do, the end of the message
     * @throws ExportRefusedException naming the first episode that has not
     */
    public void requireOneEachStep(String path, String advice) {
        if (uneven != null) {
            throw new ExportRefusedException(
                    uneven + " has " + unevenRows + " rows in '" + path + "' for " + unevenSteps + " steps" + advice);
        }
    }
}
