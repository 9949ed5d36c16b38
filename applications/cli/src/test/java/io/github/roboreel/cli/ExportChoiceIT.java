package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.recorder.plan.StepSchedule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which episodes an export takes, and what it says of the others. */
class ExportChoiceIT {
    @TempDir
    Path temp;

    private TakeToExport take;

    @BeforeEach
    void copyTake() throws IOException {
        take = TakeToExport.copy(RecordedTakes.withImages(), temp);
    }

    @Test
    void numbersNamesAndLengthsLeaveEpisodesOut() throws Exception {
        take.setVerdict(2, "success");
        take.setVerdict(5, "success");

        assertEquals("1, 2, 6", take.exported("--episodes=1-2,6"));
        assertEquals("2, 5", take.exported("--success_only"));
        assertEquals("5", take.exported("--success-only", "--episodes=3-7"));
        assertEquals("0, 1, 2, 3, 4, 5, 6, 7", take.exported("--env-name", "Banana*", "--min-steps=12"));
    }

    @Test
    void whatWasLeftOutIsSaid() throws Exception {
        take.setVerdict(2, "success");

        InProcess done = take.export("--episodes=1-3", "--success-only");

        assertEquals(Outcome.OK, done.outcome(), done.err());
        List<String> lines = done.out().lines().toList();
        assertTrue(lines.get(0).startsWith("1 episode, 12 steps; "), done.out());
        assertTrue(lines.contains("left out: 5 episodes with other numbers"), done.out());
        assertTrue(lines.contains("left out: 2 episodes without success"), done.out());
        assertEquals(take.target().toString(), lines.get(lines.size() - 1));
    }

    @Test
    void severalFoldersFollowEachOther() throws Exception {
        Path second = temp.resolve("second");
        HostileFolders.copy(RecordedTakes.withImages(), second);

        InProcess done = take.export(second.toString(), "--episodes=7", "--json");

        assertEquals(Outcome.OK, done.outcome(), done.err());
        String first = ChildJvm.python(
                "-c", SAME_ACTIONS, take.target().toString(), take.folder().toString());
        assertEquals("2 demos, both those of demo_3 of run 1", first.strip());
    }

    private static final String SAME_ACTIONS = """
            import h5py, sys
            out = h5py.File(sys.argv[1], 'r')['data']
            source = h5py.File(sys.argv[2] + '/BananaInBowlTask/run_1.hdf5', 'r')['data/demo_3']
            assert all((d['actions'][...] == source['actions'][...]).all() for d in out.values())
            print(len(out), 'demos, both those of demo_3 of run 1')
            """;

    @Test
    void nothingLeftToExportFails() throws Exception {
        TakeToExport.requireBadArgument("8 with too few steps", take.export("--min-steps=13"));
        TakeToExport.requireBadArgument("8 with other numbers; change the filters", take.export("--episodes=70"));
        Path empty = Files.createDirectory(temp.resolve("empty"));
        TakeToExport.requireFailure(
                "the folders hold none",
                InProcess.run(
                        "export",
                        "robomimic",
                        empty.toString(),
                        "--out",
                        take.target().toString()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--env-name=Juggle | no env is called 'Juggle'; known are BananaInBowlTask",
                "--env-name=BananaInBowl | no env is called 'BananaInBowl'; did you mean BananaInBowlTask?",
                "--filter=env_nam=a | no episode has an attribute 'env_nam'; did you mean env_name?",
                "--where=success= | the filter 'success=' cannot be used: the SQL cannot be run: syntax error: it ends",
                "--transform=drop=acton | has no 'acton' to drop; did you mean actions?",
                "--seed=1.5 | invalid value for option '--seed': '1.5' is no whole number",
            })
    void aMistakeInTheChoiceIsABadArgument(String option, String sentence) throws Exception {
        TakeToExport.requireBadArgument(sentence, take.export(option));
    }

    @Test
    void incompleteEpisodesAreExportedAndMarkedUnlessTheyAreLeftOut() throws Exception {
        take.setVerdict(6, "aborted");
        String root = temp.toString();

        InProcess done = InProcess.run("export", "rlds", take.folder().toString(), "--out", root, "--name=a");

        assertEquals(Outcome.OK, done.outcome(), done.err());
        assertTrue(done.out().contains("1 episode incomplete"), done.out());
        ChildJvm.python(
                InProcess.HOME.resolve("conformance/check_rlds.py").toString(),
                temp.resolve("a/1.0.0").toString(),
                "--strict",
                "--expect-episodes=8",
                "--expect-invalid=1");
        assertEquals("0, 1, 2, 3, 4, 5, 7", take.exported("--complete-only"));
    }

    @Test
    void attributesOfEpisodesReachTheDataset() throws Exception {
        take.editLine(4, line -> line.putObject("episode_attributes").put("operator", "Zoë"));

        assertEquals("['demo_4']", demosOfZoe());
    }

    private String demosOfZoe() throws Exception {
        InProcess done = take.export();
        assertEquals(Outcome.OK, done.outcome(), done.err());
        return ChildJvm.python(
                        "-c",
                        "import h5py, sys; d = h5py.File(sys.argv[1], 'r')['data'];"
                                + " print([n for n in d if d[n].attrs.get('attributes/operator') =="
                                + " 'Zoë'])",
                        take.target().toString())
                .strip();
    }

    @Test
    void attributesOutliveTheResultLines() throws Exception {
        ChildJvm.python(
                "-c",
                "import h5py, sys, numpy as np; a = h5py.File(sys.argv[1], 'r+')"
                        + "['data/demo_0'].attrs; a.modify('episode_metadata', np.array(sys.argv[2]"
                        + ".encode(), a.get_id('episode_metadata').dtype))",
                RecordedTakes.file(take.folder(), 1).toString(),
                "{\"episode_attributes\": {\"operator\": \"Zoë\"}}");
        Path results = take.folder().resolve("episode_results.jsonl");
        Files.delete(results);

        InProcess rebuilt = InProcess.run("rebuild", take.folder().toString());
        assertEquals(Outcome.OK, rebuilt.outcome(), rebuilt.err());

        JsonNode line = new ObjectMapper().readTree(Files.readAllLines(results).get(4));
        assertEquals("Zoë", line.path("episode_attributes").path("operator").textValue());
        assertEquals("['demo_4']", demosOfZoe());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "minari --root {} --id robolab/banana-v0",
                "rlds --out {} --name banana",
            })
    void appendAddsEpisodesToWhatIsThere(String line) throws Exception {
        JsonNode summary = append(line, "0-2");
        assertEquals(3, summary.get("episodes_in_target").asInt());

        summary = append(line, "5");

        assertEquals(1, summary.get("episodes").asInt());
        assertEquals(4, summary.get("episodes_in_target").asInt());
        Path dataset = Path.of(summary.get("target").textValue());
        if (line.startsWith("rlds")) {
            ChildJvm.python(
                    InProcess.HOME.resolve("conformance/check_rlds.py").toString(),
                    dataset.toString(),
                    "--strict",
                    "--expect-episodes=4");
        } else {
            String file = dataset.resolve("data/main_data.hdf5").toString();
            String folder = take.folder().toString();
            assertEquals(
                    "True",
                    ChildJvm.python("-c", FOURTH_IS_EPISODE_5, file, folder).strip());
        }
    }

    private JsonNode append(String line, String episodes) throws Exception {
        List<String> words = new ArrayList<>(List.of("export"));
        words.addAll(List.of(line.replace("{}", temp.toString()).split(" ")));
        words.add(2, take.folder().toString());
        words.addAll(List.of("--append", "--json", "--episodes=" + episodes));
        InProcess done = InProcess.run(words.toArray(String[]::new));
        assertEquals(Outcome.OK, done.outcome(), done.err());
        return new ObjectMapper().readTree(done.out());
    }

    private static final String FOURTH_IS_EPISODE_5 = """
            import h5py, sys
            made = h5py.File(sys.argv[1], 'r')
            demo = h5py.File(sys.argv[2] + '/BananaInBowlTask/run_1.hdf5', 'r')['data/demo_1']
            print(len(made) == 4 and (made['episode_3/actions'][...] == demo['actions'][...]).all())
            """;

    @Test
    void stepsWithoutACommonPeriodAreSaid() throws Exception {
        StepSchedule steps = StepSchedule.matching((episode, step) -> step % 5 < 2);
        Path folder = LongTake.record(temp.resolve("irregular"), 20, steps);
        take = new TakeToExport(folder, take.target());

        InProcess done = take.export("--json");

        assertEquals(Outcome.OK, done.outcome(), done.err());
        assertEquals(8, new ObjectMapper().readTree(done.out()).get("steps").asInt());
        assertTrue(done.out().contains("the steps of 1 episode have no common period"), done.out());
        String printed = ChildJvm.python(
                "-c",
                "import h5py, sys; d = h5py.File(sys.argv[1], 'r')['data/demo_0'];"
                        + " print(d['actions'].shape, d.attrs['attributes/steps_taken'],"
                        + " d.attrs['attributes/irregular_steps'])",
                take.target().toString());
        assertEquals("(8, 7) 20 True", printed.strip());
    }

    @Test
    void roboLabsFoldersAreExported() throws Exception {
        for (String mode : List.of("--foreign", "--legacy")) {
            Path example = ExampleFolders.make(temp.resolve("robolab" + mode), mode);
            Path file = temp.resolve("robolab" + mode + ".hdf5");
            InProcess done = InProcess.run("export", "robomimic", example.toString(), "--out=" + file);
            assertEquals(Outcome.OK, done.outcome(), done.err());
            assertTrue(done.out().startsWith("4 episodes, "), done.out());
        }
    }
}
