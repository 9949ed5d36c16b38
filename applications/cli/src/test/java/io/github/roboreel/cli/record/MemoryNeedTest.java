package io.github.roboreel.cli.record;

import static io.github.roboreel.recorder.Faults.assertFault;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.cli.InProcess;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class MemoryNeedTest {
    private static final long GIBIBYTE = 1L << 30;

    @TempDir
    Path folder;

    @Test
    void halfOfTheMachineMayBeTaken() {
        new MemoryNeed(7, 12 * GIBIBYTE, 24 * GIBIBYTE).requireSense(false);
        MemoryNeed more = new MemoryNeed(7, 12 * GIBIBYTE + 1, 24 * GIBIBYTE);
        more.requireSense(true);
        RoboReelException refused =
                assertFault(RoboReelException.class, Kind.BAD_ARGUMENT, () -> more.requireSense(false));
        assertEquals(
                "7 envs take about 12.0 GiB of memory, more than half of this machine's 24.0 GiB;"
                        + " lower --num-envs, or add --yes if that is meant",
                refused.getMessage());
    }

    /** No machine that the tests run on has a tebibyte and a half. */
    @ParameterizedTest
    @ValueSource(strings = {"5000000", "2147483647"})
    void aTyposWorthOfEnvsIsRefusedBeforeAnythingIsDone(String numEnvs) {
        InProcess recorded = record("--num-envs=" + numEnvs, "--video-mode=none");
        assertEquals(Outcome.BAD_ARGUMENTS, recorded.outcome());
        assertTrue(
                recorded.err()
                        .matches("roboreel: "
                                + numEnvs
                                + " envs take about \\d{4,}\\.\\d GiB of memory, more than"
                                + " half of this machine's [\\d.]+ GiB; lower --num-envs,"
                                + " or add --yes if that is meant\\R"),
                recorded.err());
        assertFalse(Files.exists(folder.resolve("out")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nb", ".hidden", "a/b", "..", " ", "episode_results.jsonl"})
    void aNameThatNoFolderShouldHaveIsRefusedBeforeAnythingIsDone(String name) {
        InProcess recorded = record("--output-folder-name=" + name);
        assertEquals(Outcome.BAD_ARGUMENTS, recorded.outcome());
        assertEquals(1, recorded.err().lines().count(), recorded.err());
        assertTrue(recorded.err().contains("folder"), recorded.err());
        assertFalse(Files.exists(folder.resolve("out")));
    }

    @Test
    void everyEnvAddsItsShare() {
        long few = need(10, "none").bytes();
        long many = need(1010, "none").bytes();
        long perEnv = (many - few) / 1000;
        assertTrue(perEnv > 200_000 && perEnv < 20_000_000, perEnv + " bytes per env");
        assertTrue(need(10, "all").bytes() > few + 10_000_000, "images and encoders count");
    }

    private MemoryNeed need(int numEnvs, String videoMode) {
        RecordCommand options = new RecordCommand();
        new CommandLine(options).parseArgs("--num-envs=" + numEnvs, "--video-mode=" + videoMode);
        return MemoryNeed.of(RecordPlan.of(options, InProcess.HOME));
    }

    private InProcess record(String... options) {
        List<String> arguments = new ArrayList<>(List.of("record", "--output-dir"));
        arguments.add(folder.resolve("out").toString());
        arguments.addAll(List.of(options));
        return InProcess.run(arguments.toArray(String[]::new));
    }
}
