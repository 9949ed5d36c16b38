package io.github.roboreel.dataset;

import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.util.Optional;

/** Number of rows that one array has in the episodes of a dataset, gathered by {@link DatasetSurvey}. */
public final class RowTally {
    private EpisodeFacts uneven;
    private long unevenRows;
    private long unevenSteps;
    private EpisodeFacts without;
    private long mostBytes;

    void add(EpisodeFacts facts, DatasetInfo info, long steps) {
        if (info.rows() != steps && uneven == null) {
            uneven = facts;
            unevenRows = info.rows();
            unevenSteps = steps;
        }
        if (info.rows() == 0 && without == null) {
            without = facts;
        }
        mostBytes = Math.max(mostBytes, info.rawBytes());
    }

    /** Whether every episode has as many rows as steps. */
    public boolean isOneEachStep() {
        return uneven == null;
    }

    /** The first episode that has no row at all. */
    public Optional<EpisodeFacts> firstWithout() {
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
            throw new ExportRefusedException(uneven.where() + " has " + unevenRows + " rows in '" + path + "' for "
                    + unevenSteps + " steps" + advice);
        }
    }
}
