package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.base.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RebuildCommandIT {
    @TempDir
    Path temp;

    @Test
    void aLostFileComesBackAndTheAuditIsContent() throws Exception {
        Path folder = ExampleFolders.make(temp.resolve("clean"));
        Path results = folder.resolve("episode_results.jsonl");
        Files.delete(results);

        InProcess dry = InProcess.run("rebuild", "--dry_run", folder.toString());
        assertEquals(Outcome.OK, dry.outcome(), dry.err());
        assertEquals(results + ": 4 lines would be re-created, 0 kept\n", dry.out());
        assertFalse(Files.exists(results));

        InProcess run = InProcess.run("rebuild", folder.toString());
        assertEquals(Outcome.OK, run.outcome(), run.err());
        assertEquals(results + ": 4 lines re-created, 0 kept\n", run.out());
        assertEquals(4, Files.readAllLines(results).size());
        assertEquals(Outcome.OK, InProcess.run("check", folder.toString()).outcome());

        InProcess again = InProcess.run("rebuild", folder.toString());
        assertEquals(results + ": nothing is missing, 4 lines\n", again.out());
    }

    @Test
    void jsonHoldsTheNewLinesAndTheOldFilesName() throws Exception {
        Path folder = ExampleFolders.make(temp.resolve("clean"));
        Path results = folder.resolve("episode_results.jsonl");
        List<String> lines = Files.readAllLines(results);
        Files.writeString(results, lines.get(3) + "\n" + lines.get(0) + "\n{]\n" + lines.get(1) + "\n");

        InProcess run = InProcess.run("rebuild", "--json", folder.toString());

        assertEquals(Outcome.DATA_LOST, run.outcome(), run.err());
        assertTrue(run.err().contains("line 3 is not JSON"), run.err());
        JsonNode document = new ObjectMapper().readTree(run.out());
        assertEquals(3, document.path("kept").asInt());
        assertEquals(1, document.path("unreadable").asInt());
        assertEquals(1, document.path("added").size());
        assertEquals(2, document.at("/added/0/episode").asInt());
        assertTrue(
                Files.readString(Path.of(document.path("set_aside").asText())).contains("{]"));
    }

    @Test
    void whatHadToBeLeftOutIsNamed() throws Exception {
        Path folder = ExampleFolders.make(temp.resolve("clean"));
        Files.delete(folder.resolve("episode_results.jsonl"));
        Path broken = folder.resolve(ExampleFolders.ENV).resolve("run_1.hdf5");
        Files.writeString(broken, "no HDF5");

        InProcess run = InProcess.run("rebuild", folder.toString());

        assertEquals(Outcome.DATA_LOST, run.outcome());
        assertTrue(run.out().contains("2 lines re-created"), run.out());
        assertTrue(run.err().contains(broken + " cannot be read"), run.err());
        assertEquals(1, run.err().lines().count(), run.err());
    }

    @Test
    void aFolderWithoutARecordingIsNamed() {
        InProcess run = InProcess.run("rebuild", temp.toString());
        assertEquals(Outcome.DATA_LOST, run.outcome());
        assertTrue(run.err().contains("holds no recording"), run.err());
        assertEquals(
                Outcome.BAD_ARGUMENTS,
                InProcess.run("rebuild", temp.resolve("nowhere").toString()).outcome());
    }
}
