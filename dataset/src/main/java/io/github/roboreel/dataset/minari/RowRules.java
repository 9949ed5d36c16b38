package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.minari.EpisodeLayout.LastObservation;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.tools.episodes.EpisodeFacts;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** How many rows an episode's arrays must have; Minari itself loads any number in silence. */
final class RowRules {
    private static final long BATCH_ROWS = 131_072;

    private RowRules() {}

    static void requireRows(List<Leaf> leaves, EpisodeFacts facts, EpisodeReader episode) throws IOException {
        for (Leaf leaf : leaves) {
            String path = leaf.field().path();
            long rows = episode.info(path).rows();
            if (rows != episode.numSamples()) {
                throw new ExportRefusedException(facts.where()
                        + " has "
                        + rows
                        + " rows in '"
                        + path
                        + "' for "
                        + episode.numSamples()
                        + " steps; repair the run with 'recover', or leave the episode"
                        + " out");
            }
        }
    }

    static void requireInitialState(List<Leaf> states, EpisodeFacts facts, EpisodeReader episode) throws IOException {
        for (Leaf leaf : states) {
            if (episode.info(leaf.in(DemoPaths.INITIAL_STATE)).rows() == 0) {
                throw new ExportRefusedException(facts.where()
                        + " has no row in '"
                        + leaf.in(DemoPaths.INITIAL_STATE)
                        + "', so its first observation is unknown; observe"
                        + " obs instead of states, or leave the episode out");
            }
        }
    }

    static void requireEnoughSteps(LastObservation last, EpisodeFacts facts, EpisodeReader episode) throws IOException {
        if (last == LastObservation.DROPPED && episode.numSamples() < 2) {
            throw new ExportRefusedException(facts.where()
                    + " has one step, which is left out for want of a final observation;"
                    + " leave it out, as a least number of 2 steps does");
        }
    }

    /** Arrow's readers cut longer tables into batches, and Minari takes a batch for an episode. */
    static void requireOneBatch(LastObservation last, EpisodeFacts facts, long steps) {
        long observations = steps + (last == LastObservation.DROPPED ? 0 : 1);
        if (observations > BATCH_ROWS) {
            throw new ExportRefusedException(facts.where()
                    + " has "
                    + observations
                    + " observations, but Minari reads at most "
                    + BATCH_ROWS
                    + " of an episode in Arrow; choose the HDF5 format");
        }
    }

    /** Whether an array has rows that differ from its last one. */
    static boolean rowsDiffer(EpisodeReader episode, String path) throws IOException {
        long rows = episode.info(path).rows();
        if (rows < 2) {
            return false;
        }
        byte[] last = episode.readBytes(path, rows - 1, rows);
        for (long row = 0; row < rows - 1; row++) {
            if (!Arrays.equals(last, episode.readBytes(path, row, row + 1))) {
                return true;
            }
        }
        return false;
    }
}
