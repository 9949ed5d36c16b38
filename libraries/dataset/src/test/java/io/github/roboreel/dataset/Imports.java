package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recordings.Episode;
import io.github.roboreel.recordings.Recordings;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Imports of one format. */
record Imports(DatasetFormat format) {
    ImportSummary run(Path dataset, Path outputFolder) throws IOException {
        ImportSummary summary = format.importer().orElseThrow().run(dataset, outputFolder, ExportProgress.NONE);
        requireReadAlike(dataset, outputFolder);
        return summary;
    }

    /** What is read of the dataset in its place is what was recorded of it. */
    private static void requireReadAlike(Path dataset, Path outputFolder) throws IOException {
        try (Recordings there = Recordings.open(dataset);
                Recordings recorded = Recordings.open(outputFolder)) {
            assertEquals(recorded.episodes().size(), there.episodes().size());
            Map<String, Integer> runs = new HashMap<>();
            for (Episode episode : there.episodes()) {
                String env = episode.facts().envName();
                int run = runs.merge(env, 1, Integer::sum) - 1;
                requireAlike(find(recorded, env, run), episode);
            }
        }
    }

    private static Episode find(Recordings recorded, String env, int run) throws IOException {
        for (Episode episode : recorded.episodes()) {
            if (episode.facts().envName().equals(env) && episode.facts().run() == run) {
                return episode;
            }
        }
        throw new AssertionError("no run " + run + " of " + env);
    }

    private static void requireAlike(Episode recorded, Episode there) throws IOException {
        EpisodeFacts expected = recorded.facts();
        EpisodeFacts facts = there.facts();
        assertEquals(expected.instruction(), facts.instruction());
        assertEquals(expected.policy(), facts.policy());
        assertEquals(expected.ending(), facts.ending());
        assertEquals(expected.success(), facts.success());
        assertEquals(expected.dtSeconds(), facts.dtSeconds(), 1e-12);
        assertEquals(expected.seed(), facts.seed());
        assertEquals(expected.attributes(), facts.attributes());
        for (String kept : List.of("minari", "lerobot", "rlds", "robomimic", "maniskill")) {
            assertEquals(
                    FormatJson.readOrMissing(expected.environmentConfig()).path(kept),
                    FormatJson.readOrMissing(facts.environmentConfig()).path(kept),
                    kept);
        }
        assertEquals(recorded.steps(), there.steps());
        Set<String> paths = new TreeSet<>(recorded.arrays().keySet());
        Set<String> found = there.arrays().keySet();
        paths.removeIf(path -> path.startsWith("timestamps/") && !found.contains(path));
        assertEquals(paths, new TreeSet<>(found));
        for (String path : paths) {
            assertEquals(recorded.read(path), there.read(path), path);
        }
        if (there.steps() > 0) {
            String actions = found.stream()
                    .filter(path -> path.startsWith("actions"))
                    .findFirst()
                    .orElseThrow();
            assertEquals(there.read(actions).row(-1), there.step(-1).get(actions));
        }
    }

    /** The sentence of a refusal, which must come. */
    String refusal(Path dataset, Path outputFolder) {
        return assertThrows(ExportRefusedException.class, () -> run(dataset, outputFolder))
                .getMessage();
    }
}
