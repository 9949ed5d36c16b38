package io.github.roboreel.dataset.sql;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.duckdb.DuckDb;
import io.github.roboreel.dataset.duckdb.DuckDb.RowVisitor;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.duckdb.DuckDBConnection;

/**
 * A Parquet file whose rows are chosen by what users write behind WHERE. Nothing but the file can be read by it,
 * nothing written, no setting changed, nothing loaded. For one thread.
 */
public final class FilteredTable implements AutoCloseable {
    private static final String AT_OUR_BRACKET = "syntax error at or near \")\" (at: ))";
    private static final String NO_CONDITION = "it is more than a condition; expected what stands behind WHERE";

    private final DuckDBConnection connection;
    private final StatementRules rules;
    private final String table;

    private FilteredTable(DuckDBConnection connection, String table) {
        this.connection = connection;
        this.rules = new StatementRules(connection);
        this.table = table;
    }

    /**
     * Opens a file.
     *
     * @param file absolute
     * @param table what SQL calls it
     * @param columns that it must have, in their order
     * @param overflow folder for what does not fit 512 MB
     * @throws RoboReelException of kind UNSUPPORTED, when it has other columns
     * @throws IOException when it cannot be read
     */
    public static FilteredTable open(Path file, String table, List<String> columns, Path overflow) throws IOException {
        DuckDBConnection connection = DuckDb.tables(overflow);
        FilteredTable opened = new FilteredTable(connection, table);
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE VIEW " + DuckDb.name(table) + " AS SELECT * FROM " + DuckDb.parquet(List.of(file)));
            opened.requireColumns(file, columns);
            DuckDb.confine(statement, Optional.of(file));
            return opened;
        } catch (SQLException e) {
            opened.close();
            throw DuckDb.failed("read " + file, e);
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private void requireColumns(Path file, List<String> columns) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet none = statement.executeQuery("SELECT * FROM " + DuckDb.name(table) + " LIMIT 0")) {
            for (int i = 1; i <= none.getMetaData().getColumnCount(); i++) {
                found.add(none.getMetaData().getColumnName(i));
            }
        }
        if (!found.equals(columns)) {
            throw new RoboReelException(
                    Kind.UNSUPPORTED, file + " has other columns than this version expects; make it again");
        }
    }

    /**
     * Goes through the rows for which an expression holds, in no particular order.
     *
     * @param columns that are wanted
     * @param expression as behind WHERE
     * @throws RoboReelException of kind BAD_ARGUMENT, when the expression is none, or names what is no column
     * @throws IOException when the file cannot be read, or of the visitor
     */
    public void select(List<String> columns, String expression, RowVisitor visitor) throws IOException {
        String selected = columns.stream().map(DuckDb::name).collect(Collectors.joining(", "));
        // The line's end closes a comment behind the expression.
        String sql = "SELECT " + selected + " FROM " + DuckDb.name(table) + " WHERE (" + expression + "\n)";
        String checked = checked(sql, expression);
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(checked)) {
            while (rows.next()) {
                visitor.row(rows);
            }
        } catch (SQLException e) {
            throw wrong(expression, SqlFault.of(e));
        }
    }

    /** A text that closes the bracket itself could be more than a condition. */
    private String checked(String sql, String expression) {
        try {
            if (SqlText.of(expression).words().stream().anyMatch(word -> word.isSign(";"))) {
                throw RoboReelException.badArgument("%s", NO_CONDITION);
            }
            StatementRules.Checked checked = rules.checked(sql);
            JsonNode query =
                    rules.tree(checked.sql()).path("statements").path(0).path("node");
            boolean isCondition = query.path("type").asText().equals("SELECT_NODE")
                    && query.path("modifiers").isEmpty()
                    && query.path("group_expressions").isEmpty()
                    && query.path("having").isNull()
                    && query.path("qualify").isNull()
                    && query.path("sample").isNull();
            if (!isCondition) {
                throw RoboReelException.badArgument("%s", NO_CONDITION);
            }
            return checked.sql();
        } catch (RoboReelException e) {
            throw wrong(expression, e);
        }
    }

    private static RoboReelException wrong(String expression, RoboReelException cause) {
        return new RoboReelException(
                Kind.BAD_ARGUMENT,
                Sentence.of(
                        "the filter '%s' cannot be used: %s",
                        expression,
                        cause.getMessage().replace(AT_OUR_BRACKET, "syntax error: it ends where more is expected")),
                cause);
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw DuckDb.failed("end", e);
        }
    }
}
