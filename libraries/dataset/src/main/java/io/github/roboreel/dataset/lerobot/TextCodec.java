package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.duckdb.DuckDb;
import io.github.roboreel.dataset.lerobot.ParquetFiles.TableColumn;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.duckdb.DuckDBAppender;

/** Texts; those of a column of {@link LanguageRows} are the JSON that its lists are made of. */
record TextCodec(Column column) implements ColumnCodec {
    @Override
    public TableColumn table() {
        return isLanguage()
                ? TableColumn.json(column.key(), LanguageRows.structure(column.key()))
                : TableColumn.scalar(column.key(), "VARCHAR");
    }

    @Override
    public int append(DuckDBAppender to, byte[] rows, int row, long frame) throws SQLException {
        String text = StepTexts.text(rows, row, column.rowBytes());
        to.append(text);
        return text.length();
    }

    @Override
    public List<String> selected() {
        return List.of(isLanguage() ? "to_json(" + name() + ")" : name());
    }

    @Override
    public int width() {
        return 1;
    }

    @Override
    public byte[] read(ResultSet rows, int first) throws SQLException, IOException {
        String text = rows.getString(first);
        return StepTexts.row(isLanguage() ? LanguageRows.canonical(column.key(), text) : text, column.rowBytes());
    }

    private boolean isLanguage() {
        return LanguageRows.isOne(column.key());
    }

    private String name() {
        return DuckDb.name(column.key());
    }
}
