package io.github.roboreel.dataset.lerobot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a recording says of an episode in words, for LeRobot's columns of language. Immutable.
 *
 * @param wordings of the instruction, the one that was given first; none where there is only that
 * @param subtasks their names, in the order in which they are done
 */
record SubtaskWords(List<String> wordings, List<String> subtasks) {
    SubtaskWords {
        wordings = List.copyOf(wordings);
        subtasks = List.copyOf(subtasks);
    }

    static SubtaskWords of(EpisodeFacts facts) {
        JsonNode config = FormatJson.readOrMissing(facts.environmentConfig());
        Set<String> wordings = new LinkedHashSet<>(List.of(facts.instruction()));
        config.path("_instruction_variants").forEach(variant -> wordings.add(variant.asText()));
        wordings.removeIf(String::isBlank);
        List<String> subtasks = new ArrayList<>();
        config.path("subtasks")
                .forEach(subtask -> subtasks.add(subtask.path("name").asText()));
        return new SubtaskWords(
                wordings.size() > 1 ? List.copyOf(wordings) : List.of(), subtasks.contains("") ? List.of() : subtasks);
    }

    boolean isEmpty() {
        return wordings.isEmpty() && subtasks.isEmpty();
    }

    /**
     * The episode's rows of {@link LanguageRows#PERSISTENT}: each subtask from the frame on before whose action it was
     * begun, and at the first frame the wordings.
     *
     * @param fps frames per second
     */
    String persistent(EpisodeReader episode, int fps) throws IOException {
        List<ObjectNode> rows = new ArrayList<>();
        double[] completed = hasRowEachStep(episode) ? episode.readDoubles(DemoPaths.SUBTASK_COMPLETED) : new double[0];
        int active = -1;
        for (int frame = 0; frame < completed.length; frame++) {
            int next = frame == 0 ? 0 : (int) completed[frame - 1];
            if (next != active && next >= 0 && next < subtasks.size()) {
                rows.add(subtask(subtasks.get(next), (float) ((double) frame / fps)));
            }
            active = next;
            if (frame == 0) {
                addWordings(rows);
            }
        }
        if (completed.length == 0) {
            addWordings(rows);
        }
        return LanguageRows.canonical(LanguageRows.PERSISTENT, rows);
    }

    private boolean hasRowEachStep(EpisodeReader episode) throws IOException {
        return !subtasks.isEmpty()
                && episode.has(DemoPaths.SUBTASK_COMPLETED)
                && episode.info(DemoPaths.SUBTASK_COMPLETED).rows() == episode.numSamples();
    }

    private void addWordings(List<ObjectNode> rows) {
        wordings.forEach(wording -> rows.add(LanguageRows.persistent("user", "task_aug", wording, 0)));
    }

    private static ObjectNode subtask(String name, float seconds) {
        return LanguageRows.persistent("assistant", "subtask", name, seconds);
    }
}
