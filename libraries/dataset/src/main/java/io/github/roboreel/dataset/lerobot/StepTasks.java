package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.RowBlocks;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the policy is told at each step: a text field where that changes, else the instruction. */
final class StepTasks {
    /** The field that an import from LeRobot makes of several tasks in an episode. */
    static final String PATH = "task";

    /** Of a text. */
    static final int MAX_BYTES = 1 << 20;

    private static final Set<String> NAMES =
            Set.of(PATH, "instruction", "language_instruction", "natural_language_instruction");

    private StepTasks() {}

    /** Whether an array with a row per step may be such a field. */
    static boolean canBe(String path, DType dtype, long rowElements) {
        return dtype.isText() && rowElements <= MAX_BYTES && NAMES.contains(path.substring(path.lastIndexOf('/') + 1));
    }

    /** The one of those that is it: none that was a feature of its own, and {@link #PATH} before others. */
    static Optional<String> chosen(List<String> paths, LeRobotOrigin origin) {
        return paths.stream()
                .filter(path -> origin.key(path).isEmpty())
                .min(Comparator.comparing((String path) -> !path.equals(PATH)).thenComparing(path -> path));
    }

    private static Optional<String> path(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        List<String> found = candidates(episode);
        // Configurations may be long.
        return found.isEmpty() ? Optional.empty() : chosen(found, origin(facts));
    }

    /** Those of an episode that could be it, but were features of their own in the dataset that it comes from. */
    static List<String> features(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        List<String> found = candidates(episode);
        if (!found.isEmpty()) {
            LeRobotOrigin origin = origin(facts);
            found.removeIf(path -> origin.key(path).isEmpty());
        }
        return found;
    }

    private static LeRobotOrigin origin(EpisodeFacts facts) {
        return LeRobotOrigin.in(FormatJson.readOrMissing(facts.environmentConfig()));
    }

    private static List<String> candidates(EpisodeReader episode) throws IOException {
        List<String> found = new ArrayList<>();
        for (String path : episode.paths()) {
            DatasetInfo info = episode.info(path);
            if (canBe(path, info.dtype(), info.rowElements()) && info.rows() == episode.numSamples()) {
                found.add(path);
            }
        }
        return found;
    }

    /** The tasks of all steps; one where it is the same at all of them. */
    static List<String> of(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        Optional<String> path = path(facts, episode);
        String usual = instruction(facts);
        if (path.isEmpty()) {
            return List.of(usual);
        }
        int rowBytes = Math.toIntExact(episode.info(path.get()).rowElements());
        Map<String, String> distinct = new HashMap<>();
        List<String> tasks = new ArrayList<>();
        RowBlocks.each(episode, path.get(), 0, episode.numSamples(), (rows, count) -> {
            for (int row = 0; row < count; row++) {
                String text = StepTexts.text(rows, row, rowBytes);
                tasks.add(distinct.computeIfAbsent(text.isBlank() ? usual : text, same -> same));
            }
        });
        return tasks;
    }

    /** What the policy was told; the environment's name where it was told nothing. */
    private static String instruction(EpisodeFacts facts) {
        return facts.instruction().isBlank() ? facts.envName() : facts.instruction();
    }
}
