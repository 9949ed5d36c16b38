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

class PosesCommandIT {
    @TempDir
    Path temp;

    @Test
    void csvHasARowPerThing() throws Exception {
        Path folder = ExampleFolders.make(temp.resolve("clean"));

        InProcess run = InProcess.run("poses", folder.toString());

        assertEquals(Outcome.OK, run.outcome(), run.err());
        List<String> lines = run.out().lines().toList();
        assertEquals("folder,env_name,run,env_id,episode,kind,name,x,y,z,qw,qx,qy,qz", lines.get(0));
        assertEquals(1 + 4 * 4, lines.size());
        assertEquals(
                folder + "," + ExampleFolders.ENV + ",0,0,0,articulation,robot,0.0,0.0,0.0,1.0,0.0,0.0,0.0",
                lines.get(1));
        assertTrue(
                lines.get(16)
                        .startsWith(
                                folder + "," + ExampleFolders.ENV + ",1,1,3,rigid_object,rubiks_cube,0.65,0.15,0.03,"),
                lines.get(16));
    }

    @Test
    void jsonHasAnEntryPerEpisodeAndFilesAreNeverOverwritten() throws Exception {
        Path folder = ExampleFolders.make(temp.resolve("legacy"), "--legacy");
        Path file = temp.resolve("poses.json");

        InProcess run = InProcess.run("poses", "--json", "-o", file.toString(), folder.toString());

        assertEquals(Outcome.OK, run.outcome(), run.err());
        assertEquals("", run.out());
        JsonNode episodes = new ObjectMapper().readTree(file.toFile());
        assertEquals(4, episodes.size());
        assertEquals(2, episodes.get(2).path("episode").asInt());
        assertTrue(episodes.get(2).path("run").isNull());
        assertEquals(
                "[0.0,0.0,0.0]", episodes.at("/2/articulation/robot/position").toString());
        assertEquals(4, episodes.at("/2/rigid_object/banana/orientation_wxyz").size());

        byte[] before = Files.readAllBytes(file);
        InProcess again = InProcess.run("poses", "-o", file.toString(), folder.toString());
        assertEquals(Outcome.BAD_ARGUMENTS, again.outcome());
        assertTrue(again.err().contains("never overwritten"), again.err());
        org.junit.jupiter.api.Assertions.assertArrayEquals(before, Files.readAllBytes(file));
    }

    @Test
    void whatCannotBeReadIsNamed() throws Exception {
        Path folder = ExampleFolders.make(temp.resolve("clean"));
        Path broken = folder.resolve(ExampleFolders.ENV).resolve("run_0.hdf5");
        Files.write(broken, java.util.Arrays.copyOf(Files.readAllBytes(broken), 9000));

        InProcess run = InProcess.run("poses", folder.toString());

        assertEquals(Outcome.DATA_LOST, run.outcome());
        assertEquals(1 + 2 * 4, run.out().lines().count());
        assertTrue(run.err().contains(broken.toString()), run.err());
    }
}
