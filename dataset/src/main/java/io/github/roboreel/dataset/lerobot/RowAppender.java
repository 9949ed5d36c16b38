package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.PngFrames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.sql.SQLException;
import java.util.Locale;
import org.duckdb.DuckDBAppender;

/** Puts values of a column into DuckDB, bit for bit. */
final class RowAppender {
    private final Column column;
    private final boolean isScalar;

    RowAppender(Column column) {
        this.column = column;
        this.isScalar = column.feature().isScalar();
    }

    /**
     * Appends one row.
     *
     * @param rows of the column, little-endian
     * @param row which of them
     * @param frame its number in the episode
     * @return bytes that DuckDB holds now
     */
    int append(DuckDBAppender to, byte[] rows, int row, long frame) throws SQLException, IOException {
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

    private int appendPicture(DuckDBAppender to, byte[] rows, int row, long frame) throws SQLException, IOException {
        int height = Math.toIntExact(column.feature().shape().get(0));
        int width = Math.toIntExact(column.feature().shape().get(1));
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
            case FLOAT16, TEXT -> throw new IllegalStateException("no column is of " + column.dtype());
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
            case FLOAT16, TEXT -> throw new IllegalStateException("no column is of " + column.dtype());
        }
    }
}
