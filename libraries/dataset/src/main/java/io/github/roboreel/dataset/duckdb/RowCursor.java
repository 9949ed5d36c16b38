package io.github.roboreel.dataset.duckdb;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Rows of a query that come as they are asked for; memory for a few thousand of them. For one thread. */
public final class RowCursor implements AutoCloseable {
    private final Connection connection;
    private final ResultSet rows;

    RowCursor(Connection connection, String query) throws SQLException {
        this.connection = connection;
        try {
            Statement statement = connection.createStatement();
            rows = statement.executeQuery(query);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** Goes to the next row; false after the last one. */
    public boolean next() throws SQLException {
        return rows.next();
    }

    /** The result at its row. */
    public ResultSet row() {
        return rows;
    }

    /** Ends the query, and what was opened for it. */
    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
