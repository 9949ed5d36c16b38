package io.github.roboreel.dataset.rlds;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Datasets that are damaged or made to do harm end in one sentence each, in a process that may take 128 MiB. */
class HostileRldsIT {
    private static final int LIMIT_SECONDS = 300;

    @TempDir
    private Path folder;

    private String run(String... command) throws IOException, InterruptedException {
        Path out = folder.resolve("printed.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        boolean isEnded = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();
        String printed = Files.readString(out);
        assertTrue(isEnded && process.exitValue() == 0, printed);
        return printed;
    }

    private Map<String, String> ends(Path cases) throws IOException, InterruptedException {
        String printed = run(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djava.library.path=/usr/lib/jni",
                "-cp",
                System.getProperty("java.class.path"),
                HostileImports.class.getName(),
                cases.toString(),
                folder.resolve("out").toString());
        Map<String, String> ends = new HashMap<>();
        printed.lines().filter(line -> line.startsWith("CASE\t")).forEach(line -> {
            String[] parts = line.split("\t", 3);
            ends.put(parts[1], parts[2]);
        });
        return ends;
    }

    @Test
    void eachEndsInItsSentence() throws Exception {
        Path script = Checkout.file("conformance/make_hostile_rlds.py");
        Path cases = folder.resolve("cases");
        run("/usr/bin/python3", "-B", script.toString(), cases.toString());
        Map<String, String> ends = ends(cases);
        List<String> wrong = new ArrayList<>();
        List<String> lines = Files.readAllLines(cases.resolve("cases.txt"));
        for (String line : lines) {
            String[] expected = line.split("\t", 2);
            String end = ends.getOrDefault(expected[0], "nothing was said");
            String words = expected[1].isEmpty() ? "imported" : expected[1];
            if (!end.contains(words)) {
                wrong.add(expected[0] + ": expected '" + words + "', got: " + end);
            }
        }
        assertEquals("", String.join("\n", wrong));
        assertTrue(lines.size() > 50);
    }
}
