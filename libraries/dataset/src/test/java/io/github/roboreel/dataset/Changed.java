package io.github.roboreel.dataset;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;

/** Parquet files written again with other contents. */
final class Changed {
    private Changed() {}

    /** Writes what a selection makes of the rows. */
    static void parquet(Path file, String selected) throws Exception {
        Path changed = file.resolveSibling("changed.parquet");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement database = connection.createStatement()) {
            database.execute("COPY (SELECT " + selected + " FROM read_parquet(['" + file + "'])) TO '" + changed
                    + "' (FORMAT parquet)");
        }
        Files.move(changed, file, StandardCopyOption.REPLACE_EXISTING);
    }
}
