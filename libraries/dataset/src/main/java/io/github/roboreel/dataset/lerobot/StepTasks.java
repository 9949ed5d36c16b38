package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the policy is told at each step: a text field where that changes, else the instruction. */
final class StepTasks {
    /** The field that an import from LeRobot makes of several tasks in an episode. */
    static final String PATH = "task";

    private static final Set<String> NAMES =
            Set.of(PATH, "instruction", "language_instruction", "natural_language_instruction");

    private StepTasks() {}

    /** Whether an array with a row per step is such a field. */
    static boolean isOne(String path, DType dtype) {
        return dtype.isText() && NAMES.contains(path.substring(path.lastIndexOf('/') + 1));
    }

    private static Optional<String> path(EpisodeReader episode) throws IOException {
        for (String path : episode.paths()) {
            if (isOne(path, episode.info(path).dtype()) && episode.info(path).rows() == episode.numSamples()) {
                return Optional.of(path);
            }
        }
        return Optional.empty();
    }

    /** The tasks of all steps; one where it is the same at all of them. */
    static List<String> of(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        Optional<String> path = path(episode);
        String usual = instruction(facts);
        if (path.isEmpty()) {
            return List.of(usual);
        }
        return TextRows.read(episode, path.get(), 0, episode.numSamples()).stream()
                .map(text -> text.isBlank() ? usual : text)
                .toList();
    }

    /** What the policy was told; the environment's name where it was told nothing. */
    private static String instruction(EpisodeFacts facts) {
        return facts.instruction().isBlank() ? facts.envName() : facts.instruction();
    }
}
