package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.format.FieldSignal;
import io.github.roboreel.format.Signals;
import io.github.roboreel.recorder.spi.RunReader;
import io.github.roboreel.recordings.folder.RunFileReaders;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions about episodes that the real command recorded. */
class SqlIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ENDLESS = "select count(*) from range(100000000000) a, range(100000)";

    @TempDir
    Path temp;

    private final String takes = RecordedTakes.plain().toString();

    private InProcess sql(String... args) {
        List<String> all = new ArrayList<>(List.of("sql"));
        all.addAll(List.of(args));
        return InProcess.run(all.toArray(String[]::new));
    }

    @Test
    void answersOfEveryFormatAreTheResultLines() throws IOException {
        String question = "select episode, success, num_samples, score from episodes order by line";
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(RecordedTakes.plain().resolve("episode_results.jsonl"))) {
            lines.add(JSON.readTree(line));
        }
        InProcess json = sql(question, takes, "--format", "json");
        assertEquals(Outcome.OK, json.outcome(), json.err());
        JsonNode rows = JSON.readTree(json.out());
        assertEquals(RecordedTakes.EPISODES, rows.size());
        StringBuilder csv = new StringBuilder("episode,success,num_samples,score\n");
        StringBuilder jsonLines = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
            JsonNode line = lines.get(i);
            JsonNode row = rows.get(i);
            assertEquals(line.get("episode").asInt(), row.get("episode").asInt());
            assertEquals(line.get("success"), row.get("success"));
            assertEquals(
                    line.get("episode_step").asInt(), row.get("num_samples").asInt());
            assertEquals(line.get("score").asDouble(), row.get("score").asDouble());
            csv.append(row.get("episode"))
                    .append(',')
                    .append(row.get("success"))
                    .append(',');
            csv.append(row.get("num_samples"))
                    .append(',')
                    .append(row.get("score").asDouble())
                    .append('\n');
            jsonLines.append(row).append('\n');
        }
        assertEquals(csv.toString(), sql(question, takes, "--format", "csv").out());
        assertEquals(
                jsonLines.toString(), sql(question, takes, "--format", "jsonl").out());
        String table = sql(question, takes).out();
        assertTrue(table.startsWith("episode  success  num_samples"), table);
        assertTrue(table.endsWith("\n8 rows\n"), table);
    }

    @Test
    void elementsAreNamedWithTheirBounds() throws IOException {
        String largest = "select run, element, name, unit, low, high, max(abs(value[element])) as most"
                + " from elements join steps('actions') using (folder, env_name, run) where path = 'actions'"
                + " group by all order by run, element";
        InProcess json = sql(largest, takes, "--format", "json");
        assertEquals(Outcome.OK, json.outcome(), json.err());
        JsonNode rows = JSON.readTree(json.out());
        int expected = 0;
        for (int run = 0; run < 2; run++) {
            try (RunReader reader = RunFileReaders.open(RecordedTakes.file(RecordedTakes.plain(), run))) {
                FieldSignal actions = Signals.of(reader.attributes()).of("actions");
                for (int element = 0; element < actions.names().size(); element++) {
                    JsonNode row = rows.get(expected++);
                    assertEquals(run, row.get("run").asInt());
                    assertEquals(element + 1, row.get("element").asInt());
                    assertEquals(actions.names().get(element), row.get("name").asText());
                    assertEquals(actions.low(element), row.get("low").asDouble());
                    assertEquals(actions.high(element), row.get("high").asDouble());
                    double most = row.get("most").asDouble();
                    assertTrue(
                            most > 0 && most <= Math.max(-actions.low(element), actions.high(element)), row::toString);
                }
            }
        }
        assertTrue(expected > 0);
        assertEquals(expected, rows.size());
    }

    @Test
    void aTableShowsTheFirstThousandRows() {
        String table = sql("from range(2345)", takes).out();
        assertTrue(table.endsWith("\n2345 rows; the first 1000 are shown\n"), table);
        assertEquals(
                1000 + 2, table.lines().filter(line -> !line.matches("\\W+")).count());
        assertEquals(
                2346,
                sql("from range(2345)", takes, "--format=csv").out().lines().count());
    }

    @Test
    void anAnswerGoesToANewFileOnly() throws IOException {
        Path csv = temp.resolve("a.csv");
        assertEquals(
                Outcome.OK,
                sql("select 1 as x, null as y, [1, 2] as z", takes, "--output", csv.toString())
                        .outcome());
        assertEquals("x,y,z\n1,,\"[1,2]\"\n", Files.readString(csv));
        InProcess again = sql("select 2 as x", takes, "--output", csv.toString());
        assertEquals(Outcome.BAD_ARGUMENTS, again.outcome());
        assertTrue(again.err().contains("never overwritten"), again.err());
        Path parquet = temp.resolve("a.parquet");
        InProcess made = sql("select episode from episodes", takes, "--output", parquet.toString());
        assertEquals(Outcome.OK, made.outcome(), made.err());
        assertEquals("PAR1", new String(Files.readAllBytes(parquet), 0, 4, java.nio.charset.StandardCharsets.US_ASCII));
        Path failed = temp.resolve("b.json");
        assertEquals(
                Outcome.FAILED,
                sql("select task::int as x from episodes", takes, "--output", failed.toString())
                        .outcome());
        assertEquals(List.of("a.csv", "a.parquet"), names(temp));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select tusk from episodes",
                "selec 1 from episodes",
                "copy episodes to 'x.csv'",
                "select * from read_csv('/etc/passwd')",
                "select 1; select 2",
                "from steps('actionz')"
            })
    void wrongAndRefusedStatementsAreBadArguments(String statement) {
        InProcess run = sql(statement, takes);
        assertEquals(Outcome.BAD_ARGUMENTS, run.outcome(), run.err());
        assertEquals(1, run.err().lines().count(), run.err());
        assertEquals("", run.out());
    }

    @Test
    void damagedFilesAreSaidAndTheRestIsAnswered() throws IOException {
        Path folder = Files.createDirectories(temp.resolve("torn"));
        String line = Files.readAllLines(RecordedTakes.plain().resolve("episode_results.jsonl"))
                .get(0);
        Files.writeString(folder.resolve("episode_results.jsonl"), line + "\n{\"env_name\":\"X\n");
        InProcess run = sql("select count(*) as n from episodes", folder.toString(), "--format", "jsonl");
        assertEquals(Outcome.DATA_LOST, run.outcome());
        assertEquals("{\"n\":1}\n", run.out());
        assertTrue(run.err().contains("line 2"), run.err());
    }

    /** As {@code | head -1} does. */
    @Test
    void aReaderThatGoesAwayEndsAnAnswerQuietly() throws Exception {
        Path err = temp.resolve("err");
        Process sql = new ProcessBuilder(ChildJvm.command(
                        List.of(),
                        "sql",
                        "select range, repeat('x', 1000) from range(100000)",
                        takes,
                        "--format",
                        "csv"))
                .redirectError(err.toFile())
                .start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(sql.getInputStream(), StandardCharsets.UTF_8))) {
            assertTrue(out.readLine().startsWith("range,"));
        }
        assertEquals(0, sql.waitFor(), Files.readString(err));
        assertEquals("", Files.readString(err));
    }

    @Test
    void aFullDiskBehindStdoutIsAFailure() throws Exception {
        Path err = temp.resolve("err");
        Process sql = new ProcessBuilder(
                        ChildJvm.command(List.of(), "sql", "select range from range(100000)", takes, "--format", "csv"))
                .redirectOutput(new File("/dev/full"))
                .redirectError(err.toFile())
                .start();
        assertEquals(1, sql.waitFor(), Files.readString(err));
        assertTrue(Files.readString(err).contains("the answer cannot be written: "), Files.readString(err));
        assertEquals(1, Files.readAllLines(err).size(), Files.readString(err));
    }

    @Test
    void foldersAndFormatsAreChecked() {
        assertEquals(Outcome.BAD_ARGUMENTS, sql("select 1").outcome());
        assertEquals(
                Outcome.BAD_ARGUMENTS,
                sql("select 1", temp.resolve("none").toString()).outcome());
        InProcess format = sql("select 1", takes, "--format", "jason");
        assertTrue(format.err().contains("did you mean json or jsonl?"), format.err());
        InProcess parquet = sql("select 1", takes, "--format", "parquet");
        assertTrue(parquet.err().contains("--output"), parquet.err());
    }

    @Test
    void aStoppedQueryLeavesNothingBehind() throws Exception {
        Path temporary = Files.createDirectories(temp.resolve("tmp"));
        Process process = new ProcessBuilder(
                        ChildJvm.command(List.of("-Djava.io.tmpdir=" + temporary), "sql", ENDLESS, takes))
                .redirectErrorStream(true)
                .redirectOutput(temp.resolve("said.txt").toFile())
                .start();
        try {
            while (process.isAlive() && names(temporary).stream().noneMatch(name -> name.startsWith("roboreel-sql-"))) {
                Thread.sleep(20);
            }
            Thread.sleep(200);
            process.destroy();
            assertEquals(1, process.waitFor());
        } finally {
            process.destroyForcibly();
        }
        String said = Files.readString(temp.resolve("said.txt"));
        assertEquals("roboreel: interrupted before there was an answer; ask again\n", said);
        assertEquals(
                List.of(),
                names(temporary).stream()
                        .filter(name -> name.startsWith("roboreel-sql-"))
                        .toList());
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals("said.txt") && !name.equals("tmp"))
                    .sorted()
                    .toList();
        }
    }
}
