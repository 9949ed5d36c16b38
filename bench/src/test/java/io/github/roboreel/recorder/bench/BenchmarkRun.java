package io.github.roboreel.recorder.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** A benchmark's run in this JVM, in a folder of its own. */
abstract class BenchmarkRun {
    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();

    @TempDir
    Path folder;

    JsonNode bench(String arguments) throws IOException {
        assertEquals(0, run(arguments), err.toString());
        assertEquals(1, out.toString().lines().count(), out.toString());
        return new ObjectMapper().readTree(out.toString());
    }

    int run(String arguments) {
        return BenchMain.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments.split(" "));
    }

    static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    static void assertRising(JsonNode micros) {
        double before = 0;
        for (String percentile : List.of("50", "99", "99.9", "100")) {
            double value = micros.get(percentile).asDouble();
            assertTrue(value > 0 && value >= before, micros.toString());
            before = value;
        }
    }

    static void assertEmpty(Path folder) throws IOException {
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(List.of(), left.toList());
        }
    }
}
