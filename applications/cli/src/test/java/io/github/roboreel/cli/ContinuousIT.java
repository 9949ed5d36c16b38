package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code record --episodes N}: envs that begin their next episode at once. */
class ContinuousIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TASK = "BananaInBowlTask";
    private static final int PLACES = 8;

    @TempDir
    private Path folder;

    @BeforeEach
    void letAFileHoldFewEpisodes() throws IOException {
        Files.writeString(folder.resolve("few.yaml"), "recorder:\n  episodes_per_file: " + PLACES + "\n");
    }

    private String[] arguments(String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "record",
                "--num-envs=3",
                "--max-steps=60",
                "--seed=11",
                "--config=" + folder.resolve("few.yaml"),
                "--output-dir=" + folder.resolve("output"),
                "--output-folder-name=take"));
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    private InProcess record(String... more) {
        InProcess recorded = InProcess.run(arguments(more));
        assertEquals(Outcome.OK, recorded.outcome(), recorded.err());
        return recorded;
    }

    private Path take() {
        return folder.resolve("output/take");
    }

    private Map<Integer, JsonNode> lines() throws IOException {
        Map<Integer, JsonNode> lines = new TreeMap<>();
        for (String line : Files.readAllLines(take().resolve("episode_results.jsonl"))) {
            JsonNode episode = JSON.readTree(line);
            lines.put(episode.get("episode").asInt(), episode);
        }
        return lines;
    }

    private JsonNode promise() throws IOException {
        return JSON.readTree(take().resolve(TASK).resolve("run_complete.json").toFile());
    }

    private void assertSound(int episodes) throws Exception {
        InProcess check = InProcess.run("check", take().toString());
        assertEquals(Outcome.OK, check.outcome(), check.out() + check.err());
        ChildJvm.python(
                InProcess.HOME.resolve("conformance/check_run.py").toString(),
                take().toString(),
                "--ours",
                "--num-envs=3",
                "--continuous",
                "--episodes=" + episodes);
    }

    @Test
    void filesAreBoundedByTheirAge() throws Exception {
        // One file had places for all.
        Files.writeString(folder.resolve("few.yaml"), "recorder:\n  file_max_seconds: 0.02\n  episodes_per_file: 16\n");
        record("--episodes=12", "--video-mode=none");
        Map<Integer, JsonNode> lines = lines();
        assertEquals(12, lines.size());
        long runs = lines.values().stream()
                .map(line -> line.get("run").asInt())
                .distinct()
                .count();
        assertTrue(runs > 1, runs + " files");
        assertSound(12);
        ChildJvm on = ChildJvm.startWith(
                folder,
                List.of("-Dorg.slf4j.simpleLogger.defaultLogLevel=info"),
                arguments("--episodes=15", "--video-mode=none"));
        assertEquals(0, on.exitCode(), on.err());
        assertSound(15);
        assertLogged(on.err(), (int) runs, lines());
    }

    private void assertLogged(String log, int firstRun, Map<Integer, JsonNode> lines) throws IOException {
        long steps = 0;
        int episodes = 0;
        for (JsonNode line : lines.values()) {
            if (line.get("run").asInt() == firstRun) {
                episodes++;
                steps += line.get("episode_step").asLong();
                String ended = "run " + firstRun + " of " + TASK + ": demo_"
                        + line.get("env_id").asInt() + " of env "
                        + line.get("sim_env_id").asInt() + " ended as "
                        + (line.get("success").asBoolean() ? "success" : "truncated") + " after "
                        + line.get("episode_step").asInt() + " steps";
                assertTrue(log.contains(ended), ended + " not in " + log);
            }
        }
        long bytes = Files.size(take().resolve(TASK).resolve("run_" + firstRun + ".hdf5"));
        String closed = "run " + firstRun + " of " + TASK + ": closed with " + episodes + " episodes, " + steps
                + " steps, " + bytes + " bytes of run file";
        assertTrue(log.contains("run " + firstRun + " of " + TASK + ": opened for 3 envs in "), log);
        assertTrue(log.contains(closed), closed + " not in " + log);
    }

    @Test
    void exactlyNEpisodesFillTheFilesInTheOrderInWhichTheyBegan() throws Exception {
        InProcess child = record("--episodes=20", "--video-mode=viewport", "--camera-size=64x36", "--json");
        Map<Integer, JsonNode> lines = lines();
        assertEquals(20, lines.size());
        assertEquals(JSON.readTree(child.out()).get("episodes").size(), 20);
        for (Map.Entry<Integer, JsonNode> entry : lines.entrySet()) {
            JsonNode line = entry.getValue();
            int run = line.get("run").asInt();
            int demo = line.get("env_id").asInt();
            assertEquals(entry.getKey(), run * PLACES + demo);
            assertTrue(line.get("sim_env_id").asInt() < 3);
            try (Hdf5RunReader reader = Hdf5RunReader.open(take().resolve(TASK + "/run_" + run + ".hdf5"))) {
                Map<String, Object> attributes = reader.demo("demo_" + demo).attributes();
                assertEquals(11L + entry.getKey(), attributes.get("seed"));
                assertEquals(line.get("sim_env_id").asLong(), attributes.get("sim_env_id"));
                assertEquals(line.get("episode_step").asLong(), attributes.get("num_samples"));
            }
        }
        assertEquals(3, promise().get("num_runs").asInt());
        assertEquals(20, promise().get("num_episodes").asInt());
        assertSound(20);
    }

    /** One env takes the episodes one after the other; what they are does not depend on that. */
    @Test
    void anEpisodeIsWhatItsSeedMakesIt() throws Exception {
        record("--episodes=5", "--video-mode=none");
        Map<Integer, JsonNode> continuous = lines();
        InProcess alone = InProcess.record(
                folder,
                "--num-envs=5",
                "--max-steps=60",
                "--seed=11",
                "--video-mode=none",
                "--output-folder-name=alone");
        assertEquals(Outcome.OK, alone.outcome(), alone.err());
        for (String text : Files.readAllLines(folder.resolve("output/alone/episode_results.jsonl"))) {
            JsonNode line = JSON.readTree(text);
            JsonNode same = continuous.get(line.get("episode").asInt());
            assertEquals(line.get("episode_step"), same.get("episode_step"));
            assertEquals(line.get("metrics"), same.get("metrics"));
            assertEquals(line.get("reason"), same.get("reason"));
        }
    }

    @Test
    void aRecordingGoesOnInTheNextFileWithWhatWasJudged() throws Exception {
        record("--episodes=10", "--video-mode=none");
        InProcess same = record("--episodes=10", "--video-mode=none");
        assertTrue(same.out().contains("2 runs were there before"), same.out());
        InProcess more = record("--episodes=15", "--video-mode=none", "--json");
        assertEquals(5, JSON.readTree(more.out()).get("episodes").size());
        assertEquals(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 18, 19, 20), List.copyOf(lines().keySet()));
        assertEquals(3, promise().get("num_runs").asInt());
        assertEquals(15, promise().get("num_episodes").asInt());
        assertSound(15);
        InProcess other = InProcess.run(arguments("--num-runs=2", "--video-mode=none"));
        assertEquals(Outcome.BAD_ARGUMENTS, other.outcome());
        assertTrue(other.err().contains("holds another recording"), other.err());
    }

    @Test
    void aStopAbortsWhatIsUnderWayAndTheRestIsRecordedLater() throws Exception {
        ChildJvm child = ChildJvm.start(folder, arguments("--episodes=2000", "--video-mode=none", "--realtime"));
        Path results = take().resolve("episode_results.jsonl");
        while (child.isAlive()
                && (!Files.exists(results) || Files.readAllLines(results).isEmpty())) {
            Thread.sleep(20);
        }
        child.terminate();
        assertEquals(1, child.exitCode(), child.err());
        assertTrue(child.err().contains("of 2000 episodes were recorded"), child.err());
        assertFalse(Files.exists(take().resolve(TASK + "/run_complete.json")));
        long judged = lines().values().stream()
                .filter(line -> !line.get("status").asText().equals("aborted"))
                .count();
        record("--episodes=" + (judged + 2), "--video-mode=none");
        assertEquals(judged + 2, promise().get("num_episodes").asLong());
        assertEquals(Outcome.OK, InProcess.run("check", take().toString()).outcome());
    }

    @Test
    void samplingEndsWhenTheRateIsKnownWellEnough() throws Exception {
        InProcess child = record("--episodes=200", "--ci-pp-width=0.5", "--video-mode=none", "--policy=hold", "--json");
        JsonNode document = JSON.readTree(child.out());
        int episodes = document.get("episodes").size();
        assertTrue(episodes >= 10 && episodes < 30, episodes + " episodes");
        assertEquals(
                "width_reached", document.get("adaptive_sampling").get("reason").asText());
        assertEquals(episodes, promise().get("num_episodes").asInt());
    }

    @Test
    void otherNumbersOfEpisodesAreRefused() {
        InProcess both = InProcess.run(arguments("--episodes=5", "--num-runs=2"));
        assertEquals(Outcome.BAD_ARGUMENTS, both.outcome());
        assertTrue(both.err().contains("--num-runs and --episodes exclude each other"), both.err());
    }
}
