package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.format.fault.Sentence;

/** The memory that one episode may take. For one thread. */
final class Memory {
    /** While an array grows, its old and its new one are there. */
    private static final int GROWING = 4;

    private final String where;
    private final long most;
    private long taken;

    /**
     * Of an episode of which nothing is in memory.
     *
     * @param where the episode is, for messages
     * @param most bytes that it may take
     */
    Memory(String where, long most) {
        this.where = where;
        this.most = most;
    }

    /**
     * Takes some, before it is allocated.
     *
     * @throws ExportRefusedException when there is too little
     */
    void take(long bytes) {
        require(bytes);
        taken += bytes;
    }

    /**
     * Requires that there is so much left, for what is used and forgotten.
     *
     * @throws ExportRefusedException when there is not
     */
    void require(long bytes) {
        if (bytes < 0 || bytes > most - taken) {
            throw new ExportRefusedException(Sentence.of(
                    "%s needs more than %s MiB, the memory that this Java has for one episode; give it more (-Xmx), "
                            + "or leave the episode out",
                    where, most >> 20));
        }
    }

    /** Bytes that one value may have whose length is not known before it is decoded: it grows as it is. */
    int mostOfOne() {
        return (int) Math.min((most - taken) / GROWING, Integer.MAX_VALUE / GROWING);
    }
}
