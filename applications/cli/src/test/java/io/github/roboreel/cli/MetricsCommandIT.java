package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.recorder.OutputLock;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The metrics command on folders of RoboLab. */
class MetricsCommandIT {
    @TempDir
    Path temp;

    private Path example;

    @BeforeEach
    void makeExample() throws Exception {
        example = temp.resolve("example");
        makeExample(example);
    }

    private static void makeExample(Path folder, String... mode) throws Exception {
        List<String> maker = new ArrayList<>();
        maker.add(InProcess.HOME.resolve("conformance/make_example.py").toString());
        maker.add(folder.toString());
        maker.addAll(List.of(mode));
        ChildJvm.python(maker.toArray(String[]::new));
    }

    @Test
    void printsATableWithoutAComplaint() {
        InProcess metrics = InProcess.run("metrics", example.toString());
        assertEquals(Outcome.OK, metrics.outcome(), metrics.err());
        assertEquals("", metrics.err());
        List<String> lines = metrics.out().lines().toList();
        assertEquals("RubiksCubeAndBananaTask", lines.get(0));
        assertTrue(lines.get(1).matches(" *Episode +Run +Env +EE SPARC .*Max cm/s +Speed cm/s +Jt SPARC moving"));
        assertTrue(lines.get(3).matches(" +0 +0 +0 +-1\\.391 .* 11\\.3 +-\\d.*"), lines.get(3));
        assertTrue(lines.get(6).matches(" +3 +1 +1 +-1\\.382 .* 8\\.6 +-\\d.*"), lines.get(6));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--foreign", "--legacy"})
    void printsALinePerEpisodeOfOtherRecorders(String mode) throws Exception {
        Path other = temp.resolve("other");
        makeExample(other, mode);
        InProcess ours = InProcess.run("metrics", "--json", example.toString());
        InProcess theirs = InProcess.run("metrics", "--json", other.toString());
        assertEquals(Outcome.OK, theirs.outcome(), theirs.err());
        assertEquals(5, theirs.out().lines().count());
        assertTrue(theirs.out().endsWith("\n{\"problems\":[]}\n"), theirs.out());
        assertEquals(ours.out(), theirs.out());
    }

    @Test
    void optionsSayWhatTheRobotIs() throws Exception {
        JsonNode other = first("--articulation=ur5");
        assertTrue(other.get("joint_isj").isNull() && other.get("ee_isj").isNumber());
        JsonNode none = first("--joint_target_columns", "none");
        assertTrue(none.get("joint_rmse_mean").isNull() && none.get("joint_isj").isNumber());
        double two = first("--arm_joints=2").get("joint_isj").doubleValue();
        double seven = first().get("joint_isj").doubleValue();
        assertTrue(two < seven, two + " of two joints, " + seven + " of seven");
        Path config = Files.writeString(temp.resolve("c.yaml"), "metrics: {arm_joints: 2}\n");
        assertEquals(two, first("--config=" + config).get("joint_isj").doubleValue());
    }

    private JsonNode first(String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("metrics", example.toString(), "--json"));
        arguments.addAll(List.of(options));
        InProcess metrics = InProcess.run(arguments.toArray(String[]::new));
        assertEquals(Outcome.OK, metrics.outcome(), metrics.err());
        String line = metrics.out().lines().findFirst().orElseThrow();
        return new ObjectMapper().readTree(line).get("metrics");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--joint-target-columns=seven",
                "--joint-target-columns=0-3",
                "--arm-joints=0",
                "--articulation=a/b"
            })
    void aRobotThatCannotBeIsRefused(String option) {
        InProcess metrics = InProcess.run("metrics", example.toString(), option);
        assertEquals(Outcome.BAD_ARGUMENTS, metrics.outcome());
        assertEquals("", metrics.out());
        assertEquals(1, metrics.err().lines().count(), metrics.err());
    }

    @Test
    void whatIsUnreadableIsReportedByNameAndTheRestIsPrinted() throws Exception {
        Path run = example.resolve("RubiksCubeAndBananaTask/run_1.hdf5");
        try (FileChannel file = FileChannel.open(run, StandardOpenOption.WRITE)) {
            file.truncate(file.size() - 1000);
        }
        InProcess metrics = InProcess.run("metrics", "--json", example.toString());
        assertEquals(Outcome.DATA_LOST, metrics.outcome());
        List<String> lines = metrics.out().lines().toList();
        assertEquals(3, lines.size(), metrics.out());
        assertEquals(1, metrics.err().lines().count(), metrics.err());
        assertTrue(metrics.err().contains(run.toString()), metrics.err());
        JsonNode problems = new ObjectMapper().readTree(lines.get(2)).get("problems");
        assertEquals(metrics.err().strip(), "roboreel: " + problems.get(0).textValue());
        assertEquals(1, problems.size());
    }

    @Test
    void writingKeepsTheOldFileAndSaysWhere() throws Exception {
        Path results = example.resolve("episode_results.jsonl");
        byte[] before = Files.readAllBytes(results);
        InProcess metrics = InProcess.run("metrics", "--write", "--json", example.toString());
        assertEquals(Outcome.OK, metrics.outcome(), metrics.err());
        String said = metrics.err().strip();
        assertTrue(
                said.contains("wrote the metrics of 4 lines of " + results)
                        && said.contains("; the file as it was is "),
                said);
        Path kept = Path.of(said.substring(said.indexOf(" was is ") + " was is ".length()));
        assertArrayEquals(before, Files.readAllBytes(kept));
        ObjectMapper json = new ObjectMapper();
        List<String> printed = metrics.out().lines().toList();
        List<String> stored = Files.readAllLines(results);
        for (int i = 0; i < 4; i++) {
            assertEquals(
                    json.readTree(printed.get(i)).get("metrics"),
                    json.readTree(stored.get(i)).get("metrics"));
        }
        InProcess again = InProcess.run("metrics", "--write", example.toString());
        assertEquals(Outcome.OK, again.outcome());
        assertTrue(again.err().contains("nothing to change in " + results), again.err());
    }

    @Test
    void writingIsRefusedWhileARecorderHoldsTheFolder() throws Exception {
        Path results = example.resolve("episode_results.jsonl");
        byte[] before = Files.readAllBytes(results);
        try (OutputLock lock = OutputLock.acquire(example)) {
            InProcess metrics =
                    InProcess.run("metrics", "--write", lock.folder().toString());
            assertEquals(Outcome.FAILED, metrics.outcome());
            assertEquals("", metrics.out());
            assertTrue(metrics.err().contains("is being written by"), metrics.err());
        }
        assertArrayEquals(before, Files.readAllBytes(results));
        assertEquals(Outcome.OK, InProcess.run("metrics", example.toString()).outcome());
    }
}
