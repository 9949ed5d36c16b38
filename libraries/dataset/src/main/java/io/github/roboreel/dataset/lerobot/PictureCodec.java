package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.PngFrames;
import io.github.roboreel.dataset.TiffFrames;
import io.github.roboreel.dataset.duckdb.DuckDb;
import io.github.roboreel.dataset.lerobot.ParquetFiles.TableColumn;
import io.github.roboreel.format.DType;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.duckdb.DuckDBAppender;

/** Pictures as files: PNG, or TIFF of depths in float32. */
record PictureCodec(Column column) implements ColumnCodec {
    @Override
    public TableColumn table() {
        return TableColumn.picture(column.key());
    }

    @Override
    public int append(DuckDBAppender to, byte[] rows, int row, long frame) throws SQLException {
        byte[] file = isTiff()
                ? TiffFrames.encode(
                        rows, row, column.feature().width(), column.feature().height())
                : PngFrames.encode(
                        column.dtype(),
                        rows,
                        row,
                        column.feature().width(),
                        column.feature().height());
        to.append(file);
        to.append(String.format(Locale.ROOT, "frame-%06d.%s", frame, isTiff() ? "tiff" : "png"));
        return file.length;
    }

    @Override
    public List<String> selected() {
        return List.of("struct_extract(" + DuckDb.name(column.key()) + ", 'bytes')");
    }

    @Override
    public int width() {
        return 1;
    }

    @Override
    public byte[] read(ResultSet rows, int first) throws SQLException, IOException {
        byte[] file = rows.getBytes(first);
        return isTiff()
                ? TiffFrames.decode(
                        file, column.feature().width(), column.feature().height())
                : PngFrames.decode(
                        column.dtype(),
                        file,
                        column.feature().width(),
                        column.feature().height());
    }

    private boolean isTiff() {
        return column.dtype() == DType.FLOAT32;
    }
}
