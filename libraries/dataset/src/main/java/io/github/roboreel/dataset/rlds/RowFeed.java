package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.RowBlocks;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.Elements;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.transform.EpisodeFlags.Flags;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.Predicate;

/** Where the values of a feature come from: gives an episode's values in order, in blocks. */
@FunctionalInterface
interface RowFeed {
    void feed(RldsSource episode, RowBlocks.Visitor rows) throws IOException;

    /** One row per action. */
    private static RowFeed recorded(FieldInfo field) {
        return (episode, rows) -> RowBlocks.each(episode.reader(), field, 0, episode.actions(), rows);
    }

    /** One row per action, and zeros in the last step, which has none. */
    static RowFeed ofAction(FieldInfo field) {
        return ofTexts(field, (episode, rows) -> {
            recorded(field).feed(episode, rows);
            if (episode.hasLastStep()) {
                rows.rows(new byte[field.rowBytes()], 1);
            }
        });
    }

    /** Rows from before each action, and in the last step the one from after the last action. */
    static RowFeed ofObservation(FieldInfo field, String finalPath) {
        return ofTexts(field, (episode, rows) -> {
            recorded(field).feed(episode, rows);
            if (episode.hasLastStep()) {
                rows.rows(RowBlocks.last(episode.reader(), finalPath), 1);
            }
        });
    }

    /** Rows from after each action, led by the one the episode started from. */
    static RowFeed ofState(FieldInfo field, String initialPath) {
        return ofTexts(field, (episode, rows) -> {
            rows.rows(RowBlocks.last(episode.reader(), initialPath), 1);
            recorded(field).feed(episode, rows);
        });
    }

    /** The same rows, texts one by one and without the NULs behind them. */
    private static RowFeed ofTexts(FieldInfo field, RowFeed feed) {
        if (!field.dtype().isText()) {
            return feed;
        }
        int width = field.rowBytes();
        return (episode, rows) -> feed.feed(episode, (block, count) -> {
            for (int row = 0; row < count; row++) {
                rows.rows(RowBlocks.text(block, row * width, width), 1);
            }
        });
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
    static RowFeed once(Function<RldsSource, String> text) {
        return (episode, rows) -> rows.rows(text.apply(episode).getBytes(StandardCharsets.UTF_8), 1);
    }

    /** One bool per step. */
    static RowFeed flags(Predicate<Flags> test) {
        return (episode, rows) -> {
            byte[] values = new byte[episode.steps()];
            for (int step = 0; step < values.length; step++) {
                values[step] = (byte) (test.test(episode.flags(step)) ? 1 : 0);
            }
            rows.rows(values, values.length);
        };
    }

    /** One float32 per step: 1 while the episode continues or could have, 0 for the action that ended it. */
    static RowFeed discounts() {
        return (episode, rows) -> {
            ByteBuffer bytes = littleEndian(episode.steps() * Float.BYTES);
            for (int step = 0; step < episode.steps(); step++) {
                bytes.putFloat(episode.flags(step).discount());
            }
            rows.rows(bytes.array(), episode.steps());
        };
    }

    /** One reward per action, then 0 in the last step, as float32 or float64. */
    static RowFeed rewards(RewardPolicy policy, DType dtype) {
        return (episode, rows) -> {
            double[] rewards = policy.rewards(episode.facts(), episode.reader());
            rows.rows(Elements.bytes(dtype, Arrays.copyOf(rewards, episode.steps())), episode.steps());
        };
    }

    private static ByteBuffer littleEndian(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
