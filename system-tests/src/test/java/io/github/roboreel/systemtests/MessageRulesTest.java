package io.github.roboreel.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Messages of the libraries are for applications, too: they do not know the command line's options. */
class MessageRulesTest {
    private static final List<String> LIBRARIES = List.of(
            "recorder-core",
            "recorder-hdf5",
            "libraries/recorder-jhdf",
            "recorder-video",
            "metrics",
            "libraries/tasks",
            "applications/simulator",
            "libraries/recordings",
            "libraries/tools",
            "libraries/dataset");

    /** An option in the middle of a sentence; the JVM's own are literals of their own. */
    private static final Pattern OPTION =
            Pattern.compile("\"[^\"]*[ (']--[a-z][^\"]*\"|\"--(?!add-opens)[a-z-]+ [^\"]*\"");

    @Test
    void librariesNameNoOptions() throws IOException {
        List<String> found = new ArrayList<>();
        int files = 0;
        for (String library : LIBRARIES) {
            Path sources = Path.of("..", library).resolve("src/main/java");
            try (Stream<Path> all = Files.walk(sources)) {
                for (Path file : all.filter(f -> f.toString().endsWith(".java")).toList()) {
                    files++;
                    Files.readString(file)
                            .lines()
                            .filter(line -> OPTION.matcher(line).find())
                            .filter(line -> !line.contains("--add-opens"))
                            .forEach(line -> found.add(file.getFileName() + ": " + line.strip()));
                }
            }
        }
        assertTrue(files > 500, "only " + files + " sources");
        assertEquals(List.of(), found);
    }
}
