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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Looks into run files: ours and one that RoboLab's own writer would make. */
class InspectIT {
    @TempDir
    Path folder;

    @Test
    void showsARunOfOurs() throws Exception {
        InProcess record = InProcess.record(folder, "--num-envs=2", "--max-steps=25", "--output-folder-name=x");
        assertEquals(Outcome.OK, record.outcome(), record.err());
        String file = folder.resolve("output/x/BananaInBowlTask/run_0.hdf5").toString();

        InProcess tree = InProcess.run("inspect", file);
        assertEquals(Outcome.OK, tree.outcome(), tree.err());
        assertEquals("", tree.err());
        requireLine(tree.out(), "  @num_envs = 2");
        requireLine(tree.out(), "  demo_1/");
        requireLine(tree.out(), "    @status = truncated");
        requireLine(tree.out(), "    @num_samples = 25");
        requireLine(tree.out(), "    actions +\\(25, 8\\) +float32 +rad.* chunks \\(500, 8\\) +shuffle\\+deflate .*:1");
        requireLine(tree.out(), "      wall_time_ns +\\(25,\\) +int64 +ns .*");

        InProcess json = InProcess.run("inspect", "--json", file);
        JsonNode document = new ObjectMapper().readTree(json.out());
        assertEquals(Files.size(Path.of(file)), document.get("file_bytes").asLong());
        JsonNode demo = document.at("/demos/demo_1");
        assertEquals(25, demo.at("/attributes/num_samples").asInt());
        JsonNode bbox = demo.get("datasets").get("bbox/bbox_mm/banana");
        assertEquals("[25,8,3]", bbox.get("shape").toString());
        assertEquals("int16", bbox.get("dtype").asText());
    }

    @Test
    void folder_twoRunsOneDamaged_listsTheOtherAndItsFields() throws Exception {
        InProcess record =
                InProcess.record(folder, "--num-envs=2", "--num-runs=2", "--max-steps=25", "--output-folder-name=x");
        assertEquals(Outcome.OK, record.outcome(), record.err());
        Path output = folder.resolve("output/x");
        InProcess whole = InProcess.run("inspect", output.toString());
        assertEquals(Outcome.OK, whole.outcome(), whole.err());
        requireLine(whole.out(), "run file +episodes +steps +size +dead space");
        requireLine(whole.out(), "BananaInBowlTask/run_0.hdf5 +2 +50 +.* KiB +\\d+ %");
        requireLine(whole.out(), "BananaInBowlTask/run_1.hdf5 +2 +50 +.*");
        requireLine(whole.out(), "BananaInBowlTask, fields of run_0.hdf5, demo_0:");
        requireLine(whole.out(), "    actions +\\(25, 8\\) +float32 .*");

        Path damaged = output.resolve("BananaInBowlTask/run_0.hdf5");
        Files.writeString(damaged, "not HDF5 at all");
        InProcess json = InProcess.run("inspect", "--json", output.toString());
        assertEquals(Outcome.DATA_LOST, json.outcome());
        assertTrue(json.err().contains(damaged.toString()), json.err());
        JsonNode runs = new ObjectMapper().readTree(json.out()).at("/envs/BananaInBowlTask");
        assertEquals(1, runs.size());
        assertTrue(runs.at("/0/file").asText().endsWith("run_1.hdf5"));
        assertEquals(25, runs.at("/0/demos/demo_1/attributes/num_samples").asInt());
    }

    @Test
    void folder_envWithoutRunFiles_isRefused() throws Exception {
        Path output = folder.resolve("empty");
        Path env = Files.createDirectories(output.resolve("EmptyTask"));
        Files.writeString(env.resolve("env_cfg.json"), "{}");
        InProcess empty = InProcess.run("inspect", output.toString());
        assertEquals(Outcome.BAD_ARGUMENTS, empty.outcome());
        assertTrue(empty.err().contains("holds no env folder with run files"), empty.err());
    }

    @Test
    void envFolder_isRefusedAndTheFolderThatIsWantedIsNamed() {
        InProcess inspect = InProcess.run(
                "inspect", RecordedTakes.plain().resolve(RecordedTakes.ENV).toString());
        assertEquals(Outcome.BAD_ARGUMENTS, inspect.outcome());
        assertTrue(inspect.err().contains("give an output folder or a run file"), inspect.err());
    }

    @Test
    void report_runFile_namesItsOutputFolder() {
        Path takes = RecordedTakes.plain();
        InProcess report = InProcess.run("report", RecordedTakes.file(takes, 0).toString());
        assertEquals(Outcome.BAD_ARGUMENTS, report.outcome());
        assertTrue(
                report.err().contains("is not a folder; give the output folder that it belongs to, " + takes),
                report.err());
    }

    @Test
    void run_ofSomeEpisodes_listsNoOthers() throws Exception {
        Path run = RecordedTakes.file(RecordedTakes.plain(), 1);

        InProcess tree = InProcess.run("inspect", run.toString(), "--episodes", "5,7", "--filter", "env_id=3");
        assertEquals(Outcome.OK, tree.outcome(), tree.err());
        requireLine(tree.out(), "  demo_3/");
        assertEquals(1, tree.out().lines().filter(l -> l.startsWith("  demo_")).count(), tree.out());
    }

    @Test
    void folder_ofSomeEpisodes_countsOnlyTheirRunsAndSteps() throws Exception {
        Path takes = RecordedTakes.plain();
        JsonNode whole = new ObjectMapper()
                .readTree(InProcess.run("inspect", "--json", takes.toString()).out());
        int steps = whole.at("/envs/" + RecordedTakes.ENV + "/1/demos/demo_2/attributes/num_samples")
                .asInt();

        InProcess tables = InProcess.run("inspect", takes.toString(), "--episodes", "6");
        assertEquals(Outcome.OK, tables.outcome(), tables.err());
        requireLine(tables.out(), RecordedTakes.ENV + "/run_1.hdf5 +1 +" + steps + " +.*");
        assertFalse(tables.out().contains("run_0.hdf5"), tables.out());
        requireLine(tables.out(), RecordedTakes.ENV + ", fields of run_1.hdf5, demo_2:");
    }

    @Test
    void filters_thatNothingPasses_areRefused() {
        String takes = RecordedTakes.plain().toString();

        InProcess none = InProcess.run("inspect", takes, "--env-name", "OtherTask");
        assertEquals(Outcome.BAD_ARGUMENTS, none.outcome());
        assertTrue(none.err().contains("no env is called 'OtherTask'; known are "), none.err());
        InProcess unknown = InProcess.run("inspect", takes, "--filter", "polcy=scripted");
        assertEquals(Outcome.BAD_ARGUMENTS, unknown.outcome());
        assertTrue(unknown.err().contains("no episode has an attribute 'polcy'; did you mean policy"), unknown.err());
    }

    @Test
    void fileOfAnotherName_withFilters_isRefused() throws Exception {
        Path other = Files.copy(
                RecordedTakes.file(RecordedTakes.plain(), 0),
                Files.createDirectories(folder.resolve("env")).resolve("demos.hdf5"));

        assertEquals(Outcome.OK, InProcess.run("inspect", other.toString()).outcome());
        InProcess chosen = InProcess.run("inspect", other.toString(), "--episodes", "0");
        assertEquals(Outcome.BAD_ARGUMENTS, chosen.outcome());
        assertTrue(chosen.err().contains("no episodes can be chosen in it"), chosen.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--foreign", "--legacy"})
    void showsRunsOfRoboLab(String mode) throws Exception {
        List<String> maker = new ArrayList<>();
        maker.add(InProcess.HOME.resolve("conformance/make_example.py").toString());
        maker.add(folder.resolve("robolab").toString());
        if (!mode.isEmpty()) {
            maker.add(mode);
        }
        ChildJvm.python(maker.toArray(String[]::new));
        List<Path> files = runFiles(folder.resolve("robolab"));
        assertTrue(!files.isEmpty());
        for (Path file : files) {
            InProcess tree = InProcess.run("inspect", file.toString());
            assertEquals(Outcome.OK, tree.outcome(), tree.err());
            requireLine(tree.out(), "  demo_0/");
            requireLine(tree.out(), "    actions +\\(\\d+, 8\\) +float32 .*");
        }
    }

    private static List<Path> runFiles(Path below) throws IOException {
        try (Stream<Path> all = Files.walk(below)) {
            return all.filter(p -> p.toString().endsWith(".hdf5")).toList();
        }
    }

    private static void requireLine(String text, String pattern) {
        boolean found = text.lines().anyMatch(l -> l.equals(pattern) || l.matches(pattern));
        assertTrue(found, pattern + " not found in\n" + text);
    }
}
