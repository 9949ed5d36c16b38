package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.EpisodeFacts;
import io.github.roboreel.dataset.EpisodeSource;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** How many rows the arrays have in all episodes, and what metadata there is. */
final class EpisodeScan {
    private static final class Rows {
        private boolean oneEachStep = true;
        private long fewest = Long.MAX_VALUE;
        private long mostBytes;
    }

    private final Map<String, Rows> rows = new HashMap<>();
    private final Map<String, String> ids = new HashMap<>();
    private final MetadataColumns metadata = new MetadataColumns();

    /**
     * Goes through all episodes, without reading their rows except the actions.
     *
     * @throws ExportRefusedException when one is there twice, or lacks rows
     */
    static EpisodeScan of(EpisodeSource source) throws IOException {
        EpisodeScan scan = new EpisodeScan();
        source.visit(scan::look);
        return scan;
    }

    private void look(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        long steps = episode.numSamples();
        if (!episode.has(EpisodeIdentity.ACTIONS)) {
            throw new ExportRefusedException(facts.where() + " has no 'actions', which every RLDS step needs");
        }
        for (String path : episode.paths()) {
            DatasetInfo info = episode.info(path);
            requireRows(facts, path, info.rows(), steps);
            Rows seen = rows.computeIfAbsent(path, p -> new Rows());
            seen.oneEachStep &= info.rows() == steps;
            seen.fewest = Math.min(seen.fewest, info.rows());
            seen.mostBytes = Math.max(seen.mostBytes, info.rawBytes());
        }
        metadata.add(EpisodeMetadata.of(facts));
        requireOnce(facts, EpisodeIdentity.of(facts, episode));
    }

    private static void requireRows(EpisodeFacts facts, String path, long rows, long steps) {
        boolean needed = path.equals(EpisodeIdentity.ACTIONS)
                || DemoPaths.isIn(DemoPaths.OBS, path)
                || DemoPaths.isIn(DemoPaths.STATES, path);
        if (needed && rows != steps) {
            throw new ExportRefusedException(facts.where()
                    + " has "
                    + rows
                    + " rows in '"
                    + path
                    + "' for "
                    + steps
                    + " steps; recover its run or leave the episode out");
        }
    }

    private void requireOnce(EpisodeFacts facts, String id) {
        String earlier = ids.put(id, facts.where());
        if (earlier != null) {
            throw new ExportRefusedException(
                    facts.where() + " is the same episode as " + earlier + "; name each folder once");
        }
    }

    /** Whether every episode has one row per step. */
    boolean isOneEachStep(String path) {
        return rows.containsKey(path) && rows.get(path).oneEachStep;
    }

    /** Whether every episode has a row. */
    boolean isEverywhere(String path) {
        return rows.containsKey(path) && rows.get(path).fewest > 0;
    }

    /** Whether any episode has a row. */
    boolean isSomewhere(String path) {
        return rows.containsKey(path) && mostBytes(path) > 0;
    }

    /** Bytes of the largest such array. */
    long mostBytes(String path) {
        return rows.get(path).mostBytes;
    }

    boolean hasId(String id) {
        return ids.containsKey(id);
    }

    MetadataColumns metadata() {
        return metadata;
    }
}
