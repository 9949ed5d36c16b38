package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.base.Outcome;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergeCommandIT {
    private static final String OTHER = "OtherTask";

    @TempDir
    Path temp;

    /** The same recording under another env name. */
    private Path other() throws Exception {
        Path folder = ExampleFolders.make(temp.resolve("other"));
        Files.move(folder.resolve(ExampleFolders.ENV), folder.resolve(OTHER));
        Path results = folder.resolve("episode_results.jsonl");
        Files.writeString(results, Files.readString(results).replace(ExampleFolders.ENV, OTHER));
        return folder;
    }

    @Test
    void theMergedFolderIsSoundAndTheSourcesAreEmpty() throws Exception {
        Path one = ExampleFolders.make(temp.resolve("one"));
        Path two = other();
        Path into = temp.resolve("all");

        InProcess run = InProcess.run("merge", one.toString(), two.toString(), "--into", into.toString());

        assertEquals(Outcome.OK, run.outcome(), run.err());
        assertEquals(
                one
                        + ": "
                        + ExampleFolders.ENV
                        + "; 4 result lines\n"
                        + two
                        + ": "
                        + OTHER
                        + "; 4 result lines\n"
                        + "moved into "
                        + into
                        + "\n",
                run.out());
        assertEquals("", run.err());
        InProcess check = InProcess.run("check", into.toString());
        assertEquals("ok: " + into + ": 4 run files, 8 episodes, 0 videos\n", check.out());
        assertFalse(Files.exists(one.resolve(ExampleFolders.ENV)));
    }

    @Test
    void aLineThatIsNotUtf8IsTakenOverAndNamed() throws Exception {
        Path one = ExampleFolders.make(temp.resolve("one"));
        Path results = one.resolve("episode_results.jsonl");
        String text = Files.readString(results).replaceFirst("\"policy\": \"", "\"policy\": \"\u00e9");
        Files.writeString(results, text, StandardCharsets.ISO_8859_1);
        Path into = temp.resolve("all");

        InProcess run = InProcess.run("merge", one.toString(), "--into", into.toString(), "--copy");

        assertEquals(Outcome.DATA_LOST, run.outcome());
        assertTrue(run.err().contains(one + " has 1 result lines that are not UTF-8"), run.err());
        assertEquals(text, Files.readString(into.resolve("episode_results.jsonl"), StandardCharsets.ISO_8859_1));
    }

    @Test
    void conflictsAreAllNamedAndNothingMoves() throws Exception {
        Path one = ExampleFolders.make(temp.resolve("one"));
        Path two = ExampleFolders.make(temp.resolve("two"));
        Path config = two.resolve(ExampleFolders.ENV).resolve("env_cfg.json");
        Files.writeString(config, Files.readString(config).replace("\"decimation\": 8", "\"decimation\": 4"));
        Path into = temp.resolve("all");

        InProcess run = InProcess.run("merge", one.toString(), two.toString(), "--into", into.toString());

        assertEquals(Outcome.BAD_ARGUMENTS, run.outcome());
        assertEquals("", run.out());
        assertEquals(2, run.err().lines().count(), run.err());
        assertTrue(run.err().contains("env " + ExampleFolders.ENV + " is in " + one), run.err());
        assertTrue(run.err().contains("the time steps differ"), run.err());
        assertFalse(Files.exists(into));
        assertTrue(Files.exists(one.resolve(ExampleFolders.ENV)));
    }

    @Test
    void copiesTellInJson() throws Exception {
        Path one = ExampleFolders.make(temp.resolve("one"));
        Files.writeString(one.resolve("notes.txt"), "mine");
        Path into = temp.resolve("all");

        InProcess run = InProcess.run("merge", "--copy", "--json", one.toString(), "--into", into.toString());

        assertEquals(Outcome.OK, run.outcome(), run.err());
        JsonNode document = new ObjectMapper().readTree(run.out());
        assertEquals(true, document.path("copied").asBoolean());
        assertEquals(ExampleFolders.ENV, document.at("/sources/0/envs/0").asText());
        assertEquals("notes.txt", document.at("/sources/0/left_behind/0").asText());
        assertTrue(run.err().contains("keeps notes.txt"), run.err());
        assertEquals(
                Outcome.OK,
                InProcess.run("check", one.toString(), into.toString()).outcome());
    }

    @Test
    void shardsOfOneTaskArePutTogetherAndTheResultIsSound() throws Exception {
        Path one = ExampleFolders.make(temp.resolve("one"));
        Path two = ExampleFolders.make(temp.resolve("two"));
        Path into = temp.resolve("all");

        InProcess run = InProcess.run("merge", one.toString(), two.toString(), "--into", into.toString());

        assertEquals(Outcome.OK, run.outcome(), run.err());
        assertTrue(
                run.out()
                        .contains(
                                ExampleFolders.ENV + ": run r became run r + 2, episode e became episode e" + " + 4\n"),
                run.out());
        assertFalse(Files.exists(one));
        InProcess check = InProcess.run("check", into.toString());
        assertEquals("ok: " + into + ": 4 run files, 8 episodes, 0 videos\n", check.out());
        ChildJvm.python(InProcess.HOME.resolve("conformance/check_run.py").toString(), into.toString());
    }

    @Test
    void missingArgumentsAreNamed() {
        InProcess run = InProcess.run("merge", "--into", temp.resolve("all").toString());
        assertEquals(Outcome.BAD_ARGUMENTS, run.outcome());
        assertTrue(run.err().contains("no folder given"), run.err());
        assertTrue(InProcess.run("merge", temp.toString()).err().contains("--into"));
    }
}
