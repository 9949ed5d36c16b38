package io.github.roboreel.dataset.robomimic;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.util.Optional;

/** Smallest and largest value of all actions: robomimic's policies only give -1 to 1. */
final class ActionRange {
    private static final int BLOCK_ROWS = 4096;

    private double least = Double.POSITIVE_INFINITY;
    private double most = Double.NEGATIVE_INFINITY;

    void add(EpisodeReader episode) throws IOException {
        long rows = episode.info(DemoLayout.ACTIONS).rows();
        for (long row = 0; row < rows; row += BLOCK_ROWS) {
            long end = Math.min(rows, row + BLOCK_ROWS);
            for (double value : episode.readDoubles(DemoLayout.ACTIONS, row, end)) {
                least = Math.min(least, value);
                most = Math.max(most, value);
            }
        }
    }

    /** What to do about actions outside of -1 to 1. */
    Optional<String> note() {
        if (least >= -1 && most <= 1) {
            return Optional.empty();
        }
        return Optional.of(Sentence.of(
                "actions go from %s to %s and are stored as recorded, but robomimic's policies give -1 "
                        + "to 1; let its action_config normalise them (min_max)",
                (float) least, (float) most));
    }
}
