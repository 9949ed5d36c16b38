package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.base.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report command about attributes, events and metrics of a recorder's user. */
class ReportOwnDataTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int episode = 0; episode < 4; episode++) {
            lines.add(("{'env_name': 'Walk', 'episode': %d, 'success': %s, 'metrics': {'return': %d},"
                            + " 'own_events': {'SLIPPED': %d},"
                            + " 'episode_attributes': {'terrain': '%s'}}")
                    .formatted(episode, episode == 0, episode, episode + 1, episode < 3 ? "rough" : "flat")
                    .replace('\'', '"'));
        }
        Files.write(folder.resolve("episode_results.jsonl"), lines);
    }

    @Test
    void groupsFiltersAndCounts() throws IOException {
        assertEquals(
                List.of("flat,1,1,0", "rough,3,3,1", "TOTAL (2 values),4,4,1"),
                csv("--by", "attribute:terrain").stream()
                        .skip(1)
                        .map(line -> String.join(",", List.of(line.split(",")).subList(0, 4)))
                        .toList());
        List<String> rough = csv("--filter", "terrain=rough", "--metrics", "--events");
        assertTrue(rough.get(0).endsWith(",return,events.SLIPPED,events.SLIPPED episodes"), rough.get(0));
        assertTrue(rough.get(1).endsWith(",1,6,3"), rough.get(1));
        InProcess json = run("--by=attribute:terrain", "--json");
        assertEquals(
                "terrain",
                new ObjectMapper().readTree(json.out()).path("attribute").textValue());
        InProcess text = run("--by", "policy", "--metrics", "--events");
        assertTrue(text.out().contains("return") && text.out().contains("SLIPPED"), text.out());
    }

    @Test
    void anAttributeThatNobodyHasIsABadArgument() {
        for (String[] given : new String[][] {{"--by", "attribute:x"}, {"--filter", "x=1"}}) {
            InProcess refused = run(given);
            assertEquals(Outcome.BAD_ARGUMENTS, refused.outcome());
            assertTrue(refused.err().contains("no episode has an attribute 'x'; there are terrain"), refused.err());
        }
    }

    private List<String> csv(String... options) {
        List<String> given = new ArrayList<>(List.of(options));
        given.add("--csv");
        InProcess report = run(given.toArray(String[]::new));
        assertEquals(Outcome.OK, report.outcome(), report.err());
        return report.out().lines().toList();
    }

    private InProcess run(String... options) {
        List<String> arguments = new ArrayList<>(List.of("report", folder.toString()));
        arguments.addAll(List.of(options));
        return InProcess.run(arguments.toArray(String[]::new));
    }
}
