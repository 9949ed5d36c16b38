package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.base.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandIT {
    @TempDir
    Path temp;

    @Test
    void theCleanExampleIsSilentButForOneLine() throws Exception {
        Path folder = ExampleFolders.make(temp.resolve("clean"));

        InProcess run = InProcess.run("check", folder.toString());

        assertEquals(Outcome.OK, run.outcome());
        assertEquals("ok: " + folder + ": 2 run files, 4 episodes, 0 videos\n", run.out());
        assertEquals("", run.err());
    }

    @Test
    void habitsAreNotesAndDamageIsAnErrorWithExitCodeThree() throws Exception {
        Path foreign = ExampleFolders.make(temp.resolve("foreign"), "--foreign");
        Path broken = ExampleFolders.make(temp.resolve("broken"));
        Path log = broken.resolve(ExampleFolders.ENV).resolve("log_1_env0.json");
        Files.delete(log);

        InProcess run = InProcess.run("check", foreign.toString(), broken.toString());

        assertEquals(Outcome.DATA_LOST, run.outcome());
        assertEquals("", run.err());
        assertTrue(run.out().lines().anyMatch(l -> l.matches("note: .*run_0.hdf5, .*not aligned.*")), run.out());
        assertTrue(run.out().contains("ok: " + foreign + ": 2 run files"), run.out());
        assertTrue(run.out().contains("error: " + log + ": is missing: the event log"), run.out());
        assertTrue(
                run.out().endsWith("damaged: " + broken + ": 2 run files, 4 episodes, 0 videos, 1 error\n"), run.out());
    }

    @Test
    void errorsThatDifferInNumbersOnlyAreOneLineWithACount() throws Exception {
        Path folder = ExampleFolders.make(temp.resolve("broken"));
        Path env = folder.resolve(ExampleFolders.ENV);
        for (String log : List.of("log_0_env0", "log_0_env1", "log_1_env0", "log_1_env1")) {
            Files.delete(env.resolve(log + ".json"));
        }

        InProcess text = InProcess.run("check", folder.toString());
        assertEquals(2, text.out().lines().count(), text.out());
        assertTrue(text.out().startsWith("error: " + env.resolve("log_0_env0.json")), text.out());
        assertTrue(
                text.out()
                        .contains(
                                " (and 3 more like it: log_0_env1.json, log_1_env0.json, log_1_env1.json)\ndamaged: "),
                text.out());
        assertTrue(text.out().endsWith(", 4 errors\n"), text.out());
        InProcess json = InProcess.run("check", "--json", folder.toString());
        assertEquals(
                4,
                new ObjectMapper()
                        .readTree(json.out())
                        .at("/folders/0/findings")
                        .size());
    }

    @Test
    void jsonIsOneDocument() throws Exception {
        Path folder = ExampleFolders.make(temp.resolve("clean"));
        Path results = folder.resolve("episode_results.jsonl");
        Files.writeString(results, Files.readString(results).replace("\"score\": 0.5", "\"score\": 0.4"));

        InProcess run = InProcess.run("check", "--json", folder.toString());

        assertEquals(Outcome.DATA_LOST, run.outcome());
        JsonNode document = new ObjectMapper().readTree(run.out());
        assertEquals(false, document.path("ok").asBoolean(true));
        JsonNode found = document.at("/folders/0");
        assertEquals(folder.toString(), found.path("folder").asText());
        assertEquals(2, found.path("errors").asInt());
        assertEquals(4, found.path("episodes").asInt());
        JsonNode first = found.at("/findings/0");
        assertEquals("error", first.path("severity").asText());
        assertEquals(results.toString(), first.path("file").asText());
        assertEquals("line 2, score", first.path("inside").asText());
        assertTrue(first.path("problem").asText().startsWith("is 0.4"), first.toString());
        assertTrue(!first.path("advice").asText().isBlank());
    }

    @Test
    void aMissingFolderIsRefusedAndAnEmptyOneDamaged() throws Exception {
        InProcess missing = InProcess.run("check", temp.resolve("nowhere").toString());
        assertEquals(Outcome.BAD_ARGUMENTS, missing.outcome());
        assertTrue(missing.err().contains("there is no folder"), missing.err());
        assertEquals(1, missing.err().lines().count());

        InProcess empty = InProcess.run("check", temp.toString());
        assertEquals(Outcome.DATA_LOST, empty.outcome());
        assertTrue(empty.out().startsWith("error: " + temp + ": holds no recording"), empty.out());
    }

    private static final String WHOLE = "what concerns the folder as a whole (missing and left-over files, differences"
            + " between its runs, annotations)\n";

    @Test
    void runFile_isHeldToItsLinesAndLogs_andANoteSaysWhatWasLeftOut() throws Exception {
        Path folder = ExampleFolders.make(temp.resolve("clean"));
        Path env = folder.resolve(ExampleFolders.ENV);
        Path run = env.resolve("run_1.hdf5");
        Files.delete(env.resolve("log_0_env0.json"));
        Files.delete(env.resolve("run_0.hdf5"));

        InProcess sound = InProcess.run("check", run.toString());
        assertEquals(Outcome.OK, sound.outcome(), sound.out());
        assertEquals(
                "note: " + run + ": was checked in part; not looked at: the other run files of " + folder + ", and "
                        + WHOLE + "ok: " + run + ": 1 run file, 2 episodes, 0 videos, 1 note\n",
                sound.out());

        Path log = env.resolve("log_1_env1.json");
        Files.delete(log);
        InProcess damaged = InProcess.run("check", run.toString());
        assertEquals(Outcome.DATA_LOST, damaged.outcome());
        assertTrue(damaged.out().contains("error: " + log + ": is missing: the event log"), damaged.out());
        assertTrue(damaged.out().endsWith(", 1 error, 1 note\n"), damaged.out());
    }

    @Test
    void someEpisodes_areCheckedAndNoOthers() throws Exception {
        Path folder = ExampleFolders.make(temp.resolve("broken"));
        Path log = folder.resolve(ExampleFolders.ENV).resolve("log_1_env0.json");
        Files.delete(log);

        InProcess others = InProcess.run("check", folder.toString(), "--episodes", "0,1,3");
        assertEquals(Outcome.OK, others.outcome(), others.out());
        assertEquals(
                "note: " + folder + ": was checked in part; not looked at: 1 of 4 episodes, and " + WHOLE + "ok: "
                        + folder + ": 2 run files, 3 episodes, 0 videos, 1 note\n",
                others.out());

        for (String[] choice :
                new String[][] {{"--episodes", "2"}, {"--filter", "episode=2"}, {"--where", "run = 1 and env_id = 0"}
                }) {
            InProcess one = InProcess.run("check", folder.toString(), choice[0], choice[1], "--json");
            assertEquals(Outcome.DATA_LOST, one.outcome(), one.err());
            JsonNode found = new ObjectMapper().readTree(one.out()).at("/folders/0");
            assertEquals(1, found.path("run_files").asInt());
            assertEquals(1, found.path("episodes").asInt());
            assertEquals(1, found.path("errors").asInt(), one.out());
            assertEquals(log.toString(), found.at("/findings/0/file").asText());
        }
    }

    @Test
    void aWantedEpisodeWithoutDemo_isAnErrorAndAnUnwantedOneIsNot() throws Exception {
        Path folder = ExampleFolders.make(temp.resolve("broken"));
        Path results = folder.resolve("episode_results.jsonl");
        Path run = folder.resolve(ExampleFolders.ENV).resolve("run_0.hdf5");
        Files.delete(run);

        InProcess wanted = InProcess.run("check", folder.toString(), "--episodes", "1,2");
        assertEquals(Outcome.DATA_LOST, wanted.outcome());
        assertTrue(
                wanted.out().startsWith("error: " + results + ", line 2: has no demo: there is no " + run),
                wanted.out());
        assertTrue(wanted.out().endsWith(", 1 error, 1 note\n"), wanted.out());
        assertEquals(
                Outcome.OK,
                InProcess.run("check", folder.toString(), "--episodes", "2,3").outcome());
    }

    @Test
    void aRunFileThatCannotBeRead_isAnErrorWhateverIsChosenOfItsEnv() throws Exception {
        Path folder = ExampleFolders.make(temp.resolve("broken"));
        Path run = folder.resolve(ExampleFolders.ENV).resolve("run_0.hdf5");
        Files.writeString(run, "not HDF5");

        InProcess chosen = InProcess.run("check", folder.toString(), "--episodes", "2");
        assertEquals(Outcome.DATA_LOST, chosen.outcome());
        assertTrue(chosen.out().contains("error: " + run), chosen.out());
        InProcess other = InProcess.run("check", folder.toString(), "--env-name", "OtherTask");
        assertEquals(Outcome.BAD_ARGUMENTS, other.outcome(), other.out());
        assertTrue(other.out().contains("not looked at: 2 run files of other envs, and "), other.out());
        assertTrue(other.out().contains("no env is called 'OtherTask'; known are "), other.out());
    }

    @Test
    void filtersThatNothingPasses_areRefused() throws Exception {
        Path folder = ExampleFolders.make(temp.resolve("clean"));

        InProcess none = InProcess.run("check", folder.toString(), "--filter", "envid=1");
        assertEquals(Outcome.BAD_ARGUMENTS, none.outcome());
        assertTrue(none.err().contains("no episode passes the filters"), none.err());
        assertTrue(none.out().contains("no episode has an attribute 'envid'; did you mean env_id"), none.out());
    }

    @Test
    void replay_ofSomeEpisodes_replaysNoOthers() {
        Path run = RecordedTakes.file(RecordedTakes.plain(), 1);

        InProcess folder = InProcess.run("check", RecordedTakes.plain().toString(), "--filter", "env_id=1", "--replay");
        assertEquals(Outcome.OK, folder.outcome(), folder.out());
        assertTrue(folder.out().contains(": 2 run files, 2 episodes, 0 videos, 2 replayed, "), folder.out());
        InProcess file = InProcess.run("check", run.toString(), "--episodes", "5", "--replay");
        assertEquals(Outcome.OK, file.outcome(), file.out());
        assertTrue(file.out().contains(": 1 run file, 1 episode, 0 videos, 1 replayed, "), file.out());
    }

    @Test
    void whatWeRecordWithVideosHasNothingWrong() throws Exception {
        InProcess record = InProcess.run(
                "record",
                "--num_envs=2",
                "--num_runs=2",
                "--max-steps=30",
                "--output-dir=" + temp,
                "--output-folder-name=x");
        assertEquals(Outcome.OK, record.outcome(), record.err());
        Path folder = temp.resolve("x");

        InProcess check = InProcess.run("check", folder.toString());

        assertEquals("ok: " + folder + ": 2 run files, 4 episodes, 8 videos\n", check.out());
        assertEquals(Outcome.OK, check.outcome());
    }
}
