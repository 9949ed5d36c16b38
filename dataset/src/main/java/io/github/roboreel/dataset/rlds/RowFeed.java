package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.EpisodeFacts;
import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.dataset.RowBlocks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Function;

/** Where the values of a feature come from: gives an episode's values in order, in blocks. */
@FunctionalInterface
interface RowFeed {
    void feed(Episode episode, RowBlocks.Visitor rows) throws IOException;

    /** One row per action. */
    static RowFeed recorded(String path) {
        return (episode, rows) -> RowBlocks.each(episode.reader(), path, 0, episode.actions(), rows);
    }

    /** One row per action, and zeros in the last step, which has none. */
    static RowFeed ofAction(String path, int rowBytes) {
        return (episode, rows) -> {
            recorded(path).feed(episode, rows);
            if (episode.hasLastStep()) {
                rows.rows(new byte[rowBytes], 1);
            }
        };
    }

    /** Rows from before each action, and in the last step the one from after the last action. */
    static RowFeed ofObservation(String path, String finalPath) {
        return (episode, rows) -> {
            recorded(path).feed(episode, rows);
            if (episode.hasLastStep()) {
                rows.rows(RowBlocks.last(episode.reader(), finalPath), 1);
            }
        };
    }

    /** Rows from after each action, led by the one the episode started from. */
    static RowFeed ofState(String initialPath, String path) {
        return (episode, rows) -> {
            rows.rows(RowBlocks.last(episode.reader(), initialPath), 1);
            recorded(path).feed(episode, rows);
        };
    }

    /** The same rows, texts one by one and without the NULs behind them. */
    default RowFeed of(FieldInfo field) {
        if (!field.dtype().isText()) {
            return this;
        }
        int width = field.rowBytes();
        return (episode, rows) -> feed(episode, (block, count) -> {
            for (int row = 0; row < count; row++) {
                rows.rows(text(block, row * width, width), 1);
            }
        });
    }

    private static byte[] text(byte[] block, int from, int width) {
        int end = from + width;
        while (end > from && block[end - 1] == 0) {
            end--;
        }
        return Arrays.copyOfRange(block, from, end);
    }

    /** All rows as one value. */
    static RowFeed whole(String path) {
        return (episode, rows) -> {
            long count = episode.reader().info(path).rows();
            rows.rows(episode.reader().readBytes(path, 0, count), 1);
        };
    }

    /** The same text in every step. */
    static RowFeed everyStep(Function<EpisodeFacts, String> text) {
        return (episode, rows) -> {
            byte[] bytes = text.apply(episode.facts()).getBytes(StandardCharsets.UTF_8);
            for (int step = 0; step < episode.steps(); step++) {
                rows.rows(bytes, 1);
            }
        };
    }

    /** One text for the episode. */
    static RowFeed once(Function<Episode, String> text) {
        return (episode, rows) -> rows.rows(text.apply(episode).getBytes(StandardCharsets.UTF_8), 1);
    }
}
