package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.Elements;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A column of the tables, a feature that is no video, with the source of its rows. */
final class Column {
    /** Takes the values of rows, row by row an element after the other. */
    @FunctionalInterface
    interface ValueVisitor {
        void value(int element, double value);
    }

    private static final int BLOCK_BYTES = 1 << 20;
    /** What is smaller in an episode is read once. */
    private static final int HELD_BYTES = 1 << 19;

    private final LeRobotFeature feature;
    private final DType dtype;
    private final RowSource source;
    private final int elements;
    private final int rowBytes;

    /**
     * Of a feature.
     *
     * @param dtype of its values; never float16, which Parquet's readers rarely know
     * @param source where its rows come from
     */
    Column(LeRobotFeature feature, DType dtype, RowSource source) {
        this(feature, dtype, feature.elements(), source);
    }

    private Column(LeRobotFeature feature, DType dtype, int elements, RowSource source) {
        this.feature = feature;
        this.dtype = dtype;
        this.source = source;
        this.elements = elements;
        rowBytes = Math.multiplyExact(elements, dtype.bytes());
    }

    /**
     * Of a text per row.
     *
     * @param bytes that the longest takes; shorter ones are filled up with zeros
     */
    static Column texts(LeRobotFeature feature, int bytes, RowSource source) {
        return new Column(feature, DType.TEXT, bytes, source);
    }

    /** The same rows, described so. */
    Column with(LeRobotFeature described) {
        return new Column(described, dtype, elements, source);
    }

    LeRobotFeature feature() {
        return feature;
    }

    DType dtype() {
        return dtype;
    }

    String key() {
        return feature.key();
    }

    /** Elements of one row. */
    int elements() {
        return elements;
    }

    int rowBytes() {
        return rowBytes;
    }

    boolean isPicture() {
        return feature.isPicture();
    }

    /** Rows {@code from} (inclusive) to {@code to} (exclusive), little-endian. */
    byte[] read(LeRobotRows episode, int from, int to) throws IOException {
        if ((long) episode.steps() * rowBytes > HELD_BYTES) {
            return load(episode, from, to);
        }
        byte[] all = episode.held().get(key());
        if (all == null) {
            all = load(episode, 0, episode.steps());
            episode.held().put(key(), all);
        }
        return to - from == episode.steps() ? all : Arrays.copyOfRange(all, from * rowBytes, to * rowBytes);
    }

    private byte[] load(LeRobotRows episode, int from, int to) throws IOException {
        byte[] rows = source.read(episode, from, to);
        if (rows.length != (long) (to - from) * rowBytes) {
            throw new IOException(episode.facts().where() + " ends in the middle of what becomes " + key());
        }
        return rows;
    }

    /** Goes through all values of an episode. */
    void each(LeRobotRows episode, ValueVisitor visitor) throws IOException {
        int most = Math.max(1, BLOCK_BYTES / rowBytes);
        for (int from = 0; from < episode.steps(); from += most) {
            each(read(episode, from, Math.min(from + most, episode.steps())), visitor);
        }
    }

    /** Goes through the values of some rows; float64 holds all but int64 and uint64 beyond 2^53 exactly. */
    private void each(byte[] rows, ValueVisitor visitor) {
        ByteBuffer values = Elements.of(rows);
        int count = rows.length / dtype.bytes();
        for (int i = 0; i < count; i++) {
            visitor.value(i % elements, Elements.getDouble(dtype, values, i));
        }
    }
}
