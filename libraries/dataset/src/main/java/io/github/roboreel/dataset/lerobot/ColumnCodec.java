package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.PngFrames;
import io.github.roboreel.dataset.duckdb.DuckDb;
import io.github.roboreel.dataset.duckdb.NumberCells;
import io.github.roboreel.dataset.lerobot.ParquetFiles.TableColumn;
import io.github.roboreel.format.Elements;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.duckdb.DuckDBAppender;

/** The values of a column in DuckDB: puts them in and reads them back, bit for bit. */
final class ColumnCodec {
    private final Column column;
    private final boolean isScalar;
    private final NumberCells cells;

    ColumnCodec(Column column) {
        this.column = column;
        isScalar = column.feature().isScalar();
        cells = new NumberCells(column.key(), DuckDb.name(column.key()), column.dtype(), column.elements(), !isScalar);
    }

    Column column() {
        return column;
    }

    /** The column in a table. */
    TableColumn table() {
        if (column.isPicture()) {
            return TableColumn.picture(column.key());
        }
        return isScalar
                ? TableColumn.scalar(column.key(), type())
                : TableColumn.lists(column.key(), type(), column.feature().shape());
    }

    private String type() {
        return NumberCells.sqlType(column.dtype());
    }

    /**
     * Appends one row.
     *
     * @param rows of the column, little-endian
     * @param row which of them
     * @param frame its number in the episode
     * @return bytes that DuckDB holds now
     */
    int append(DuckDBAppender to, byte[] rows, int row, long frame) throws SQLException {
        if (column.isPicture()) {
            return appendPicture(to, rows, row, frame);
        }
        ByteBuffer values = ByteBuffer.wrap(rows, row * column.rowBytes(), column.rowBytes());
        Object numbers = Elements.array(column.dtype(), values.slice().order(ByteOrder.LITTLE_ENDIAN));
        if (isScalar) {
            appendScalar(to, Array.get(numbers, 0));
        } else {
            appendList(to, numbers);
        }
        return column.rowBytes();
    }

    private int appendPicture(DuckDBAppender to, byte[] rows, int row, long frame) throws SQLException {
        int height = column.feature().height();
        int width = column.feature().width();
        byte[] png = PngFrames.encode(column.dtype(), rows, row, width, height);
        to.append(png);
        to.append(String.format(Locale.ROOT, "frame-%06d.png", frame));
        return png.length;
    }

    private static void appendScalar(DuckDBAppender to, Object number) throws SQLException {
        if (number instanceof Float value) {
            to.append(value);
        } else if (number instanceof Double value) {
            to.append(value);
        } else if (number instanceof Byte value) {
            to.append(value);
        } else if (number instanceof Short value) {
            to.append(value);
        } else if (number instanceof Integer value) {
            to.append(value);
        } else if (number instanceof Long value) {
            to.append(value);
        } else {
            to.append((Boolean) number);
        }
    }

    private static void appendList(DuckDBAppender to, Object numbers) throws SQLException {
        if (numbers instanceof float[] list) {
            to.append(list);
        } else if (numbers instanceof double[] list) {
            to.append(list);
        } else if (numbers instanceof byte[] list) {
            to.appendByteArray(list);
        } else if (numbers instanceof short[] list) {
            to.append(list);
        } else if (numbers instanceof int[] list) {
            to.append(list);
        } else if (numbers instanceof long[] list) {
            to.append(list);
        } else {
            to.append((boolean[]) numbers);
        }
    }

    /** What to select of a Parquet file to read the column: an expression per column of the result. */
    List<String> selected() {
        return column.isPicture()
                ? List.of("struct_extract(" + DuckDb.name(column.key()) + ", 'bytes')")
                : cells.selected();
    }

    /** Number of columns of the result that were {@link #selected}. */
    int width() {
        return column.isPicture() ? 1 : cells.width();
    }

    /**
     * One row, as it was appended.
     *
     * @param rows of a result
     * @param first index of the first column that was {@link #selected}, from 1
     * @throws IOException when it is none of this column
     */
    byte[] read(ResultSet rows, int first) throws SQLException, IOException {
        if (column.isPicture()) {
            int height = column.feature().height();
            int width = column.feature().width();
            return PngFrames.decode(column.dtype(), rows.getBytes(first), width, height);
        }
        ByteBuffer bytes = ByteBuffer.allocate(column.rowBytes()).order(ByteOrder.LITTLE_ENDIAN);
        cells.read(rows, first, bytes);
        return bytes.array();
    }
}
