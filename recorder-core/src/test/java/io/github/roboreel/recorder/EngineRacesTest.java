package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine's races under jcstress: every {@code *Races} class, in JVMs of its own. */
class EngineRacesTest {
    private static final String PACKAGE = "io.github.roboreel.recorder.";
    private static final List<String> CASES = List.of(
            "FramePoolRaces",
            "IdleWaitRaces",
            "SinkFrameRaces.EventAndWorker",
            "SinkFrameRaces.SinkAndWatch",
            "TakeOverRaces",
            "ThreadGuardRaces.Rows",
            "ThreadGuardRaces.RowsAfterDeath",
            "ThreadGuardRaces.RowsAndEnd");

    @TempDir
    private Path folder;

    /** Some hundred thousand tries of each case. */
    @Test
    void noRaceEndsInAForbiddenState() throws Exception {
        stress("-f", "1", "-fsm", "1", "-iters", "1", "-time", "300", "-sc", "false", "-af", "NONE");
    }

    @Test
    @Tag("slow")
    void noRaceEndsInAForbiddenStateWhicheverCompilerMakesItsCode() throws Exception {
        stress("-m", "quick");
    }

    private void stress(String... effort) throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "a race takes two processors");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // The JVMs of the cases inherit both; the code of the second compiler is tested, too.
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "org.openjdk.jcstress.Main"));
        command.addAll(List.of("-t", PACKAGE.replace(".", "\\.") + ".*Races.*", "-pth", "false"));
        command.addAll(List.of("-jvmArgs", "-Xmx256m -XX:TieredStopAtLevel=4"));
        command.addAll(List.of(effort));
        File log = folder.resolve("log").toFile();
        Process races = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start();
        int exit = exitCode(races);
        String said = Files.readString(log.toPath());
        assertEquals(0, exit, said);
        assertEquals(CASES, reported(), said);
    }

    /** A test that is ended for hanging takes the process and its JVMs along. */
    private static int exitCode(Process races) throws InterruptedException {
        try {
            return races.waitFor();
        } finally {
            races.descendants().forEach(ProcessHandle::destroyForcibly);
            races.destroyForcibly();
        }
    }

    /** The cases that ran, of which each has a page in the report. */
    private List<String> reported() throws Exception {
        try (Stream<Path> pages = Files.list(folder.resolve("results"))) {
            return pages.map(page -> page.getFileName().toString())
                    .filter(page -> page.startsWith(PACKAGE))
                    .map(page -> page.substring(PACKAGE.length(), page.length() - ".html".length()))
                    .sorted()
                    .toList();
        }
    }
}
