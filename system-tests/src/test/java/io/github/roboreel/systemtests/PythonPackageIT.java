package io.github.roboreel.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests of the Python package, in Debian's Python, with the daemon of this build. */
class PythonPackageIT {
    private static final int LIMIT_MINUTES = 40;
    private static final Path HOME = Path.of(System.getProperty("roboreel.home"));

    @TempDir
    Path folder;

    @Test
    void unittests_pass_withTheDaemon() throws Exception {
        Path printed = folder.resolve("printed.txt");
        List<String> command = List.of(
                "/usr/bin/python3", "-B", "-m", "unittest", "discover", "-v", "-s", "python/tests", "-t", "python");
        ProcessBuilder builder = new ProcessBuilder(command).directory(HOME.toFile());
        builder.environment().put("ROBOREEL_BRIDGE_COMMAND", CommandWords.shellLine());
        builder.environment().remove("PYTHONPATH");
        Process python = builder.redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        try {
            assertTrue(python.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES), () -> "still running: " + python.info());
        } finally {
            python.destroyForcibly();
        }
        String text = Files.readString(printed);
        assertEquals(0, python.exitValue(), text);
        List<String> skipped =
                text.lines().filter(line -> line.contains(" ... skipped ")).toList();
        assertEquals(List.of(), skipped);
        Matcher ran = Pattern.compile("Ran (\\d+) tests").matcher(text);
        assertTrue(ran.find() && Integer.parseInt(ran.group(1)) > 200, text);
        for (String module : List.of("deaths", "gymnasium", "lerobot", "isaaclab", "reading")) {
            assertTrue(text.contains("(tests.test_" + module + "."), text);
        }
    }
}
