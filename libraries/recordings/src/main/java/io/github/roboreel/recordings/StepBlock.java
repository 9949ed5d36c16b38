package io.github.roboreel.recordings;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Some steps of an episode that follow each other, array by array. Immutable.
 *
 * @param firstStep index of the first in its episode, from 0
 * @param steps how many
 * @param values by path; the first axis is that of the steps
 */
public record StepBlock(long firstStep, int steps, Map<String, NdArray> values) {
    /** Copies the map, keeping its order. */
    public StepBlock {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /**
     * One of them, which shares this block's memory.
     *
     * @param index from 0, the first of the block
     */
    public Step step(int index) {
        Map<String, NdArray> row = new LinkedHashMap<>();
        values.forEach((path, rows) -> row.put(path, rows.row(index)));
        return new Step(firstStep + index, row);
    }
}
