package io.github.roboreel.dataset;

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
