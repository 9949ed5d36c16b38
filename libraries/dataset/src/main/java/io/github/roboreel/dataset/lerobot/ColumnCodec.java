package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.PngFrames;
import io.github.roboreel.dataset.duckdb.DuckDb;
import io.github.roboreel.dataset.duckdb.NumberCells;
import io.github.roboreel.dataset.lerobot.ParquetFiles.TableColumn;
import java.io.IOException;
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
        int levels = column.isPicture() ? 0 : column.feature().shape().size() - 1;
        String flat = "flatten(".repeat(levels) + DuckDb.name(column.key()) + ")".repeat(levels);
        cells = new NumberCells(column.key(), flat, column.dtype(), column.elements(), !isScalar);
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

    private IllegalStateException noColumn() {
        return new IllegalStateException("no column is of " + column.dtype());
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
        ByteBuffer values = ByteBuffer.wrap(rows, row * column.rowBytes(), column.rowBytes())
                .slice()
                .order(ByteOrder.LITTLE_ENDIAN);
        if (isScalar) {
            appendScalar(to, values);
        } else {
            appendList(to, values);
        }
        return column.rowBytes();
    }

    private int appendPicture(DuckDBAppender to, byte[] rows, int row, long frame) throws SQLException {
        int height = column.feature().height();
        int width = column.feature().width();
        byte[] png = column.isDepthImage()
                ? PngFrames.encodeDepth(rows, row, width, height)
                : PngFrames.encode(rows, row, width, height);
        to.append(png);
        to.append(String.format(Locale.ROOT, "frame-%06d.png", frame));
        return png.length;
    }

    private void appendScalar(DuckDBAppender to, ByteBuffer values) throws SQLException {
        switch (column.dtype()) {
            case FLOAT32 -> to.append(values.getFloat());
            case FLOAT64 -> to.append(values.getDouble());
            case INT16, UINT16 -> to.append(values.getShort());
            case INT32, UINT32 -> to.append(values.getInt());
            case INT64, UINT64 -> to.append(values.getLong());
            case INT8, UINT8 -> to.append(values.get());
            case BOOL -> to.append(values.get() != 0);
            case FLOAT16, TEXT -> throw noColumn();
        }
    }

    private void appendList(DuckDBAppender to, ByteBuffer values) throws SQLException {
        int elements = column.elements();
        switch (column.dtype()) {
            case FLOAT32 -> {
                float[] list = new float[elements];
                values.asFloatBuffer().get(list);
                to.append(list);
            }
            case FLOAT64 -> {
                double[] list = new double[elements];
                values.asDoubleBuffer().get(list);
                to.append(list);
            }
            case INT16, UINT16 -> {
                short[] list = new short[elements];
                values.asShortBuffer().get(list);
                to.append(list);
            }
            case INT32, UINT32 -> {
                int[] list = new int[elements];
                values.asIntBuffer().get(list);
                to.append(list);
            }
            case INT64, UINT64 -> {
                long[] list = new long[elements];
                values.asLongBuffer().get(list);
                to.append(list);
            }
            case INT8, UINT8 -> {
                byte[] list = new byte[elements];
                values.get(list);
                to.appendByteArray(list);
            }
            case BOOL -> {
                boolean[] list = new boolean[elements];
                for (int i = 0; i < elements; i++) {
                    list[i] = values.get() != 0;
                }
                to.append(list);
            }
            case FLOAT16, TEXT -> throw noColumn();
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
            byte[] png = rows.getBytes(first);
            return column.isDepthImage()
                    ? PngFrames.decodeDepth(png, width, height)
                    : PngFrames.decode(png, width, height);
        }
        ByteBuffer bytes = ByteBuffer.allocate(column.rowBytes()).order(ByteOrder.LITTLE_ENDIAN);
        cells.read(rows, first, bytes);
        return bytes.array();
    }
}
