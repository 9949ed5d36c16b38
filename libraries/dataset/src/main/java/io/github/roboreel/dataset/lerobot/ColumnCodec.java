package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.lerobot.ParquetFiles.TableColumn;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.duckdb.DuckDBAppender;

/** The values of a column in DuckDB: puts them in and reads them back, bit for bit. */
interface ColumnCodec {
    static ColumnCodec of(Column column) {
        if (column.isPicture()) {
            return new PictureCodec(column);
        }
        return column.dtype().isText() ? new TextCodec(column) : new NumberCodec(column);
    }

    Column column();

    /** The column in a table. */
    TableColumn table();

    /**
     * Appends one row.
     *
     * @param rows of the column, little-endian
     * @param row which of them
     * @param frame its number in the episode
     * @return bytes that DuckDB holds now
     */
    int append(DuckDBAppender to, byte[] rows, int row, long frame) throws SQLException;

    /** What to select of a Parquet file to read the column: an expression per column of the result. */
    List<String> selected();

    /** Number of columns of the result that were {@link #selected}. */
    int width();

    /**
     * One row, as it was appended.
     *
     * @param rows of a result
     * @param first index of the first column that was {@link #selected}, from 1
     * @throws IOException when it is none of this column
     */
    byte[] read(ResultSet rows, int first) throws SQLException, IOException;
}
