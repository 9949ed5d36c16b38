package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.base.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that read, over a folder of continuous episodes, held against its result lines. */
class ContinuousFolderIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String RESULTS = "episode_results.jsonl";

    @TempDir
    Path temp;

    private final Path take = RecordedTakes.continuous();

    /** By episode. */
    private List<JsonNode> lines;

    @BeforeEach
    void readLines() throws IOException {
        lines = lines(take);
    }

    private static List<JsonNode> lines(Path folder) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve(RESULTS))) {
            lines.add(JSON.readTree(line));
        }
        lines.sort(Comparator.comparingInt(line -> line.get("episode").intValue()));
        return lines;
    }

    private static String run(String... args) {
        InProcess done = InProcess.run(args);
        assertEquals(Outcome.OK, done.outcome(), done.out() + done.err());
        return done.out();
    }

    private Path copy() throws IOException {
        Path copy = temp.resolve("copy");
        try (Stream<Path> files = Files.walk(take)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(take.relativize(file)));
            }
        }
        return copy;
    }

    private static void requireSame(JsonNode line, JsonNode given, String... fields) {
        for (String field : fields) {
            assertEquals(line.get(field), given.get(field), field + " of " + given);
        }
    }

    @Test
    void checkFindsNothing() throws Exception {
        run("check", take.toString());
        ChildJvm.python(
                InProcess.HOME.resolve("conformance/check_run.py").toString(),
                take.toString(),
                "--ours",
                "--continuous",
                "--episodes=8",
                "--num-envs=4",
                "--num-runs=2");
    }

    @Test
    void reportCountsThem() throws IOException {
        JsonNode group = JSON.readTree(run("report", "--json", take.toString())).at("/groups/0");
        long successes =
                lines.stream().filter(l -> l.get("success").booleanValue()).count();
        assertEquals(8, group.get("episodes").intValue());
        assertEquals(successes, group.get("successes").longValue());
    }

    @Test
    void metricsAreThoseOfTheLines() throws IOException {
        List<String> printed = run("metrics", "--json", take.toString()).lines().toList();
        assertEquals(9, printed.size());
        for (int i = 0; i < 8; i++) {
            requireSame(lines.get(i), JSON.readTree(printed.get(i)), "run", "env_id", "episode", "metrics");
        }
    }

    @Test
    void metricsAreWrittenIntoTheLinesOfTheirEpisodes() throws IOException {
        Path copy = copy();
        Path results = copy.resolve(RESULTS);
        Files.writeString(results, Files.readString(results).replaceAll("\"ee_isj\":[^,]+", "\"ee_isj\":0.5"));

        run("metrics", "--write", copy.toString());

        assertEquals(lines, lines(copy));
    }

    @Test
    void linesAreRebuilt() throws IOException {
        Path copy = copy();
        Files.delete(copy.resolve(RESULTS));

        run("rebuild", copy.toString());

        List<JsonNode> rebuilt = lines(copy);
        for (int i = 0; i < 8; i++) {
            requireSame(
                    lines.get(i),
                    rebuilt.get(i),
                    "run",
                    "env_id",
                    "sim_env_id",
                    "episode",
                    "success",
                    "episode_step",
                    "metrics",
                    "events",
                    "score");
        }
    }

    @Test
    void eventsAndPosesNameRunAndDemo() throws IOException {
        JsonNode events =
                JSON.readTree(run("events", "--json", take.toString())).get("episodes");
        JsonNode poses = JSON.readTree(run("poses", "--json", take.toString()));
        assertEquals(8, events.size());
        assertEquals(8, poses.size());
        for (int i = 0; i < 8; i++) {
            requireSame(lines.get(i), events.get(i), "run", "env_id", "episode");
            requireSame(lines.get(i), poses.get(i), "run", "env_id", "episode");
            assertEquals(
                    lines.get(i).get("episode_step").intValue(),
                    events.get(i).get("steps").intValue());
        }
    }

    @Test
    void anEpisodeIsDrawn() {
        run("plot", take.toString(), "--episodes=6", "--output-dir=" + temp.resolve("plots"));
        assertTrue(Files.exists(temp.resolve("plots/" + RecordedTakes.ENV + "_episode_006_joints.png")));
    }

    @Test
    void twoAreMerged() throws IOException {
        Path into = temp.resolve("into");
        run("merge", "--copy", "--into", into.toString(), take.toString(), copy().toString());
        List<JsonNode> merged = lines(into);
        assertEquals(16, merged.size());
        requireSame(lines.get(7), merged.get(15), "env_id", "sim_env_id", "metrics");
        assertEquals(15, merged.get(15).get("episode").intValue());
        assertEquals(3, merged.get(15).get("run").intValue());
        run("check", into.toString());
    }
}
