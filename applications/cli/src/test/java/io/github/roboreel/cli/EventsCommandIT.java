package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.base.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventsCommandIT {
    @TempDir
    Path temp;

    @Test
    void theTableOfARunFileIsAlignedToSteps() throws Exception {
        Path folder = ExampleFolders.make(temp.resolve("clean"));
        Path run = folder.resolve(ExampleFolders.ENV).resolve("run_0.hdf5");

        InProcess events = InProcess.run("events", run.toString());

        assertEquals(Outcome.OK, events.outcome(), events.err());
        assertEquals("", events.err());
        requireLine(events.out(), ExampleFolders.ENV + ", run 0, env 1, episode 1: 65 steps");
        requireLine(events.out(), "step +row +time +from +code +name +done +score +info");
        requireLine(events.out(), "7 +6 +0.467 s +log +256 +GRIPPER_FULLY_CLOSED +- +0.000 +Gripper fully closed");
        requireLine(events.out(), "31 +30 +2.067 s +log +139 +OBJECT_GRABBED_SUCCESS +0 +0.500 .*");
        assertEquals(1, events.out().lines().filter(l -> l.startsWith("31 ")).count(), events.out());
        assertFalse(events.out().contains(" OK "), events.out());
    }

    @Test
    void sparseRowsAreSaidToHaveNoStep() throws Exception {
        Path folder = ExampleFolders.make(temp.resolve("foreign"), "--foreign");

        InProcess table = InProcess.run("events", folder.toString());
        assertEquals(Outcome.OK, table.outcome());
        requireLine(table.out(), ".*episode 0: 60 steps; subtask rows are not aligned to steps");
        requireLine(table.out(), "- +1 +- +subtask +139 .*");
        assertTrue(table.err().contains("not aligned to steps"), table.err());

        InProcess json = InProcess.run("events", "--json", folder.toString());
        JsonNode document = new ObjectMapper().readTree(json.out());
        assertEquals(4, document.path("episodes").size());
        assertEquals(false, document.at("/episodes/0/subtasks_aligned").asBoolean(true));
        assertEquals(30, document.at("/episodes/0/entries/1/row").asInt());
        assertEquals(31 / 15.0, document.at("/episodes/0/entries/1/time_s").asDouble(), 1e-9);
        assertTrue(document.at("/episodes/0/entries/3/step").isNull());
    }

    @Test
    void events_ofSomeEpisodes_showsNoOthers() throws Exception {
        Path folder = ExampleFolders.make(temp.resolve("clean"));

        InProcess two = InProcess.run("events", folder.toString(), "--episodes", "1,3", "--env-name", "*Cube*");
        assertEquals(Outcome.OK, two.outcome(), two.err());
        assertEquals(
                List.of("1", "3"),
                Pattern.compile("(?m)^.*, episode (\\d+): ")
                        .matcher(two.out())
                        .results()
                        .map(found -> found.group(1))
                        .toList());
    }

    @Test
    void events_ofARunFileAndAttributes_showsTheEpisodesThatHaveThem() throws Exception {
        Path folder = ExampleFolders.make(temp.resolve("clean"));
        Path run = folder.resolve(ExampleFolders.ENV).resolve("run_1.hdf5");

        InProcess one = InProcess.run("events", run.toString(), "--filter", "env_id=1");
        assertEquals(Outcome.OK, one.outcome(), one.err());
        assertTrue(one.out().contains(", run 1, env 1, episode 3: "), one.out());
        assertEquals(1, one.out().lines().filter(l -> l.contains(", episode ")).count(), one.out());

        InProcess other = InProcess.run("events", folder.toString(), "--env-name", "Other");
        assertEquals(Outcome.BAD_ARGUMENTS, other.outcome());
        assertTrue(other.err().contains("no env is called 'Other'; known are "), other.err());
        InProcess unknown = InProcess.run("events", folder.toString(), "--filter", "envid=1");
        assertEquals(Outcome.BAD_ARGUMENTS, unknown.outcome());
        assertTrue(unknown.err().contains("no episode has an attribute 'envid'; did you mean env_id"), unknown.err());
    }

    @Test
    void events_ofAFilterThatNothingPasses_saySo() throws Exception {
        Path folder = ExampleFolders.make(temp.resolve("clean"));

        InProcess none = InProcess.run("events", folder.toString(), "--episodes", "999");
        assertEquals(Outcome.OK, none.outcome());
        assertEquals("", none.out());
        assertEquals("roboreel: no episode passes the filters\n", none.err());
        InProcess json = InProcess.run("events", "--json", folder.toString(), "--episodes", "999");
        assertEquals(0, new ObjectMapper().readTree(json.out()).path("episodes").size());
        assertEquals("roboreel: no episode passes the filters\n", json.err());
    }

    @Test
    void events_whoseFolderAnOptionTook_saysWhereToNameIt() throws Exception {
        Path folder = ExampleFolders.make(temp.resolve("clean"));

        InProcess swallowed = InProcess.run("events", "--env-name", "*Cube*", folder.toString());

        assertEquals(Outcome.BAD_ARGUMENTS, swallowed.outcome());
        assertTrue(
                swallowed.err().contains("no folder given; name the run file or output folder right after 'events'"),
                swallowed.err());
        assertFalse(swallowed.err().contains("Missing required parameter"), swallowed.err());
    }

    @Test
    void nothingThereIsRefused() {
        InProcess run = InProcess.run("events", temp.resolve("run_0.hdf5").toString());
        assertEquals(Outcome.BAD_ARGUMENTS, run.outcome());
        assertTrue(run.err().contains("there is no"), run.err());
        assertEquals(Outcome.DATA_LOST, InProcess.run("events", temp.toString()).outcome());
    }

    private static void requireLine(String text, String pattern) {
        assertTrue(text.lines().anyMatch(l -> l.matches(pattern)), pattern + " not in\n" + text);
    }
}
