package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.PngFrames;
import io.github.roboreel.dataset.TiffFrames;
import io.github.roboreel.dataset.duckdb.DuckDb;
import io.github.roboreel.dataset.duckdb.NumberCells;
import io.github.roboreel.dataset.lerobot.ParquetFiles.TableColumn;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.Elements;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * A column of the tables, a feature that is no video: where its rows come from, and how DuckDB holds them, bit for bit.
 * Pictures are files, PNG or TIFF of depths in float32; texts of a column of {@link LanguageRows} are the JSON that its
 * lists are made of.
 */
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
    private final NumberCells cells;

    private Column(LeRobotFeature feature, DType dtype, int elements, RowSource source) {
        this.feature = feature;
        this.dtype = dtype;
        this.source = source;
        this.elements = elements;
        rowBytes = Math.multiplyExact(elements, dtype.bytes());
        cells = new NumberCells(key(), name(), dtype, elements, !feature.isScalar());
    }

    /**
     * Of a feature.
     *
     * @param dtype of its values; never float16, which Parquet's readers rarely know
     * @param source where its rows come from
     */
    Column(LeRobotFeature feature, DType dtype, RowSource source) {
        this(feature, dtype, feature.elements(), source);
    }

    /**
     * Of a text per row.
     *
     * @param bytes that the longest takes; shorter ones are filled up with zeros
     */
    static Column texts(LeRobotFeature feature, int bytes, RowSource source) {
        return new Column(feature, DType.TEXT, bytes, source);
    }

    /** Of numbers that are made for each frame. */
    static Column each(LeRobotFeature feature, RowSource.Value value) {
        DType dtype = feature.dtype().orElseThrow();
        return new Column(feature, dtype, RowSource.each(dtype, value));
    }

    /** A flag that is set at the last step only, and there if the episode is so. */
    static Column flag(String key, Predicate<EpisodeFacts> isSo) {
        return each(
                LeRobotFeature.scalar(key, DType.BOOL.label()),
                (episode, frame) -> frame == episode.steps() - 1 && isSo.test(episode.facts()) ? 1 : 0);
    }

    /** A whole number for each frame. */
    static Column count(String key, RowSource.Value count) {
        return each(LeRobotFeature.scalar(key, DType.INT64.label()), count);
    }

    /** The same rows, described so. */
    Column with(LeRobotFeature described) {
        return new Column(described, dtype, elements, source);
    }

    LeRobotFeature feature() {
        return feature;
    }

    String key() {
        return feature.key();
    }

    private String name() {
        return DuckDb.name(key());
    }

    int rowBytes() {
        return rowBytes;
    }

    boolean isPicture() {
        return feature.isPicture();
    }

    private boolean isTiff() {
        return dtype.isFloating();
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

    /** Goes through all values of an episode; float64 holds all but int64 and uint64 beyond 2^53 exactly. */
    void each(LeRobotRows episode, ValueVisitor visitor) throws IOException {
        int most = Math.max(1, BLOCK_BYTES / rowBytes);
        for (int from = 0; from < episode.steps(); from += most) {
            byte[] rows = read(episode, from, Math.min(from + most, episode.steps()));
            ByteBuffer values = Elements.of(rows);
            for (int i = 0; i < rows.length / dtype.bytes(); i++) {
                visitor.value(i % elements, Elements.getDouble(dtype, values, i));
            }
        }
    }

    /** The column in a table. */
    TableColumn table() {
        if (isPicture()) {
            return TableColumn.picture(key());
        }
        if (dtype.isText()) {
            return LanguageRows.isOne(key())
                    ? TableColumn.json(key(), LanguageRows.structure(key()))
                    : TableColumn.scalar(key(), "VARCHAR");
        }
        String type = NumberCells.sqlType(dtype);
        return feature.isScalar() ? TableColumn.scalar(key(), type) : TableColumn.lists(key(), type, feature.shape());
    }

    /**
     * Adds the values of a row to those of a table's row.
     *
     * @return about how many bytes they take
     */
    int put(List<Object> to, byte[] rows, int row, long frame) {
        if (isPicture()) {
            byte[] file = isTiff()
                    ? TiffFrames.encode(rows, row, feature.width(), feature.height())
                    : PngFrames.encode(dtype, rows, row, feature.width(), feature.height());
            to.add(ByteBuffer.wrap(file));
            to.add(String.format(Locale.ROOT, "frame-%06d.%s", frame, isTiff() ? "tiff" : "png"));
            return file.length;
        }
        if (dtype.isText()) {
            String text = StepTexts.text(rows, row, rowBytes);
            to.add(text);
            return text.length();
        }
        ByteBuffer values = ByteBuffer.wrap(rows, row * rowBytes, rowBytes).slice();
        Object numbers = Elements.array(dtype, values.order(ByteOrder.LITTLE_ENDIAN));
        to.add(feature.isScalar() ? Array.get(numbers, 0) : numbers);
        return rowBytes;
    }

    /** What to select of a Parquet file to read the column: an expression per column of the result. */
    List<String> selected() {
        if (isPicture()) {
            return List.of("struct_extract(" + name() + ", 'bytes')");
        }
        if (dtype.isText()) {
            return List.of(LanguageRows.isOne(key()) ? "to_json(" + name() + ")" : name());
        }
        return cells.selected();
    }

    /** One row of what was {@link #selected}, from a column of the result on, as it was put. */
    byte[] read(ResultSet rows, int first) throws SQLException, IOException {
        if (isPicture()) {
            byte[] file = rows.getBytes(first);
            return isTiff()
                    ? TiffFrames.decode(file, feature.width(), feature.height())
                    : PngFrames.decode(dtype, file, feature.width(), feature.height());
        }
        if (dtype.isText()) {
            String text = rows.getString(first);
            return StepTexts.row(LanguageRows.isOne(key()) ? LanguageRows.canonical(key(), text) : text, rowBytes);
        }
        ByteBuffer bytes = Elements.room(dtype, elements);
        cells.read(rows, first, bytes);
        return bytes.array();
    }
}
