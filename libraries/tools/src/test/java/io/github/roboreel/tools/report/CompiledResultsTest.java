package io.github.roboreel.tools.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompiledResultsTest {
    @TempDir
    Path folder;

    @Test
    void keepsTheFirstLineOfEachEpisodeOfAFolder() throws IOException {
        Path one = new Lines()
                .add("A", 0, "true", "\"unknown\": {\"deep\": [1, NaN]}")
                .add("A", 0, "false", "")
                .add("B", 0, "null", "\"score\": -Infinity, \"instruction\": \"漢\"")
                .writeTo(folder.resolve("one"));
        Path two = new Lines().add("A", 0, "false", "").writeTo(folder.resolve("two"));

        CompiledResults results = CompiledResults.of(Sources.read(List.of(one, two)));
        Path file = folder.resolve("all.jsonl");
        results.write(file, CompiledResults.Format.of(file));

        assertEquals(3, results.size());
        assertEquals(1, results.repeated());
        assertEquals(
                List.of(
                        "{\"env_name\":\"A\",\"episode\":0,\"success\":true,"
                                + "\"unknown\":{\"deep\":[1,null]},\"data_dir\":\""
                                + one.resolve("A")
                                + "\"}",
                        "{\"env_name\":\"B\",\"episode\":0,\"success\":null,\"score\":null,"
                                + "\"instruction\":\"\\u6F22\",\"data_dir\":\""
                                + one.resolve("B")
                                + "\"}",
                        "{\"env_name\":\"A\",\"episode\":0,\"success\":false,\"data_dir\":\""
                                + two.resolve("A")
                                + "\"}"),
                Files.readAllLines(file));
    }

    @Test
    void writesAnArrayThatIsReadAgain() throws IOException {
        Path one = new Lines().add("A", 0, "true", "").add("A", 1, "true", "").writeTo(folder);
        Path other = Files.createDirectories(folder.resolve("other"));
        Path file = other.resolve("episode_results.json");

        CompiledResults.of(Sources.read(List.of(one))).write(file, CompiledResults.Format.JSON);

        Sources read = Sources.read(List.of(other));
        assertEquals(List.of(), read.problems());
        assertEquals(2, read.folders().get(0).episodes().size());
        assertTrue(Files.readString(file).endsWith("}\n]\n"));
    }

    @Test
    void writesAColumnPerField() throws IOException {
        Path one = new Lines()
                .add("A", 0, "true", "\"metrics\": {\"ee_sparc\": -1.5}")
                .add(
                        "A",
                        1,
                        "null",
                        "\"instruction\": \"Say \\\"hi\\\", then\\nstop\"," + " \"attributes\": [\"a\", \"b\"]")
                .writeTo(folder);
        Path file = folder.resolve("all.csv");

        CompiledResults.of(Sources.read(List.of(one))).write(file, CompiledResults.Format.CSV);

        assertEquals(
                "env_name,episode,success,metrics.ee_sparc,data_dir,instruction,attributes\n"
                        + ("A,0,true,-1.5," + one.resolve("A") + ",,\n")
                        + ("A,1,,," + one.resolve("A") + ",")
                        + "\"Say \"\"hi\"\", then\nstop\",\"[\"\"a\"\",\"\"b\"\"]\"\n",
                Files.readString(file));
    }

    @Test
    void neverOverwrites() throws IOException {
        Path one = new Lines().add("A", 0, "true", "").writeTo(folder);
        Path file = Files.writeString(folder.resolve("all.jsonl"), "precious");

        assertThrows(
                FileAlreadyExistsException.class,
                () -> CompiledResults.of(Sources.read(List.of(one))).write(file, CompiledResults.Format.JSONL));

        assertEquals("precious", Files.readString(file));
    }

    @Test
    void knowsFormatsByTheirExtension() {
        assertEquals(CompiledResults.Format.JSONL, CompiledResults.Format.of(Path.of("x.json/y.JSONL")));
        assertEquals(CompiledResults.Format.JSON, CompiledResults.Format.of(Path.of("y.json")));
        assertThrows(IllegalArgumentException.class, () -> CompiledResults.Format.of(Path.of("y.xlsx")));
    }
}
