package io.github.roboreel.dataset.rlds;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.dataset.RecordedRuns;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.rlds.RldsOptions.ImageFormat;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Looks at exports of {@link RecordedRuns}, mostly with programs that are not ours. */
final class ExportChecks {
    static final int EPISODES = RecordedRuns.RUNS * RecordedRuns.ENVS;

    /** Of the schema, without images: 14 arrays with a row per step, and two times. */
    static final int STEP_ARRAYS = 16;

    static final Path CHECKER = Python.CONFORMANCE.resolve("check_rlds.py");

    private ExportChecks() {}

    /** Of a dataset below a folder. */
    static RldsOptions options(Path folder, RewardPolicy reward, ImageFormat images, boolean append) {
        return new RldsOptions(
                folder.resolve("tfds"), "robolab_banana", Optional.empty(), "1.0.0", images, reward, append);
    }

    static int actions() {
        int actions = 0;
        for (int run = 0; run < RecordedRuns.RUNS; run++) {
            for (int env = 0; env < RecordedRuns.ENVS; env++) {
                actions += RecordedRuns.steps(run, env);
            }
        }
        return actions;
    }

    static JsonNode checked(Path dataset, int steps) throws Exception {
        String output =
                Python.output(CHECKER, dataset, "--strict", "--expect-episodes", EPISODES, "--expect-steps", steps);
        return new ObjectMapper().readTree(output.substring(output.lastIndexOf('\n') + 1));
    }

    /** Arrays that are equal to those of the runs, bit for bit, as is what is known of episodes. */
    static int compared(Path dataset, RecordedRuns runs) throws Exception {
        return compared(dataset, runs.folder(), runs);
    }

    static int compared(Path dataset, Path recordings, EpisodeSource source) throws Exception {
        Path facts = dataset.resolveSibling("facts.json");
        ExpectedFacts.write(facts, recordings, source);
        try {
            return Integer.parseInt(
                    Python.output(script("compare_rlds.py"), Python.CONFORMANCE, dataset, recordings, facts));
        } finally {
            Files.delete(facts);
        }
    }

    static Path script(String name) throws URISyntaxException {
        return Path.of(ExportChecks.class.getResource(name).toURI());
    }

    static JsonNode json(Path dataset, String file) throws IOException {
        return new ObjectMapper().readTree(dataset.resolve(file).toFile());
    }

    static Map<String, byte[]> contents(Path folder) throws IOException {
        Map<String, byte[]> contents = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                contents.put(file.getFileName().toString(), Files.readAllBytes(file));
            }
        }
        return contents;
    }

    static void assertUnchanged(Map<String, byte[]> before, Path target) throws IOException {
        Map<String, byte[]> after = contents(target);
        assertEquals(before.keySet(), after.keySet());
        before.forEach((name, bytes) -> assertArrayEquals(bytes, after.get(name), name));
    }
}
