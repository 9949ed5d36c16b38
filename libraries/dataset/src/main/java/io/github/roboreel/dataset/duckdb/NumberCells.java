package io.github.roboreel.dataset.duckdb;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.Elements;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Numbers of a column, one or a list in each row: what to select, and their bytes.
 *
 * @param name of the column, for messages
 * @param expression in SQL: a number of the type, or a flat list of them
 * @param dtype of a number; float16 and texts are none
 * @param elements of a row
 * @param isList whether they are in a list
 */
public record NumberCells(String name, String expression, DType dtype, int elements, boolean isList) {
    /** Lists of up to so many elements are read element by element, which is faster than as a list. */
    private static final int MAX_SINGLE_ELEMENTS = 64;

    /** DuckDB's signed types of 1, 2, 4 and 8 bytes. */
    private static final List<String> WHOLE = List.of("TINYINT", "SMALLINT", "INTEGER", "BIGINT");

    /** DuckDB's type of a number. */
    public static String sqlType(DType dtype) {
        return switch (dtype.kind()) {
            case FLOATING -> dtype.bytes() == Float.BYTES ? "FLOAT" : "DOUBLE";
            case SIGNED -> wholeType(dtype);
            case UNSIGNED -> "U" + wholeType(dtype);
            case BOOL -> "BOOLEAN";
            case TEXT -> throw new IllegalStateException("no column is of " + dtype);
        };
    }

    private static String wholeType(DType dtype) {
        return WHOLE.get(Integer.numberOfTrailingZeros(dtype.bytes()));
    }

    /** What to select: an expression per column of the result. A list comes only where it has the right length. */
    public List<String> selected() {
        if (!isList) {
            return List.of(expression);
        }
        String length = "len(" + expression + ")";
        List<String> selected = new ArrayList<>(List.of(length));
        if (isShort()) {
            for (int element = 1; element <= elements; element++) {
                selected.add(expression + "[" + element + "]");
            }
        } else {
            selected.add("CASE WHEN " + length + " = " + elements + " THEN " + expression + " END");
        }
        return selected;
    }

    private boolean isShort() {
        return elements <= MAX_SINGLE_ELEMENTS;
    }

    /** Bytes of a row's numbers. */
    public int rowBytes() {
        return Math.multiplyExact(elements, dtype.bytes());
    }

    /**
     * Puts a row's numbers.
     *
     * @param rows of a result
     * @param first index of the first column that was {@link #selected}, from 1
     * @param bytes takes them, in its order of bytes
     * @throws IOException when there is a gap, or a list has another length
     */
    public void read(ResultSet rows, int first, ByteBuffer bytes) throws SQLException, IOException {
        if (!isList) {
            put(rows, first, bytes);
            return;
        }
        requireLength(rows, first);
        if (isShort()) {
            for (int element = 1; element <= elements; element++) {
                put(rows, first + element, bytes);
            }
            return;
        }
        Array list = rows.getArray(first + 1);
        for (Object element : (Object[]) list.getArray()) {
            put(element, bytes);
        }
    }

    private void requireLength(ResultSet rows, int first) throws SQLException, IOException {
        long length = rows.getLong(first);
        if (rows.wasNull()) {
            throw gap();
        }
        if (length != elements) {
            throw new IOException(Sentence.of("'%s' has a row of %d elements, expected %d", name, length, elements));
        }
    }

    private IOException gap() {
        return new IOException("'" + name + "' has a gap in it");
    }

    /** Floats without an object for each number. */
    private void put(ResultSet rows, int column, ByteBuffer bytes) throws SQLException, IOException {
        if (!dtype.isFloating()) {
            put(rows.getObject(column), bytes);
            return;
        }
        int index = Elements.next(dtype, bytes);
        if (dtype.javaType() == float.class) {
            Elements.putFloatBits(dtype, bytes, index, Float.floatToRawIntBits(rows.getFloat(column)));
        } else {
            Elements.putDouble(dtype, bytes, index, rows.getDouble(column));
        }
        if (rows.wasNull()) {
            throw gap();
        }
    }

    private void put(Object element, ByteBuffer bytes) throws IOException {
        if (element == null) {
            throw gap();
        }
        Elements.put(dtype, bytes, Elements.next(dtype, bytes), element);
    }
}
