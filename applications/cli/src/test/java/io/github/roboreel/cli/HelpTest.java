package io.github.roboreel.cli;

import static java.lang.ProcessBuilder.Redirect.DISCARD;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.cli.base.Interruption;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.Terminal;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class HelpTest {
    @Test
    void namesEveryCommandAndTheExitCodes() {
        InProcess help = InProcess.run("--help");

        assertEquals(Outcome.OK, help.outcome());
        assertEquals("", help.err());
        for (String part : List.of("record", "inspect", "Exit codes: 0 ok")) {
            assertTrue(help.out().contains(part), help.out());
        }
    }

    @Test
    void ofACommandNamesItsOptionsWithDefaults() {
        InProcess help = InProcess.run("record", "--help");

        assertEquals(Outcome.OK, help.outcome());
        for (String part : List.of(
                "--num-envs",
                "--num-runs",
                "--task",
                "--instruction-type",
                "--policy",
                "--seed",
                "--max-steps",
                "--output-dir",
                "--output-folder-name",
                "--record-image-data",
                "--camera-size",
                "--flush-interval-steps",
                "--flush-interval-seconds",
                "--config",
                "--realtime",
                "--workers",
                "--quiet",
                "--json",
                "--env",
                "--task=NAME|FILE",
                "--list",
                "640x360")) {
            assertTrue(help.out().contains(part), part + " is missing from " + help.out());
        }
    }

    @Test
    void grammar_ofACommandAlone_isThatAmongAllCommands() {
        Main main = new Main(Terminal.ofProcess(), InProcess.HOME, new Interruption());
        Map<String, CommandLine> all = main.grammar("--stacktrace").getSubcommands();

        all.forEach((name, among) -> {
            Map<String, CommandLine> known = main.grammar(name, "--socket", "s").getSubcommands();
            assertEquals(
                    among.getUsageMessage(), known.get(name).getUsageMessage(), name + " is called otherwise in Main");
            assertEquals(
                    among.getSubcommands().keySet(),
                    known.get(name).getSubcommands().keySet());
        });
        assertEquals(
                Set.of("bridge", "completion", "help"),
                main.grammar("bridge", "--socket", "s").getSubcommands().keySet());
    }

    @Test
    void ofAGroupNamesItsFormats() {
        InProcess help = InProcess.run("export", "--help");

        assertEquals(Outcome.OK, help.outcome());
        for (String format : List.of("minari", "rlds", "lerobot", "robomimic")) {
            assertTrue(help.out().contains("  " + format), help.out());
        }
    }

    @Test
    void ofAnExportNamesItsOptionsAndThoseOfAll() {
        InProcess help = InProcess.run("export", "minari", "--help");

        assertEquals(Outcome.OK, help.outcome());
        for (String part : List.of(
                "roboreel export minari",
                "--data-format",
                "--legacy",
                "--observations",
                "--append",
                "--success-only",
                "--env-name",
                "--episodes",
                "--min-steps",
                "--reward")) {
            assertTrue(help.out().contains(part), part + " is missing from " + help.out());
        }
    }

    @Test
    void worksWhereAFileIsRequired() {
        assertEquals(Outcome.OK, InProcess.run("inspect", "--help").outcome());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "-V", "-v"})
    void versionIsOneLine(String option) {
        InProcess version = InProcess.run(option);

        assertEquals(Outcome.OK, version.outcome());
        assertTrue(
                version.out().matches("roboreel \\S.*, HDF5 1\\.\\d+\\.\\d+ \\((jhdf5|bytedeco)\\)\\R"), version.out());
    }

    @Test
    void asACommandIsTheSameAsTheOption() {
        assertEquals(InProcess.run("--help"), InProcess.run("help"));
        assertEquals(InProcess.run("record", "--help"), InProcess.run("help", "record"));
        assertEquals(InProcess.run("export", "rlds", "--help"), InProcess.run("help", "export", "rlds"));
    }

    @Test
    void everyCommandHasAManPageWithItsOptions(@TempDir Path folder) throws Exception {
        ManPages.write(folder.toFile());

        for (String command : List.of("record", "report", "export-rlds", "import-minari")) {
            String page = Files.readString(folder.resolve("roboreel-" + command + ".adoc"));
            assertTrue(page.contains(":doctype: manpage"), page);
            assertTrue(page.contains("*-h*, *--help*"), page);
        }
        String record = Files.readString(folder.resolve("roboreel-record.adoc"));
        assertTrue(record.contains("*--num-envs*=_N_::\n  Parallel envs per run"), record);
    }

    /** What bash offers, asked as bash asks it. */
    @ParameterizedTest
    @CsvSource({"rec, record recover", "export r, rlds robomimic", "record --num-e, --num-envs --num-episodes-adaptive"
    })
    void bashCompletesCommandsAndOptions(String typed, String offered) throws Exception {
        String words = "roboreel " + typed;
        String script = InProcess.run("completion").out()
                + "COMP_WORDS=("
                + words
                + ")\nCOMP_CWORD="
                + (words.split(" ").length - 1)
                + "\n_complete_roboreel\nprintf '%s\\n' \"${COMPREPLY[@]}\" | sort | paste -sd ' '\n";
        Process bash = new ProcessBuilder("bash").redirectError(DISCARD).start();
        try (Writer in = bash.outputWriter()) {
            in.write(script);
        }

        assertEquals(offered, new String(bash.getInputStream().readAllBytes(), UTF_8).strip());
    }
}
