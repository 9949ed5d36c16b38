package io.github.roboreel.dataset.lerobot;

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
import org.duckdb.DuckDBAppender;

/** Numbers: a scalar or a list of them a row. */
final class NumberCodec implements ColumnCodec {
    private final Column column;
    private final boolean isScalar;
    private final NumberCells cells;

    NumberCodec(Column column) {
        this.column = column;
        isScalar = column.feature().isScalar();
        cells = new NumberCells(column.key(), DuckDb.name(column.key()), column.dtype(), column.elements(), !isScalar);
    }

    @Override
    public Column column() {
        return column;
    }

    @Override
    public TableColumn table() {
        return isScalar
                ? TableColumn.scalar(column.key(), type())
                : TableColumn.lists(column.key(), type(), column.feature().shape());
    }

    private String type() {
        return NumberCells.sqlType(column.dtype());
    }

    @Override
    public int append(DuckDBAppender to, byte[] rows, int row, long frame) throws SQLException {
        ByteBuffer values = ByteBuffer.wrap(rows, row * column.rowBytes(), column.rowBytes());
        Object numbers = Elements.array(column.dtype(), values.slice().order(ByteOrder.LITTLE_ENDIAN));
        if (isScalar) {
            appendScalar(to, Array.get(numbers, 0));
        } else {
            appendList(to, numbers);
        }
        return column.rowBytes();
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

    @Override
    public List<String> selected() {
        return cells.selected();
    }

    @Override
    public int width() {
        return cells.width();
    }

    @Override
    public byte[] read(ResultSet rows, int first) throws SQLException, IOException {
        ByteBuffer bytes = ByteBuffer.allocate(column.rowBytes()).order(ByteOrder.LITTLE_ENDIAN);
        cells.read(rows, first, bytes);
        return bytes.array();
    }
}
