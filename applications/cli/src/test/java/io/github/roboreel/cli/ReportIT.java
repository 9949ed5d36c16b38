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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code report} and {@code compile} on folders of all kinds, whole and damaged. */
class ReportIT {
    @TempDir
    static Path examples;

    @TempDir
    Path folder;

    @BeforeAll
    static void makesExamples() throws Exception {
        for (String mode : List.of("", "--foreign", "--legacy")) {
            List<String> maker = new ArrayList<>(List.of(
                    InProcess.HOME.resolve("conformance/make_example.py").toString(),
                    example("pi0" + mode).toString()));
            if (!mode.isEmpty()) {
                maker.add(mode);
            }
            ChildJvm.python(maker.toArray(String[]::new));
        }
    }

    private static Path example(String name) {
        return examples.resolve(name);
    }

    @Test
    void report_recordingBeforeItsFirstResult_saysSoAndIsNoDamage() throws Exception {
        ChildJvm recording = ChildJvm.start(
                folder,
                "record",
                "--policy=hold",
                "--realtime",
                "--max-steps=100000",
                "--video-mode=none",
                "--output-folder-name=take");
        Path take = folder.resolve("output/take");
        while (!Files.exists(take.resolve("BananaInBowlTask/run_0.hdf5"))) {
            assertTrue(recording.isAlive(), recording.err());
            Thread.sleep(20);
        }
        InProcess live = InProcess.run("report", take.toString());
        assertEquals(
                "roboreel: " + take + " is being recorded, and no episode has a result yet; ask again later\n",
                live.err());
        assertEquals(Outcome.OK, live.outcome());
        recording.kill();
        InProcess dead = InProcess.run("report", take.toString());
        assertTrue(dead.err().contains("re-create the results with: "), dead.err());
        assertEquals(Outcome.DATA_LOST, dead.outcome());
    }

    @Test
    void showsATableOfAnyKindOfFolder() {
        String judged = """
                Task                     Success     %     95% CI  Score  Time s  Steps
                -----------------------------------------------------------------------
                RubiksCubeAndBananaTask      2/4  50.0  14.7-85.3  0.750    4.73   71.0
                -----------------------------------------------------------------------
                TOTAL (1 task)               2/4  50.0  14.7-85.3  0.750    4.73   71.0
                """;
        requireOutput(judged, "report", example("pi0").toString());
        requireOutput(judged, "report", example("pi0--legacy").toString());
        requireOutput("""
                Task                     Success     %    95% CI  n/a  Score  Time s  Steps
                ---------------------------------------------------------------------------
                RubiksCubeAndBananaTask      1/3  33.3  6.8-80.6    1  0.750    4.00   71.0
                ---------------------------------------------------------------------------
                TOTAL (1 task)               1/3  33.3  6.8-80.6    1  0.750    4.00   71.0
                """, "report", example("pi0--foreign").toString(), "--interval=equal-tailed");
    }

    @Test
    void aFolderTakenForAnotherNameIsNamed() {
        String swallowed = example("pi0--foreign").toString();
        InProcess run =
                InProcess.run("report", example("pi0").toString(), "--env-name", "RubiksCubeAndBananaTask", swallowed);
        assertEquals(Outcome.BAD_ARGUMENTS, run.outcome());
        assertEquals("", run.out());
        String one = "no episode has env_name " + swallowed + "; there are RubiksCubeAndBananaTask";
        assertTrue(run.err().contains(one), run.err());
        assertTrue(run.err().contains(swallowed + " is a folder: name folders"), run.err());
    }

    @Test
    void saysWhyThereIsNoScene() {
        InProcess run = InProcess.run("report", example("pi0").toString(), "--by-scene");
        assertEquals(Outcome.OK, run.outcome());
        assertTrue(run.out().contains("(none)"), run.out());
        assertTrue(run.err().contains("4 of 4 episodes are under (none), because their result lines"), run.err());
    }

    @Test
    void theIntervalHoldsTheObservedRateUnlessAskedOtherwise() throws Exception {
        String folder = example("pi0").toString();
        assertEquals(0, failuresInterval(folder, "--interval=hpd").get(0).doubleValue());
        assertEquals(failuresInterval(folder, "--interval=hpd"), failuresInterval(folder, "--no-metrics"));
        JsonNode equalTailed = failuresInterval(folder, "--interval=equal-tailed");
        assertEquals(0.0084, equalTailed.get(0).doubleValue(), 1e-4);
        assertEquals(0.7076, equalTailed.get(1).doubleValue(), 1e-4);
        InProcess run = InProcess.run("report", folder, "--interval=wilson");
        assertEquals(Outcome.BAD_ARGUMENTS, run.outcome());
        assertTrue(run.err().contains("known are hpd, equal-tailed"), run.err());
    }

    /** Of the two failures: 0 of 2. */
    private static JsonNode failuresInterval(String folder, String option) throws Exception {
        InProcess run = InProcess.run("report", folder, "--failures-only", "--json", option);
        return new ObjectMapper().readTree(run.out()).at("/total/success_rate_ci95");
    }

    private static void requireOutput(String expected, String... args) {
        InProcess run = InProcess.run(args);
        assertEquals(Outcome.OK, run.outcome(), run.err());
        assertEquals("", run.err());
        assertEquals(expected, run.out());
    }

    @Test
    void expandsQuotedPatternsAndTakesFoldersTogether() throws Exception {
        InProcess run = InProcess.run("report", examples + "/pi0*", "--json", "--show_episodes");

        assertEquals(Outcome.OK, run.outcome(), run.err());
        JsonNode report = new ObjectMapper().readTree(run.out());
        assertEquals(12, report.at("/total/episodes").asInt());
        assertEquals(5, report.at("/total/successes").asInt());
        assertEquals(1, report.at("/total/not_judged").asInt());
        assertEquals(12, report.path("episodes").size());
        assertEquals(3, report.path("folders").size());
        assertTrue(report.at("/episodes/7/success").isNull());
    }

    @Test
    void filtersAndGroups() {
        String folderName = example("pi0").toString();
        requireOutput("""
                Task                     Success  Episodes  Grabs  In successes  In failures  Objects
                -------------------------------------------------------------------------------------
                RubiksCubeAndBananaTask      0/2       2/2      2             0            2  bowl x2
                -------------------------------------------------------------------------------------
                TOTAL (1 task)               0/2       2/2      2             0            2  bowl x2
                """, "report", folderName, "--by-wrong-objects", "--failures-only");
        requireOutput("""
                Task                         default          all
                -------------------------------------------------
                RubiksCubeAndBananaTask  50.0% (2/4)  50.0% (2/4)
                -------------------------------------------------
                TOTAL (1 task)           50.0% (2/4)  50.0% (2/4)
                """, "report", folderName, "--by_instruction_type", "--policy", "exam*");
        requireOutput(
                """
                Difficulty,Episodes,Judged,Success,Success %,LCB %,UCB %,Score,Scored,Score(fail),Time(s),Steps
                simple,4,4,2,50,14.66328,85.33672,0.75,4,0.5,4.733333,71
                TOTAL (1 level),4,4,2,50,14.66328,85.33672,0.75,4,0.5,4.733333,71
                """, "report", folderName, "--by-difficulty", "--csv", "--task", "RubiksCubeAndBananaTask", "*Banana*");
    }

    @Test
    void writesCsvToANewFile() throws IOException {
        Path file = folder.resolve("summary.csv");
        String[] args = {"report", example("pi0").toString(), "--metrics", "--output_csv", file.toString()};

        assertEquals(Outcome.OK, InProcess.run(args).outcome());

        List<String> lines = Files.readAllLines(file);
        assertEquals(3, lines.size());
        assertTrue(
                lines.get(0)
                        .endsWith("ee_sparc,joint_sparc_mean,ee_isj,joint_isj,ee_path_length,"
                                + "joint_rmse_mean,ee_speed_max,ee_speed_mean"),
                lines.get(0));
        assertTrue(lines.get(1).startsWith("RubiksCubeAndBananaTask,4,4,2,50,"), lines.get(1));
        requireRefusal("never overwritten", args);
        assertEquals(lines, Files.readAllLines(file));
    }

    @Test
    void quotesWhatAFileHolds() throws IOException {
        Files.writeString(
                folder.resolve("episode_results.jsonl"),
                "{\"env_name\": \"A\", \"episode\": 0, \"success\": true, \"instruction\":"
                        + " \"Put \\\"it\\\", then\\nlet go of 碗\"}\n");

        InProcess run = InProcess.run("report", folder.toString(), "--csv", "--show-episodes");

        assertTrue(run.out().contains(",\"Put \"\"it\"\", then\nlet go of 碗\",true,"), run.out());
    }

    @Test
    void readsOnAndExitsWithThreeWhereSomethingIsLeftOut() throws IOException {
        Path damaged = Files.createDirectories(folder.resolve("damaged"));
        String good = Files.readString(example("pi0").resolve("episode_results.jsonl"));
        Files.writeString(damaged.resolve("episode_results.jsonl"), "rubbish\n" + good + good.substring(0, 100));
        Path empty = Files.createDirectories(folder.resolve("empty"));

        InProcess run = InProcess.run("report", damaged.toString(), empty.toString());

        assertEquals(Outcome.DATA_LOST, run.outcome());
        assertTrue(run.out().contains("2/4  50.0"), run.out());
        List<String> complaints = run.err().lines().toList();
        assertEquals(3, complaints.size(), run.err());
        assertTrue(complaints.get(0).contains("line 1 is not JSON"), run.err());
        assertTrue(complaints.get(1).contains("line 6 is torn"), run.err());
        assertTrue(complaints.get(2).contains(empty + " holds no results"), run.err());
    }

    @Test
    void aFolderWithoutResultsShowsNothingAndExitsWithThree() {
        InProcess run = InProcess.run("report", folder.toString());

        assertEquals(Outcome.DATA_LOST, run.outcome());
        assertEquals("", run.out());
        assertEquals("roboreel: " + folder + " holds no results; give the folder that a recording made\n", run.err());
    }

    @Test
    void refusesWhatCannotBe() {
        String here = example("pi0").toString();
        requireRefusal("there is no folder /no/where", "report", "/no/where");
        requireRefusal("no folder matches", "report", here + "/x*");
        requireRefusal("no folder given", "report");
        requireRefusal("no folder given", "report", "--task", "A", here);
        requireRefusal("there are RubiksCubeAndBananaTask", "report", here, "--task", "A");
        requireRefusal("give one of them", "report", here, "--by-policy", "--by-scene");
        requireRefusal("give one of them", "report", here, "--csv", "--json");
        requireRefusal("known are env_name, task_name", "report", here, "--filter-field", "colour");
        requireRefusal("there is no folder", "report", here, "--output-csv", "/no/where/x.csv");
        requireRefusal("--output", "compile", here);
        requireRefusal(".jsonl, .json and .csv", "compile", here, "-o", folder + "/x.txt");
    }

    private static void requireRefusal(String part, String... args) {
        InProcess run = InProcess.run(args);
        assertEquals(Outcome.BAD_ARGUMENTS, run.outcome(), run.err());
        assertEquals("", run.out());
        assertEquals(1, run.err().lines().count(), run.err());
        assertTrue(run.err().contains(part), run.err());
    }

    @Test
    void compilesFoldersIntoOneFileThatIsNeverOverwritten() throws Exception {
        Path file = folder.resolve("all.jsonl");
        String[] args = {"compile", examples + "/pi0*", "-o", file.toString(), "--json"};

        InProcess run = InProcess.run(args);

        assertEquals(Outcome.OK, run.outcome(), run.err());
        JsonNode summary = new ObjectMapper().readTree(run.out());
        assertEquals(12, summary.path("episodes").asInt());
        assertEquals(0, summary.path("repeated").asInt());
        List<String> lines = Files.readAllLines(file);
        assertEquals(12, lines.size());
        assertFalse(lines.stream().anyMatch(l -> l.contains("NaN")));
        JsonNode last = new ObjectMapper().readTree(lines.get(11));
        assertEquals(
                example("pi0--legacy").resolve("RubiksCubeAndBananaTask").toString(),
                last.path("data_dir").asText());
        requireRefusal("never overwritten", args);
        assertEquals(lines, Files.readAllLines(file));
    }

    @Test
    void compilesNothingFromNothing() {
        Path file = folder.resolve("all.csv");

        InProcess run = InProcess.run("compile", folder.toString(), "-o", file.toString());

        assertEquals(Outcome.DATA_LOST, run.outcome());
        assertEquals("no episodes, so " + file + " was not written\n", run.out());
        assertFalse(Files.exists(file));
    }
}
