package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

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
        for (String part :
                List.of(
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
                        "BananaInBowlTask",
                        "640x360")) {
            assertTrue(help.out().contains(part), part + " is missing from " + help.out());
        }
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
        for (String part :
                List.of(
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

    @Test
    void versionIsOneLine() {
        InProcess version = InProcess.run("--version");

        assertEquals(Outcome.OK, version.outcome());
        assertTrue(version.out().matches("roboreel \\S.*\\R"), version.out());
    }
}
