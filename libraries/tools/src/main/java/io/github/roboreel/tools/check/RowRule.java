package io.github.roboreel.tools.check;

import java.util.Optional;

/** Something that must hold for the rows of one dataset. For one thread, and one dataset only. */
interface RowRule {
    /**
     * Takes the next rows.
     *
     * @param firstRow index of the first of them
     * @param values row-major
     * @param columns values per row, at least 1
     */
    void accept(long firstRow, double[] values, int columns);

    /** What is wrong with the rows seen so far; empty when nothing is. */
    Optional<String> verdict();
}
