package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.base.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stops that come before the first step. */
class StopIT {
    private static final int NUM_ENVS = 250;

    @TempDir
    Path folder;

    /**
     * Which of the long phases a signal meets depends on the machine; what is left must agree with what is said in
     * each.
     */
    @ParameterizedTest
    @ValueSource(strings = {"run_0.hdf5.creating", "run_0.hdf5"})
    void beforeTheFirstStepNothingIsLeftAndTheNextRecordGoesOn(String sign) throws Exception {
        ChildJvm child = record("--num-envs=" + NUM_ENVS, "--json", "--stop-seconds=600");
        await(child, () -> Files.exists(env(sign)) || Files.exists(env("run_0.hdf5")));

        child.terminate();

        assertEquals(1, child.exitCode(), child.err());
        JsonNode said = new ObjectMapper().readTree(child.out());
        int recorded = said.get("episodes").size();
        assertTrue(said.get("interrupted").asBoolean(), child.out());
        assertTrue(
                child.err()
                        .startsWith(
                                "roboreel: interrupted; " + recorded + " of " + NUM_ENVS + " episodes were recorded"),
                child.err());
        assertEquals(recorded, episodesWithSteps());
        assertFalse(Files.exists(env("run_0.hdf5.creating")));
        assertFalse(Files.exists(env("run_0.staging")));
        if (recorded == 0 && resultLines().isEmpty()) {
            assertFalse(Files.exists(env("run_0.hdf5")));
        }
        ChildJvm next = record("--num-envs=" + NUM_ENVS, "--quiet");
        await(next, () -> Files.exists(env("run_0.hdf5")));
        next.kill();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "4000", "NaN"})
    void aSenselessLimitIsRefused(String seconds) {
        InProcess refused = InProcess.record(folder, "--stop-seconds=" + seconds);
        assertEquals(Outcome.BAD_ARGUMENTS, refused.outcome());
        assertTrue(refused.err().contains("--stop-seconds expects"), refused.err());
        assertFalse(Files.exists(folder.resolve("output")));
    }

    private ChildJvm record(String... options) throws IOException {
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of("record", "--policy=hold", "--output-folder-name=cut"));
        arguments.addAll(List.of("--video-mode=none", "--flush-interval-seconds=0.2"));
        arguments.addAll(List.of(options));
        return ChildJvm.start(folder, arguments.toArray(String[]::new));
    }

    private void await(ChildJvm child, Callable<Boolean> condition) throws Exception {
        while (!condition.call()) {
            assertTrue(child.isAlive(), child.err());
            Thread.sleep(5);
        }
    }

    private Path env(String file) {
        return folder.resolve("output/cut/BananaInBowlTask").resolve(file);
    }

    private List<String> resultLines() throws IOException {
        Path results = folder.resolve("output/cut/episode_results.jsonl");
        return Files.exists(results) ? Files.readAllLines(results) : List.of();
    }

    private int episodesWithSteps() throws IOException {
        int count = 0;
        for (String line : resultLines()) {
            count += new ObjectMapper().readTree(line).get("episode_step").asInt() > 0 ? 1 : 0;
        }
        return count;
    }
}
