package io.github.roboreel.dataset.minari;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The checker in Python, {@code minari_check.py}. */
final class MinariCheck {
    private MinariCheck() {}

    /**
     * What it says of a dataset, by key.
     *
     * @param recordings what the output folders are in
     */
    static Map<String, String> run(Path recordings, Path root, String id, String... modes) throws Exception {
        Path script = Path.of(MinariCheck.class.getResource("/minari_check.py").toURI());
        List<String> command = new ArrayList<>(List.of("/usr/bin/python3", script.toString(), root.toString(), id));
        command.addAll(List.of(modes));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PYTHONIOENCODING", "utf-8");
        builder.environment().put("RECORDINGS", recordings.toString());
        Path output = Files.createTempFile("minari_check", ".txt");
        Process python = builder.redirectOutput(output.toFile()).start();
        int exitCode = python.waitFor();
        String said = Files.readString(output);
        Files.delete(output);
        assertEquals(0, exitCode, said);
        Map<String, String> seen = new LinkedHashMap<>();
        said.lines().map(line -> line.split("\t", 2)).forEach(parts -> seen.put(parts[0], parts[1]));
        return seen;
    }
}
