package io.github.roboreel.dataset.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A statement only asks: no file is read or made, no setting changed, nothing loaded. */
class StatementRulesTest {
    private static final String SECRET = "the-secret-of-this-file";

    @TempDir
    Path temp;

    @Test
    void hostileStatementsAreRefused() throws IOException {
        Path folder = ResultLinesFolder.write(temp.resolve("out"));
        Path secret = Files.writeString(temp.resolve("secret.csv"), "a,b\n" + SECRET + ",2\n");
        Path target = temp.resolve("made.csv");
        List<String> taken = new ArrayList<>();
        List<String> hostile = hostile(secret, target);
        assertTrue(hostile.size() >= 60, hostile.size() + " statements");
        try (EpisodeDatabase database =
                EpisodeDatabase.open(List.of(folder), Optional.of(temp.resolve("answer.parquet")))) {
            for (String sql : hostile) {
                try {
                    taken.add(sql + " -> " + Answer.of(database, sql).rows());
                } catch (RoboReelException e) {
                    assertEquals(Kind.BAD_ARGUMENT, e.kind(), sql + ": " + e.getMessage());
                    assertFalse(e.getMessage().contains(SECRET), e.getMessage());
                    assertFalse(e.getMessage().contains("\n"), e.getMessage());
                }
                assertThrows(RoboReelException.class, () -> database.writeParquet(sql), sql);
            }
            assertEquals(List.of(), taken);
            assertEquals(
                    List.of(List.of(3L)),
                    Answer.of(database, "select count(*) from episodes").rows());
        }
        try (var files = Files.list(temp)) {
            assertEquals(
                    List.of("out", "secret.csv"),
                    files.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }

    private static List<String> hostile(Path secret, Path target) {
        List<String> statements = new ArrayList<>(List.of(
                "COPY episodes TO '%2$s'",
                "COPY (SELECT 1) TO '%2$s' (FORMAT csv)",
                "COPY episodes FROM '%1$s'",
                "EXPORT DATABASE '%2$s'",
                "IMPORT DATABASE '%1$s'",
                "ATTACH '%2$s' AS x",
                "ATTACH ':memory:' AS x",
                "DETACH memory",
                "USE memory",
                "INSTALL httpfs",
                "FORCE INSTALL spatial FROM 'http://127.0.0.1'",
                "LOAD httpfs",
                "LOAD '%1$s'",
                "UPDATE EXTENSIONS",
                "SET enable_external_access = true",
                "SET GLOBAL lock_configuration = false",
                "RESET lock_configuration",
                "SET temp_directory = '%2$s'",
                "SET VARIABLE x = 1",
                "PRAGMA enable_profiling",
                "PRAGMA memory_limit = '1GB'",
                "PRAGMA show_tables",
                "PRAGMA import_database('%1$s')",
                "CALL pragma_version()",
                "CALL enable_logging()",
                "CHECKPOINT",
                "FORCE CHECKPOINT",
                "VACUUM",
                "ANALYZE",
                "CREATE TABLE x (a INT)",
                "CREATE TEMP TABLE x AS SELECT 1",
                "CREATE VIEW x AS SELECT 1",
                "CREATE MACRO x() AS 1",
                "CREATE SECRET x (TYPE s3)",
                "CREATE SEQUENCE x",
                "DROP TABLE episodes",
                "ALTER TABLE episodes ADD COLUMN x INT",
                "INSERT INTO episodes (task) VALUES ('x')",
                "UPDATE episodes SET task = 'x'",
                "DELETE FROM episodes",
                "TRUNCATE episodes",
                "MERGE INTO episodes USING events ON true WHEN MATCHED THEN DELETE",
                "BEGIN TRANSACTION",
                "COMMIT",
                "ROLLBACK",
                "PREPARE x AS SELECT 1",
                "EXECUTE x",
                "DEALLOCATE x",
                "COMMENT ON TABLE episodes IS 'x'",
                "SELECT * FROM read_csv('%1$s')"));
        statements.addAll(List.of(
                "SELECT * FROM read_csv_auto('%1$s')",
                "SELECT * FROM READ_TEXT('%1$s')",
                "SELECT * FROM \"read_text\"('%1$s')",
                "SELECT * FROM read_blob('%1$s')",
                "SELECT * FROM read_json('%1$s')",
                "SELECT * FROM read_parquet('%1$s')",
                "SELECT * FROM parquet_metadata('%1$s')",
                "SELECT * FROM sniff_csv('%1$s')",
                "SELECT * FROM glob('/*')",
                "SELECT * FROM '%1$s'",
                "SELECT * FROM \"%1$s\"",
                "FROM '%1$s'",
                "DESCRIBE '%1$s'",
                "SUMMARIZE '%1$s'",
                "SELECT (SELECT max(a) FROM read_csv('%1$s'))",
                "WITH x AS (SELECT * FROM read_csv('%1$s')) SELECT count(*) FROM x",
                "SELECT 1 WHERE EXISTS (FROM read_text('%1$s'))",
                "PIVOT (FROM read_csv('%1$s')) ON a IN ('x') USING count(*)",
                "SELECT getenv('HOME')",
                "SELECT current_setting('temp_directory')",
                "SELECT * FROM duckdb_secrets()",
                "SELECT * FROM duckdb_settings()",
                "SELECT * FROM which_secret('x', 's3')",
                "SELECT * FROM query('SELECT * FROM episodes')",
                "SELECT * FROM query_table('episodes')",
                "SELECT * FROM json_execute_serialized_sql('{}')",
                "SELECT * FROM arrow_scan(1, 2, 3)",
                "SELECT * FROM enable_logging()",
                "SELECT write_log('x')",
                "EXPLAIN ANALYZE COPY episodes TO '%2$s'",
                "EXPLAIN DELETE FROM episodes",
                "EXPLAIN ANALYZE EXPLAIN ANALYZE COPY episodes TO '%2$s'",
                "EXPLAIN SELECT * FROM read_csv('%1$s')",
                "EXPLAIN --\r ANALYZE DELETE FROM episodes; --\nSELECT 1",
                "EXPLAIN\u00a0ANALYZE DELETE FROM episodes",
                "EXPLAIN",
                "SELECT 1; SELECT 2",
                "SELECT 1; COPY episodes TO '%2$s'",
                "SELECT 1 /* ; */ ; COPY episodes TO '%2$s' --",
                "COPY episodes TO '%2$s'; SELECT 1",
                "SELECT 1) TO '%2$s' (FORMAT csv) --",
                "SELECT 1) TO '%2$s'; COPY (SELECT 1",
                "/* SELECT */ COPY episodes TO '%2$s'",
                "-- SELECT\nCOPY episodes TO '%2$s'",
                "SELECT $$ ; $$ ; COPY episodes TO '%2$s'",
                "SELECT E'\\' ; COPY episodes TO '%2$s' --'; COPY episodes TO '%2$s'",
                "SELECT '\u0000'",
                ";",
                "",
                "  -- nothing",
                "steps('actions')",
                "SELECT * FROM steps()",
                "SELECT * FROM steps('a', 'b')",
                "SELECT * FROM steps(task)",
                "SELECT * FROM steps('no/such/path')"));
        return statements.stream()
                .map(sql -> sql.replace("%1$s", secret.toString()).replace("%2$s", target.toString()))
                .toList();
    }

    @Test
    void questionsOfAllKindsRun() throws IOException {
        Path folder = ResultLinesFolder.write(temp.resolve("out"));
        try (EpisodeDatabase database = EpisodeDatabase.open(List.of(folder))) {
            for (String sql : List.of(
                    "SELECT 1",
                    "WITH x AS (FROM episodes) SELECT * FROM x",
                    "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x WHERE n < 5) FROM x",
                    "VALUES (1), (2)",
                    "TABLE episodes",
                    "FROM episodes SELECT task",
                    "DESCRIBE episodes",
                    "DESCRIBE SELECT 1",
                    "SHOW TABLES",
                    "SUMMARIZE episodes",
                    "EXPLAIN SELECT * FROM episodes",
                    "EXPLAIN ANALYZE SELECT * FROM episodes",
                    "PIVOT episodes ON task IN ('Lift', 'Push') USING count(*)",
                    "SELECT unnest(attributes) FROM episodes",
                    "SELECT * FROM range(3), generate_series(1, 2)",
                    "SELECT 'steps(' AS a, 'COPY x TO y; --' AS b -- steps('x')",
                    "(SELECT 1) UNION ALL (SELECT 2) /* ; */ ;;")) {
                assertFalse(Answer.of(database, sql).rows().isEmpty(), sql);
            }
        }
    }

    @Test
    void whatIsRefusedSaysWhy() throws IOException {
        try (EpisodeDatabase database = EpisodeDatabase.open(List.of(Files.createDirectories(temp.resolve("none"))))) {
            assertEquals(
                    "DROP is refused, for the episodes are only read: expected one SELECT, WITH, VALUES, FROM, TABLE,"
                            + " PIVOT ... IN, UNPIVOT, DESCRIBE, SHOW, SUMMARIZE or EXPLAIN",
                    refusal(database, "drop table episodes"));
            assertEquals(
                    "PIVOT is refused, for the episodes are only read: name the values of its columns with IN (...)",
                    refusal(database, "pivot episodes on task using count(*)"));
            assertEquals(
                    "there are 2 statements in the SQL; give one at a time", refusal(database, "select 1; select 2"));
            assertEquals(
                    "steps('x'): no episode has an array 'x' with a row per step; no episode can be read",
                    refusal(database, "from steps('x')"));
        }
    }

    private static String refusal(EpisodeDatabase database, String sql) {
        return assertThrows(RoboReelException.class, () -> Answer.of(database, sql))
                .getMessage();
    }
}
