package io.github.roboreel.dataset.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.duckdb.DuckDb;
import io.github.roboreel.dataset.sql.SqlText.Word;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Lets through what only asks. DuckDB's own parser says what a statement is; what it cannot show as the tree of a query
 * is refused, and in the tree no function that reaches out of the database. Every text that runs has been through here.
 */
final class StatementRules {
    /** Table functions; any other is refused, as most read files, settings or addresses of memory. */
    private static final Set<String> TABLE_FUNCTIONS = Set.of(
            "range",
            "generate_series",
            "unnest",
            "repeat",
            "repeat_row",
            "json_each",
            "json_tree",
            "duckdb_columns",
            "duckdb_functions",
            "duckdb_keywords",
            "duckdb_tables",
            "duckdb_types",
            "duckdb_views",
            "pragma_table_info",
            "pragma_version",
            "histogram",
            "histogram_values",
            "regexp_split_to_table");

    /** Other functions that say something of the machine, or change something. */
    private static final Set<String> REFUSED_FUNCTIONS =
            Set.of("getenv", "write_log", "current_setting", "set_config", "setseed", "nextval", "currval", "sleep_ms");

    private static final String EXPECTED =
            "expected one SELECT, WITH, VALUES, FROM, TABLE, PIVOT ... IN, UNPIVOT, DESCRIBE, SHOW, SUMMARIZE or EXPLAIN";

    private final Connection connection;

    /** @param connection to ask the parser of */
    StatementRules(Connection connection) {
        this.connection = connection;
    }

    /**
     * A statement that may run.
     *
     * @param sql what to run: every word of it is in the tree that was checked
     * @param tables names of the tables it asks, as DuckDB reads them, in lower case
     * @param tree of it
     */
    record Checked(String sql, Set<String> tables, JsonNode tree) {
        /** Parts of a tree that read columns without naming them. */
        private static final Set<String> ALL_COLUMNS =
                Set.of("star", "natural", "pivot", "show_ref", "summary", "positional_reference");

        Checked {
            tables = Set.copyOf(tables);
        }

        /** Whether it may read a column: by its name, in any place, or with all of a table. */
        boolean mayRead(String column) {
            Set<String> rows = new HashSet<>(tables);
            tree.findValuesAsText("alias").forEach(alias -> rows.add(alias.toLowerCase(Locale.ROOT)));
            return mayRead(column, tree, rows);
        }

        private static boolean mayRead(String column, JsonNode node, Set<String> rows) {
            String text = node.asText().toLowerCase(Locale.ROOT);
            boolean renames = !node.path("column_name_alias").isEmpty();
            boolean isRead = text.equals(column) || ALL_COLUMNS.contains(text) || renames;
            for (JsonNode name : node.path("column_names")) {
                isRead |= rows.contains(name.asText().toLowerCase(Locale.ROOT));
            }
            for (JsonNode child : node) {
                isRead |= mayRead(column, child, rows);
            }
            return isRead;
        }
    }

    /**
     * Checks one statement.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when it is none, several, or more than a question
     */
    Checked checked(String text) {
        if (text.indexOf('\0') >= 0) {
            throw RoboReelException.badArgument("the SQL has a NUL in it; take it out");
        }
        SqlText words = SqlText.of(text);
        if (words.isBlank()) {
            throw RoboReelException.badArgument("there is no SQL; %s", EXPECTED);
        }
        String sql = words.unterminated();
        List<Word> parts = SqlText.of(sql).words();
        int explaining = wordsOfExplain(parts);
        String query =
                explaining == 0 ? sql : sql.substring(parts.get(explaining).start());
        Set<String> tables = new HashSet<>();
        JsonNode tree = requiredQuery(query);
        collectTables(tree, tables);
        // EXPLAIN is put in front again in plain words: what stood between its words has not been checked.
        String explain = List.of("", "EXPLAIN ", "EXPLAIN ANALYZE ").get(explaining);
        return new Checked(explain + query, tables, tree);
    }

    /** How many words say that the rest is explained; the parser shows no tree of an EXPLAIN itself. */
    private static int wordsOfExplain(List<Word> words) {
        int next = words.get(0).isName("explain") ? 1 : 0;
        if (next == 1 && words.size() > 1 && words.get(1).isName("analyze")) {
            next = 2;
        }
        if (next == words.size()) {
            throw RoboReelException.badArgument("EXPLAIN has nothing to explain; give the statement behind it");
        }
        return next;
    }

    private static void collectTables(JsonNode node, Set<String> tables) {
        if (node.path("type").asText().equals("BASE_TABLE")) {
            tables.add(node.path("table_name").asText().toLowerCase(Locale.ROOT));
        }
        node.forEach(child -> collectTables(child, tables));
    }

    private JsonNode requiredQuery(String sql) {
        JsonNode tree = tree(sql);
        if (tree.path("error").asBoolean()) {
            throw refusal(tree, sql);
        }
        int statements = tree.path("statements").size();
        if (statements != 1) {
            throw RoboReelException.badArgument("there are %s statements in the SQL; give one at a time", statements);
        }
        requireHarmless(tree.path("statements").path(0));
        return tree;
    }

    /** The tree of a statement, as DuckDB parses it. */
    JsonNode tree(String sql) {
        String question = "SELECT json_serialize_sql(" + DuckDb.text(sql) + ")";
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(question)) {
            answer.next();
            return FormatJson.read(answer.getString(1));
        } catch (SQLException e) {
            throw SqlFault.of(e);
        } catch (JsonProcessingException e) {
            throw new RoboReelException(
                    Kind.BAD_ARGUMENT,
                    "the SQL cannot be checked: it is nested too deeply or has a number beyond the range of a double;"
                            + " make it simpler",
                    e);
        }
    }

    private static RoboReelException refusal(JsonNode tree, String sql) {
        String message = tree.path("error_message").asText();
        if (tree.path("error_type").asText().equals("not implemented")) {
            List<Word> words = SqlText.of(sql).words();
            String first = words.isEmpty() ? "" : words.get(0).value().toUpperCase(Locale.ROOT);
            String advice = first.equals("PIVOT") ? "name the values of its columns with IN (...)" : EXPECTED;
            return RoboReelException.badArgument("%s is refused, for the episodes are only read: %s", first, advice);
        }
        int position = tree.path("position").asInt(-1);
        String near = position >= 0 && position < sql.length() ? sql.substring(position) : "";
        return RoboReelException.badArgument("the SQL cannot be run: %s%s", message, SqlFault.near(near));
    }

    /** Recursion is bounded by DuckDB's own limit of nesting. */
    private void requireHarmless(JsonNode node) {
        if (node.path("type").asText().equals("TABLE_FUNCTION")) {
            requireKnownTableFunction(
                    node.path("function").path("function_name").asText());
        } else if (node.path("type").asText().equals("FUNCTION")) {
            requireHarmlessFunction(node.path("function_name").asText());
        }
        node.forEach(this::requireHarmless);
    }

    private static void requireKnownTableFunction(String name) {
        if (!TABLE_FUNCTIONS.contains(name.toLowerCase(Locale.ROOT))) {
            throw RoboReelException.badArgument(
                    "the table function %s is refused, for only recorded episodes are read; choose a view such as"
                            + " episodes, or steps('path')",
                    name);
        }
    }

    private static void requireHarmlessFunction(String name) {
        if (REFUSED_FUNCTIONS.contains(name.toLowerCase(Locale.ROOT))) {
            throw RoboReelException.badArgument(
                    "the function %s is refused, for only recorded episodes are read; leave it out", name);
        }
    }
}
