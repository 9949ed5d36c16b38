package io.github.roboreel.dataset;

import io.github.roboreel.format.fault.IoSupplier;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;

/**
 * One array of an episode, read when it is asked for. For one thread.
 *
 * @param description reads its type, row shape and number of rows
 * @param rows its rows, all of numbers
 */
public record EpisodeColumn(IoSupplier<DatasetInfo> description, ForeignRows rows) {
    /** An array as an episode has it. */
    public static EpisodeColumn of(EpisodeReader episode, String path) {
        return new EpisodeColumn(() -> episode.info(path), (from, to) -> episode.readBytes(path, from, to));
    }

    /** An array of that description; other rows than it has are refused with an {@link IllegalArgumentException}. */
    public static EpisodeColumn of(DatasetInfo info, ForeignRows rows) {
        return new EpisodeColumn(() -> info, (from, to) -> {
            if (from < 0 || from > to || to > info.rows()) {
                throw new IllegalArgumentException(
                        "rows " + from + " to " + to + " asked for of an array of " + info.rows());
            }
            return from == to ? new byte[0] : rows.numbers(from, to);
        });
    }
}
