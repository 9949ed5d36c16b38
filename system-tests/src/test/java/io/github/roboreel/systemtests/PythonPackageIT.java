package io.github.roboreel.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
        // Two processes, each with a daemon that most of its tests share.
        List<UnitTests> halves = List.of(start("test_[a-g]*.py"), start("test_[!a-g]*.py"));
        String text;
        try {
            text = halves.get(0).printed() + halves.get(1).printed();
        } finally {
            halves.forEach(half -> half.python().destroyForcibly());
        }
        List<String> skipped = text.lines()
                .filter(line -> line.contains(" ... skipped ") && !line.contains("allows no mount namespace"))
                .toList();
        assertEquals(List.of(), skipped);
        int count = Pattern.compile("Ran (\\d+) tests")
                .matcher(text)
                .results()
                .mapToInt(ran -> Integer.parseInt(ran.group(1)))
                .sum();
        assertTrue(count > 200, text);
        for (String module : List.of("deaths", "gymnasium", "lerobot", "isaaclab", "reading")) {
            assertTrue(text.contains("(tests.test_" + module + "."), text);
        }
    }

    private UnitTests start(String pattern) throws IOException {
        List<String> command =
                List.of("/usr/bin/python3", "-B", "-m", "unittest", "discover", "-v", "-s", "python/tests");
        List<String> options = List.of("-t", "python", "-p", pattern);
        Path printed = Files.createTempFile(folder, "printed-", ".txt");
        ProcessBuilder builder = new ProcessBuilder(
                Stream.concat(command.stream(), options.stream()).toList());
        builder.directory(HOME.toFile());
        builder.environment().put("ROBOREEL_BRIDGE_COMMAND", CommandWords.shellLine());
        builder.environment().remove("PYTHONPATH");
        builder.redirectErrorStream(true).redirectOutput(printed.toFile());
        return new UnitTests(builder.start(), printed);
    }

    /** A process that runs tests, and where it prints. */
    private record UnitTests(Process python, Path output) {
        /** What it has printed when it ends, without a failure. */
        String printed() throws Exception {
            assertTrue(python.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES), () -> "still running: " + python.info());
            String text = Files.readString(output);
            assertEquals(0, python.exitValue(), text);
            return text;
        }
    }
}
