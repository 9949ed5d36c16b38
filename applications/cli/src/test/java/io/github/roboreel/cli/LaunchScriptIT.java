package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code dist/launch.sh} makes of a program's environment, in both shells that read it. */
class LaunchScriptIT {
    private static final Path SCRIPT = InProcess.HOME.resolve("dist/launch.sh");

    @TempDir
    Path folder;

    private record Said(int code, String out, String err) {}

    private static Said run(String shell, String before, String after, Map<String, String> locale) throws Exception {
        List<String> command = new ArrayList<>(List.of(shell, "-euc"));
        command.add(before + "; . '" + SCRIPT + "'; prepare_environment; " + after);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.startsWith("LANG"));
        builder.environment().putAll(locale);
        Process process = builder.start();
        String out = text(process.getInputStream().readAllBytes());
        String err = text(process.getErrorStream().readAllBytes());
        return new Said(process.waitFor(), out, err);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sh", "bash"})
    void prepareEnvironment_tooFewHandles_endsWithASentence(String shell) throws Exception {
        Said said = run(shell, "ulimit -n 64", "echo reached", Map.of());
        assertEquals(
                "roboreel: only 64 files may be open at a time; raise the limit to 256 or more (ulimit -n)\n",
                said.err());
        assertEquals(1, said.code());
        assertEquals("", said.out());
    }

    /** The least that is let through is enough to record. */
    @ParameterizedTest
    @ValueSource(strings = {"sh", "bash"})
    void prepareEnvironment_leastHandles_areEnoughToRecord(String shell) throws Exception {
        List<String> command = ChildJvm.command(
                List.of(),
                "record",
                "--policy=hold",
                "--num-envs=2",
                "--max-steps=20",
                "--quiet",
                "--camera-size=64x48",
                "--output-dir=" + folder.resolve("output"));
        String quoted = "'" + String.join("' '", command) + "'";
        Said said = run(shell, "ulimit -n 256", "exec " + quoted, Map.of());
        assertEquals("", said.err());
        assertEquals(0, said.code());
    }

    @ParameterizedTest
    @ValueSource(strings = {"sh", "bash"})
    void prepareEnvironment_anyLocale_leavesTheSystemsReasonsInEnglish(String shell) throws Exception {
        String print = "echo \"${LC_ALL-none} ${LC_CTYPE-none} ${LC_MESSAGES-none}\"";
        assertEquals(
                "none C.UTF-8 C\n",
                run(shell, ":", print, Map.of("LC_ALL", "C.UTF-8")).out());
        assertEquals(
                "none C.UTF-8 C\n",
                run(shell, ":", print, Map.of("LC_ALL", "C")).out());
        assertEquals(
                "none none C\n",
                run(shell, ":", print, Map.of("LANG", "C.UTF-8")).out());
        assertEquals(
                "none C.UTF-8 C\n", run(shell, ":", print, Map.of("LANG", "C")).out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"sh", "bash"})
    void commandOptions_helpOfALongCommand_areThoseOfAShortOne(String shell) throws Exception {
        String shortOnes =
                run(shell, ":", "command_options --version", Map.of()).out();
        assertEquals("-XX:+UseSerialGC -XX:TieredStopAtLevel=1\n", shortOnes);
        assertEquals(
                shortOnes,
                run(shell, ":", "command_options record --num-envs 4 --help", Map.of())
                        .out());
        assertEquals(
                shortOnes,
                run(shell, ":", "command_options export minari FOLDER --id x", Map.of())
                        .out());
        assertEquals(
                "",
                run(shell, ":", "command_options record --num-envs 4", Map.of()).out());
        assertEquals(
                "",
                run(shell, ":", "command_options --plugin x.jar record", Map.of())
                        .out());
    }
}
