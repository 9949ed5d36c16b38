package io.github.roboreel.dataset.duckdb;

import io.github.roboreel.recordings.folder.LineColumn;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Collection;
import java.util.Map;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/** Puts rows into a table. For one thread. */
public final class RowWriter implements AutoCloseable {
    /** The appender's buffers for elements of lists and maps overflow beyond 2048, unless rows are handed on. */
    private static final int MAX_ELEMENTS = 1024;

    private final DuckDBAppender appender;
    private int elements;

    /** Into a table that is there. */
    public RowWriter(DuckDBConnection connection, String table) throws SQLException {
        appender = connection.createAppender(table);
    }

    /**
     * A row: a value per column, null or an empty optional where there is none. A whole buffer is a blob, an array a
     * list of numbers.
     *
     * @throws IllegalArgumentException when a value is none that a table holds
     */
    public void row(Object... values) throws SQLException {
        appender.beginRow();
        for (Object value : values) {
            append(LineColumn.plain(value));
        }
        appender.endRow();
        if (elements >= MAX_ELEMENTS) {
            appender.flush();
            elements = 0;
        }
    }

    private void append(Object value) throws SQLException {
        if (value == null) {
            appender.appendNull();
        } else if (value instanceof String text) {
            appender.append(text);
        } else if (value instanceof Byte number) {
            appender.append(number.byteValue());
        } else if (value instanceof Short number) {
            appender.append(number.shortValue());
        } else if (value instanceof Integer number) {
            appender.append(number.intValue());
        } else if (value instanceof Long number) {
            appender.append(number.longValue());
        } else if (value instanceof Float number) {
            appender.append(number.floatValue());
        } else if (value instanceof Double number) {
            appender.append(number.doubleValue());
        } else if (value instanceof Boolean truth) {
            appender.append(truth.booleanValue());
        } else {
            appendNested(value);
        }
    }

    private void appendNested(Object value) throws SQLException {
        if (value instanceof Collection<?> list) {
            elements += list.size();
            appender.append(list);
        } else if (value instanceof Map<?, ?> map) {
            elements += map.size();
            appender.append(map);
        } else if (value instanceof LocalDateTime time) {
            appender.append(time);
        } else if (value instanceof ByteBuffer bytes) {
            appender.append(bytes.array());
        } else {
            appendNumbers(value);
        }
    }

    /** Lists of the types that {@code Elements.array} makes. */
    private void appendNumbers(Object value) throws SQLException {
        if (value instanceof float[] list) {
            appender.append(list);
        } else if (value instanceof double[] list) {
            appender.append(list);
        } else if (value instanceof byte[] list) {
            appender.appendByteArray(list);
        } else if (value instanceof short[] list) {
            appender.append(list);
        } else if (value instanceof int[] list) {
            appender.append(list);
        } else if (value instanceof long[] list) {
            appender.append(list);
        } else if (value instanceof boolean[] list) {
            appender.append(list);
        } else {
            throw new IllegalArgumentException(value.getClass() + " is no value of a table");
        }
    }

    /** Hands on what was put in. */
    @Override
    public void close() throws SQLException {
        appender.close();
    }
}
