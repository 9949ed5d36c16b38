package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.DatasetSurvey;
import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.dataset.RowBlocks;
import io.github.roboreel.format.DemoPaths;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Decides what becomes LeRobot's columns of language: what an import kept of them, or what the recording says. */
final class LanguagePlanner {
    /** Text field, given once, of what is the same at all frames. */
    static final String PERSISTENT_PATH = "initial_episode/" + LanguageRows.PERSISTENT;
    /** Text field of what happens at a frame. */
    static final String EVENTS_PATH = LanguageRows.EVENTS;

    private final LeRobotSurvey survey;
    private final DatasetSurvey arrays;
    private final boolean isAsked;
    private final List<String> notes;

    /** @param isAsked whether what the recording says itself becomes columns */
    LanguagePlanner(LeRobotSurvey survey, DatasetSurvey arrays, boolean isAsked, List<String> notes) {
        this.survey = survey;
        this.arrays = arrays;
        this.isAsked = isAsked;
        this.notes = notes;
    }

    List<Column> columns() {
        if (Stream.of(PERSISTENT_PATH, EVENTS_PATH)
                .anyMatch(path -> recorded(path).isPresent())) {
            return List.of(kept(LanguageRows.PERSISTENT, PERSISTENT_PATH), kept(LanguageRows.EVENTS, EVENTS_PATH))
                    .stream()
                    .filter(column -> survey.origin().has(column.key()))
                    .toList();
        }
        if (!isAsked) {
            return List.of();
        }
        if (survey.wordBytes() == 0) {
            notes.add("There are no columns of language: the recording has neither names of subtasks nor other wordings"
                    + " of its instructions");
            return List.of();
        }
        noteSubtasks();
        return List.of(
                column(
                        LanguageRows.PERSISTENT,
                        survey.wordBytes(),
                        (episode, from, to) -> repeated(
                                SubtaskWords.of(episode.facts()).persistent(episode.reader(), survey.fps()), from, to)),
                none(LanguageRows.EVENTS));
    }

    private void noteSubtasks() {
        boolean isEachStep = Optional.ofNullable(arrays.rows().get(DemoPaths.SUBTASK_COMPLETED))
                .filter(tally -> tally.isOneEachStep())
                .isPresent();
        notes.add(LanguageRows.PERSISTENT + " has the wordings of the instruction"
                + (isEachStep
                        ? ", and each subtask from the frame on at which it is begun"
                        : "; subtasks are left out, since " + DemoPaths.SUBTASK_COMPLETED + " has no row per step")
                + ". Load batches with LeRobot's collate function: PyTorch's own takes no such columns");
    }

    private Optional<FieldInfo> recorded(String path) {
        return Optional.ofNullable(arrays.fields().get(path))
                .filter(field -> field.dtype().isText() && survey.origin().isLanguage(path));
    }

    private Column kept(String key, String path) {
        Optional<FieldInfo> field = recorded(path);
        if (field.isEmpty()) {
            return none(key);
        }
        RowSource.Texts texts = path.equals(PERSISTENT_PATH)
                ? (episode, from, to) -> repeated(LanguageRows.canonical(key, once(episode, path)), from, to)
                : (episode, from, to) -> eachStep(key, StepTexts.read(episode.reader(), path, from, to));
        return column(key, Math.max(field.get().rowElements(), LanguageRows.NONE.length()), texts);
    }

    private static String once(LeRobotRows episode, String path) throws IOException {
        if (episode.reader().info(path).rows() == 0) {
            return "";
        }
        byte[] row = RowBlocks.last(episode.reader(), path);
        return StepTexts.text(row, 0, row.length);
    }

    private static List<String> eachStep(String key, List<String> texts) throws IOException {
        String[] rows = texts.toArray(String[]::new);
        for (int row = 0; row < rows.length; row++) {
            rows[row] = LanguageRows.canonical(key, rows[row]);
        }
        return List.of(rows);
    }

    private static List<String> repeated(String text, long from, long to) {
        return Collections.nCopies(Math.toIntExact(to - from), text);
    }

    private static Column none(String key) {
        return column(key, LanguageRows.NONE.length(), (episode, from, to) -> repeated(LanguageRows.NONE, from, to));
    }

    private static Column column(String key, int bytes, RowSource.Texts texts) {
        LeRobotFeature feature =
                new LeRobotFeature(key, LeRobotFeature.LANGUAGE, List.of(1L), Optional.empty(), Map.of());
        return Column.texts(feature, bytes, RowSource.texts(bytes, texts));
    }
}
