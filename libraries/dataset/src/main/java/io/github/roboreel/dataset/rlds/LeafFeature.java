package io.github.roboreel.dataset.rlds;

import java.util.List;

/**
 * One leaf of a dataset's structure: a list of values in each record.
 *
 * @param key names from the root joined by {@code /}, for example {@code steps/observation/image}
 * @param isStep whether it has a value for each step
 * @param form how a value is stored
 * @param type of its numbers; of texts none
 * @param shape of one value; -1 for a size that may differ
 * @param lengths of the sequences around the value, outer first, without the steps; -1 for one that may differ
 * @param reason why no recording holds it; empty where one does
 */
record LeafFeature(
        String key, boolean isStep, Form form, NumberType type, List<Long> shape, List<Long> lengths, String reason) {
    /** How a value is stored. */
    enum Form {
        /** Its elements are numbers of a list. */
        NUMBERS,
        /** Its bytes are an item of a list. */
        BYTES,
        /** Its bytes, compressed, are an item of a list. */
        ZLIB,
        /** A picture file. */
        PICTURE,
        /** A text in UTF-8. */
        TEXT,
        /** In a way that is not read. */
        UNREAD
    }

    LeafFeature {
        shape = List.copyOf(shape);
        lengths = List.copyOf(lengths);
    }

    /** Whether each value has as many rows as the last one. */
    boolean isRagged() {
        return lengths.contains(-1L);
    }

    /** Levels of sequences, steps included. */
    int sequences() {
        return lengths.size() + (isStep ? 1 : 0);
    }
}
