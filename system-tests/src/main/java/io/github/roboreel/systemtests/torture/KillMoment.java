package io.github.roboreel.systemtests.torture;

import java.util.List;
import java.util.Random;

/** When a recording is killed: the instants at which most can go wrong come up most often. */
enum KillMoment {
    /** While the run's files are being made. */
    OPEN,
    /** Around a flush of an env. */
    FLUSH,
    /** Around a chunk that becomes full. */
    CHUNK,
    /** When the last steps are recorded and the episodes end. */
    END,
    /** While the run is being closed. */
    CLOSE,
    /** While the closed run is compacted. */
    COMPACT,
    /** At any time. */
    ANY;

    private static final List<KillMoment> WEIGHTED = List.of(
            OPEN, OPEN, FLUSH, FLUSH, CHUNK, CHUNK, END, END, CLOSE, CLOSE, COMPACT, COMPACT, COMPACT, ANY, ANY);

    static KillMoment random(Random random) {
        return WEIGHTED.get(random.nextInt(WEIGHTED.size()));
    }
}
