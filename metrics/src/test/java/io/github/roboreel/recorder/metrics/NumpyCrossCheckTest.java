package io.github.roboreel.recorder.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same episodes through the independent checker's numpy formulas. */
class NumpyCrossCheckTest {
    private static final Path PYTHON = Path.of("/usr/bin/python3");
    private static final double DT = 1.0 / 15;
    private static final String SCRIPT = """
            import json, math, sys
            sys.path.insert(0, sys.argv[1])
            import numpy as np
            from check_run import metrics
            for episode in json.load(open(sys.argv[2])):
                found = metrics({path: np.array(rows) for path, rows in episode.items()}, 1 / 15)
                print(json.dumps({k: v if math.isfinite(v) else None for k, v in found.items()}))
            """;

    @TempDir
    Path folder;

    @Test
    void agreesWithNumpy() throws Exception {
        assumeTrue(Files.isExecutable(PYTHON), "needs python3 with h5py and numpy");
        List<MemoryEpisode> episodes = episodes();
        List<JsonNode> expected = numpyMetrics(episodes);
        assertEquals(episodes.size(), expected.size());
        for (int i = 0; i < episodes.size(); i++) {
            compare("episode " + i, expected.get(i), compute(episodes.get(i)));
        }
    }

    private static List<MemoryEpisode> episodes() {
        List<MemoryEpisode> episodes = new ArrayList<>();
        for (int steps : List.of(2, 3, 4, 5, 31, 32, 33, 150, 1024, 1025, 9000)) {
            episodes.add(Trajectories.randomEpisode(steps, steps));
            episodes.add(Trajectories.randomEpisode(steps + 1, steps).without(MemoryEpisode.EE_VELOCITY));
        }
        MemoryEpisode motionless = Trajectories.randomEpisode(7, 100);
        for (double[] row : motionless.datasets().get(MemoryEpisode.JOINT_VELOCITY)) {
            row[2] = 0;
        }
        episodes.add(motionless);
        return episodes;
    }

    private List<JsonNode> numpyMetrics(List<MemoryEpisode> episodes) throws Exception {
        ObjectMapper json = new ObjectMapper();
        File input = folder.resolve("episodes.json").toFile();
        json.writeValue(input, episodes.stream().map(MemoryEpisode::datasets).toList());
        Path output = folder.resolve("metrics.jsonl");
        Path errors = folder.resolve("errors.txt");
        Process python = new ProcessBuilder(
                        PYTHON.toString(),
                        "-B",
                        "-c",
                        SCRIPT,
                        Path.of("..", "conformance").toString(),
                        input.getPath())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        assertEquals(0, python.waitFor(), Files.readString(errors));
        List<JsonNode> results = new ArrayList<>();
        for (String line : Files.readAllLines(output)) {
            results.add(json.readTree(line));
        }
        return results;
    }

    private static Map<String, Double> compute(MemoryEpisode episode) throws IOException {
        return EpisodeMetrics.STANDARD.compute(episode, DT, MetricSettings.roboLab());
    }

    private static void compare(String what, JsonNode expected, Map<String, Double> actual) {
        assertEquals(expected.isEmpty(), actual.isEmpty(), what);
        expected.properties().forEach(field -> {
            String name = what + " " + field.getKey();
            assertTrue(actual.containsKey(field.getKey()), name);
            compare(name, field.getValue(), actual.get(field.getKey()));
        });
    }

    private static void compare(String name, JsonNode expected, Double actual) {
        if (expected.isNull()) {
            assertEquals(null, actual, name);
        } else {
            double value = expected.asDouble();
            assertEquals(value, actual, 1e-9 * Math.abs(value), name);
        }
    }
}
