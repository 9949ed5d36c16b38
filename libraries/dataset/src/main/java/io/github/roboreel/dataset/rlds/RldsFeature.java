package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.util.function.IntConsumer;

/**
 * One leaf of the dataset's structure.
 *
 * @param key names from the root joined by {@code /}, for example {@code steps/action}
 * @param codec how its values are stored
 * @param feed where they come from
 * @param description for readers; empty for none
 */
record RldsFeature(String key, ValueCodec codec, RowFeed feed, String description) {
    RldsFeature(String key, ValueCodec codec, RowFeed feed) {
        this(key, codec, feed, "");
    }

    boolean isPicture() {
        return codec.isPicture();
    }

    /** Its node of {@code features.json}. */
    ObjectNode declaration() {
        ObjectNode node = codec.declaration();
        return description.isEmpty() ? node : node.put("description", description);
    }

    /**
     * Adds an episode's values to a list.
     *
     * @param written takes how many were added, block by block
     */
    void write(RldsSource episode, CodedOutputStream list, IntConsumer written) throws IOException {
        feed.feed(episode, (rows, count) -> {
            codec.write(rows, count, list);
            written.accept(count);
        });
    }
}
