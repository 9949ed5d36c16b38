package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.DatasetSurvey;
import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.rlds.RldsOptions.ImageFormat;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.transform.EpisodeFlags;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What the dataset will be, fixed before anything is written.
 *
 * @param options what was asked for
 * @param arrays that the episodes have
 * @param features all leaves
 * @param hasLastStep whether T actions are T + 1 steps
 * @param description for readers of the dataset
 * @param about what the dataset says of itself
 * @param notes what the user should know
 */
record RldsPlan(
        RldsOptions options,
        DatasetSurvey arrays,
        List<RldsFeature> features,
        boolean hasLastStep,
        String description,
        RldsAbout about,
        List<String> notes) {
    static RldsPlan of(RldsOptions options, RldsSurvey survey) {
        RldsAlignment alignment = RldsAlignment.of(survey);
        RecordedFeatures recorded = new RecordedFeatures(survey, alignment, options.imageFormat(), options.reward());
        List<RldsFeature> features = new ArrayList<>(recorded.features());
        features.addAll(stepFeatures(options.reward(), survey.arrays()));
        features.addAll(episodeFeatures());
        features.addAll(survey.metadata().features());
        String description = String.join(
                " ",
                RldsAbout.EXPORTED,
                alignment.sentence(),
                "Values under 'next', its timestamps too, are from after the action of their step,"
                        + " as the reward is.",
                "Rewards: " + options.reward().source(survey.arrays()) + ".",
                "Pictures: " + options.imageFormat() + ".");
        List<String> notes = notes(options, survey, alignment, recorded);
        RldsAbout about = options.about().or(survey.kept().common());
        return new RldsPlan(
                options, survey.arrays(), List.copyOf(features), alignment.hasLastStep(), description, about, notes);
    }

    private static List<RldsFeature> stepFeatures(RewardPolicy reward, DatasetSurvey survey) {
        DType rewardType = rewardType(reward, survey);
        return List.of(
                value("steps/is_first", DType.BOOL, RowFeed.flags(EpisodeFlags.Flags::isFirst)),
                value("steps/is_last", DType.BOOL, RowFeed.flags(EpisodeFlags.Flags::isLast)),
                value("steps/is_terminal", DType.BOOL, RowFeed.flags(EpisodeFlags.Flags::isTerminal)),
                value("steps/discount", DType.FLOAT32, RowFeed.discounts()),
                value("steps/reward", rewardType, RowFeed.rewards(reward, rewardType)),
                text("steps/language_instruction", RowFeed.everyStep(EpisodeFacts::instruction)));
    }

    private static DType rewardType(RewardPolicy reward, DatasetSurvey survey) {
        FieldInfo rewards = survey.fields().get(DemoPaths.REWARDS);
        boolean isRecorded = reward == RewardPolicy.RECORDED && rewards != null;
        return isRecorded ? EpisodeFlags.rewardType(rewards.dtype()) : DType.FLOAT32;
    }

    private static List<RldsFeature> episodeFeatures() {
        return List.of(
                text("episode_id", RowFeed.once(RldsSource::id)),
                text("agent_id", RowFeed.once(e -> e.facts().policy().orElse(""))),
                text("environment_config", RowFeed.once(e -> e.facts().environmentConfig())),
                text("experiment_id", RowFeed.once(e -> RldsSource.experiment(e.facts()))),
                value("invalid", DType.BOOL, (e, rows) -> rows.rows(new byte[] {invalid(e.facts())}, 1)));
    }

    private static RldsFeature text(String key, RowFeed feed) {
        return new RldsFeature(key, ValueCodec.text(), feed);
    }

    private static RldsFeature value(String key, DType dtype, RowFeed feed) {
        return new RldsFeature(key, ValueCodec.ofRow(dtype, List.of()), feed);
    }

    private static byte invalid(EpisodeFacts facts) {
        return (byte) (facts.ending() == EpisodeFacts.Ending.INCOMPLETE ? 1 : 0);
    }

    private static List<String> notes(
            RldsOptions options, RldsSurvey survey, RldsAlignment alignment, RecordedFeatures recorded) {
        List<String> notes = survey.arrays().notes();
        if (!alignment.hasLastStep()) {
            notes.add(alignment.sentence());
            alignment.advice().ifPresent(notes::add);
        }
        if (options.imageFormat() == ImageFormat.JPEG) {
            notes.add("JPEG pictures are not exactly what was recorded; PNG, the default, is.");
        }
        if (options.reward().source(survey.arrays()).equals("absent")) {
            notes.add("No rewards were recorded, so all are 0; success as their source gives some.");
        }
        for (String name : survey.metadata().unlike()) {
            notes.add("episode_metadata/" + name + " is a text, because not all episodes have it with one type.");
        }
        Set<String> unlike = new TreeSet<>(survey.kept().unlike());
        unlike.removeAll(options.about().texts().keySet());
        if (!unlike.isEmpty()) {
            notes.add(String.join(", ", unlike)
                    + " of the dataset is left out, since not all episodes come from datasets that say the same");
        }
        for (String path : recorded.leftOut()) {
            notes.add("'" + path + "' is left out: it has no row per step and is too large.");
        }
        return notes;
    }

    /** Steps of all recorded episodes. */
    long steps() {
        return arrays.steps();
    }

    /** {@code dataset_info.json} of these splits, without record files. */
    DatasetInfoFile info(Collection<String> splits) {
        return DatasetInfoFile.of(options, about, description, splits);
    }

    /**
     * Writes the files about the dataset.
     *
     * @return their names, the one without which readers see no dataset last
     */
    List<String> write(Path folder, DatasetInfoFile info) throws IOException {
        JsonFiles.write(FeaturesFile.in(folder), declaration());
        JsonFiles.write(metadataIn(folder), metadata());
        info.write(folder);
        return Stream.of(FeaturesFile.in(folder), metadataIn(folder), DatasetInfoFile.in(folder))
                .map(file -> file.getFileName().toString())
                .toList();
    }

    /** The content of {@code features.json}. */
    ObjectNode declaration() {
        return FeaturesFile.declare(features);
    }

    /** Where a dataset has the {@link #metadata}, which TFDS loads as {@code builder.info.metadata}. */
    static Path metadataIn(Path folder) {
        return folder.resolve("metadata.json");
    }

    /** The content of {@code metadata.json}; all episodes of a dataset must share its conventions. */
    ObjectNode metadata() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("recorder", "RoboReel");
        String version = RldsPlan.class.getPackage().getImplementationVersion();
        if (version != null) {
            json.put("recorder_version", version);
        }
        ObjectNode conventions = json.putObject("conventions")
                .put("steps_for_t_actions", hasLastStep ? "T + 1" : "T")
                .put("rewards", options.reward().source(arrays))
                .put("images", options.imageFormat().name());
        if (!arrays.changes().isEmpty()) {
            arrays.changes().forEach(conventions.putArray("changes")::add);
        }
        ObjectNode recorded = json.putObject("recorded");
        for (FieldInfo field : arrays.fields().values()) {
            ObjectNode array = recorded.putObject(field.path());
            array.put("dtype", field.dtype().label()).put("unit", field.unit());
            if (!field.frame().isEmpty()) {
                array.put("frame", field.frame());
            }
            ArrayNode shape = array.putArray("row_shape");
            field.rowShape().forEach(shape::add);
            array.setAll(FormatJson.<ObjectNode>tree(field.signal().map()));
        }
        ArrayNode all = json.putArray("notes");
        notes.forEach(all::add);
        return json;
    }
}
