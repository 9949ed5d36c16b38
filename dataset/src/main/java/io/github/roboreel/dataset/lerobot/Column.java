package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.format.DType;
import java.io.IOException;

/**
 * A column of the tables: a feature that is no video.
 *
 * @param feature what it is
 * @param dtype of its values; never float16, which Parquet's readers rarely know
 * @param source where its rows come from
 */
record Column(Feature feature, DType dtype, RowSource source) {
    private static final int BLOCK_BYTES = 4 << 20;

    /** Takes some rows, little-endian. */
    @FunctionalInterface
    interface BlockVisitor {
        void rows(byte[] rows, int count) throws IOException;
    }

    String key() {
        return feature.key();
    }

    int elements() {
        return feature.elements();
    }

    int rowBytes() {
        return Math.multiplyExact(elements(), dtype.bytes());
    }

    boolean isPicture() {
        return feature.isPicture();
    }

    boolean isDepthImage() {
        return isPicture() && dtype == DType.UINT16;
    }

    byte[] read(EpisodeRows episode, long from, long to) throws IOException {
        byte[] rows = source.read(episode, from, to);
        if (rows.length != (to - from) * rowBytes()) {
            throw new IOException(episode.facts().where() + " ends in the middle of what becomes " + key());
        }
        return rows;
    }

    /** Goes through all rows of an episode. */
    void each(EpisodeRows episode, BlockVisitor visitor) throws IOException {
        int most = Math.max(1, BLOCK_BYTES / rowBytes());
        for (int from = 0; from < episode.steps(); from += most) {
            int to = Math.min(from + most, episode.steps());
            visitor.rows(read(episode, from, to), to - from);
        }
    }
}
