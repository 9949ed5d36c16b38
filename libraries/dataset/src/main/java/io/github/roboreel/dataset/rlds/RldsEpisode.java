package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.EpisodeDescription;
import io.github.roboreel.dataset.FieldNames;
import io.github.roboreel.dataset.FieldSource;
import io.github.roboreel.dataset.FoundEpisode;
import io.github.roboreel.dataset.ImportNotes;
import io.github.roboreel.dataset.Statements;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.EpisodeInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Turns the records of a dataset into episodes as they are going to be recorded.
 *
 * @param records of the dataset
 * @param splits the dataset
 * @param features of each record
 * @param names of fields, by key
 * @param metadata what our exporter says
 * @param labels names of the classes of numbers, by key of the feature
 */
record RldsEpisode(
        RecordReader records,
        DatasetSplits splits,
        List<LeafFeature> features,
        FieldNames names,
        OurMetadata metadata,
        Map<String, String> labels) {
    private static final List<String> INSTRUCTIONS =
            List.of(StepForms.INSTRUCTION, StepForms.STEPS + "observation/natural_language_instruction");

    /** The episode of that number. */
    FoundEpisode read(int number, StepForms forms, ImportNotes notes) throws IOException {
        RldsRecord episode = records.episode(number);
        EpisodeAbout about = new EpisodeAbout(new EpisodeValues(episode, notes).of(features), metadata.isOurs());
        about.noteResults(notes);
        double dtSeconds = about.dtSeconds(notes);
        boolean isTerminal = StepForms.isSetAtEnd(episode, StepForms.IS_TERMINAL);
        boolean isLast = StepForms.isSetAtEnd(episode, StepForms.IS_LAST);
        FieldSources sources = new FieldSources(records, number, forms);
        long steps;
        List<FieldSource> arrays;
        if (metadata.isOurs()) {
            OurArrays found = new OurArrays(sources, episode, metadata, notes);
            steps = found.steps();
            arrays = found.of(features);
        } else {
            ForeignArrays found = new ForeignArrays(sources, episode, forms, names, notes);
            steps = found.steps();
            arrays = found.of(features);
        }
        return new FoundEpisode(
                episode.where(),
                about.envName().orElse(splits.name()),
                envConfig(about, dtSeconds, notes),
                new EpisodeInfo(
                        notes.instruction(instruction(episode, about, forms), splits.name()),
                        about.policy().orElse("imported"),
                        about.seed(),
                        dtSeconds),
                EpisodeDescription.withAttributes(
                        about.outcome(isLast, isTerminal, notes), free(number, about, isTerminal), notes),
                steps,
                arrays);
    }

    /** With what the dataset says of itself, so that an export gives it back. */
    private String envConfig(EpisodeAbout about, double dtSeconds, ImportNotes notes) {
        ObjectNode config = (ObjectNode)
                FormatJson.readOrMissing(EpisodeDescription.envConfig(about.config(), dtSeconds, origin()));
        Map<String, String> texts = splits.about().kept(notes).texts();
        return texts.isEmpty()
                ? config.without(RldsAbout.KEPT).toString()
                : config.set(RldsAbout.KEPT, FormatJson.tree(texts)).toString();
    }

    private Optional<String> instruction(RldsRecord episode, EpisodeAbout about, StepForms forms) {
        List<String> keys = new ArrayList<>();
        if (!metadata.isOurs()) {
            // No field of its own where it is the same in all steps.
            keys.add(StepForms.INSTRUCTION);
        }
        keys.removeAll(forms.varying());
        Optional<String> said = sentence(episode, keys).or(about::instruction);
        if (said.isPresent()) {
            return said;
        }
        keys.addAll(INSTRUCTIONS);
        keys.addAll(episode.arrays().keySet());
        return sentence(episode, keys);
    }

    private static Optional<String> sentence(RldsRecord episode, List<String> keys) {
        for (String key : keys) {
            Optional<String> sentence = sentence(episode, key);
            if (sentence.isPresent()) {
                return sentence;
            }
        }
        return Optional.empty();
    }

    /** The first that is not blank of a feature of steps whose name says that it holds instructions. */
    private static Optional<String> sentence(RldsRecord episode, String key) {
        Rows rows = episode.arrays().get(key);
        if (rows == null || !rows.isTexts() || !key.startsWith(StepForms.STEPS)) {
            return Optional.empty();
        }
        String name = key.substring(key.lastIndexOf('/') + 1).replaceFirst("_\\d$", "");
        return Statements.isInstruction(name)
                ? StepForms.texts(rows).flatMap(texts -> Statements.instruction(name, texts))
                : Optional.empty();
    }

    private Map<String, Object> free(int number, EpisodeAbout about, boolean isTerminal) {
        Map<String, Object> free = new LinkedHashMap<>(about.free());
        free.put("split", records.split(number));
        free.put("imported_from", origin() + " episode " + number);
        if (!metadata.isOurs()) {
            free.put("is_terminal", isTerminal);
            labels.forEach((key, classes) -> free.put("labels/" + key, classes));
        }
        return free;
    }

    private String origin() {
        return "rlds " + splits.name() + (splits.version().isEmpty() ? "" : " " + splits.version());
    }
}
