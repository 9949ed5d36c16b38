package io.github.roboreel.recordings.episodes;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * Observations that were probably recorded one step late: {@code obs/x} that changes and equals {@code states/x} of the
 * same row everywhere. Row k of the one is to be what was seen before action k, of the other the state after it, so
 * that the two are equal only where nothing moves.
 */
public final class LateObservations {
    private static final long BLOCK_BYTES = 1 << 20;

    private LateObservations() {}

    /** Path of the state that an array is compared with; empty of one that is no observation. */
    public static Optional<String> stateOf(String path) {
        return DemoPaths.isIn(DemoPaths.OBS, path) ? Optional.of(DemoPaths.stateOf(path)) : Optional.empty();
    }

    /**
     * Whether an array is one. Reads rows of those only that have a state of the same name, type and shape, and no
     * further than the first block that differs.
     *
     * @param path of the array in the episode
     * @throws IOException when they cannot be
     */
    public static boolean isLate(EpisodeReader episode, String path) throws IOException {
        Optional<String> compared = stateOf(path);
        if (compared.isEmpty() || !episode.has(compared.get())) {
            return false;
        }
        String state = compared.get();
        DatasetInfo seen = episode.info(path);
        DatasetInfo after = episode.info(state);
        boolean isAlike = seen.dtype() == after.dtype() && seen.rowShape().equals(after.rowShape());
        long rows = Math.min(episode.numSamples(), Math.min(seen.rows(), after.rows()));
        return isAlike && seen.rowElements() > 0 && changesAndEquals(episode, path, state, rows);
    }

    private static boolean changesAndEquals(EpisodeReader episode, String path, String state, long rows)
            throws IOException {
        long blockRows =
                Math.max(1, BLOCK_BYTES / Math.max(1, episode.info(path).rawBytes() / Math.max(1, rows)));
        byte[] first = null;
        boolean changes = false;
        for (long from = 0; from < rows; from += blockRows) {
            long to = Math.min(from + blockRows, rows);
            byte[] block = episode.readBytes(path, from, to);
            if (!Arrays.equals(block, episode.readBytes(state, from, to))) {
                return false;
            }
            first = first == null ? Arrays.copyOf(block, (int) (block.length / (to - from))) : first;
            changes = changes || hasOther(block, first);
        }
        return changes;
    }

    private static boolean hasOther(byte[] rows, byte[] row) {
        for (int from = 0; from < rows.length; from += row.length) {
            if (!Arrays.equals(rows, from, from + row.length, row, 0, row.length)) {
                return true;
            }
        }
        return false;
    }

    /** What to say of one, behind its path. */
    public static String problem(String path) {
        return Sentence.of(
                "changes and equals %s of the same row everywhere, so it was probably recorded after the action of its"
                        + " row, not before it, and shows a policy what its action will do",
                DemoPaths.stateOf(path));
    }
}
