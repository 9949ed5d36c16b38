package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.DatasetSurvey;
import io.github.roboreel.dataset.EpisodeFacts;
import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.rlds.RldsOptions.ImageFormat;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What the dataset will be, fixed before anything is written.
 *
 * @param features all leaves
 * @param hasLastStep whether T actions are T + 1 steps
 * @param description for readers of the dataset
 * @param notes what the user should know
 */
record RldsPlan(List<Feature> features, boolean hasLastStep, String description, List<String> notes) {
    /** Types that float32 does not hold exactly. */
    private static final Set<DType> WIDE = Set.of(DType.FLOAT64, DType.INT32, DType.INT64);

    static RldsPlan of(RldsOptions options, DatasetSurvey survey, EpisodeScan scan) {
        Alignment alignment = Alignment.of(survey, scan);
        RecordedFeatures recorded =
                new RecordedFeatures(survey, scan, alignment, options.imageFormat(), options.reward());
        List<Feature> features = new ArrayList<>(recorded.features());
        features.addAll(stepFeatures(options.reward(), survey));
        features.addAll(episodeFeatures());
        features.addAll(scan.metadata().features());
        List<String> notes = notes(options, survey, scan, alignment, recorded);
        return new RldsPlan(
                List.copyOf(features), alignment.hasLastStep(), description(options, survey, alignment), notes);
    }

    private static List<Feature> stepFeatures(RewardPolicy reward, DatasetSurvey survey) {
        return List.of(
                StepValues.isFirst(),
                StepValues.isLast(),
                StepValues.isTerminal(),
                StepValues.discount(),
                StepValues.reward(reward, rewardType(reward, survey)),
                new Feature(
                        "steps/language_instruction", new TextCodec(), RowFeed.everyStep(EpisodeFacts::instruction)));
    }

    private static DType rewardType(RewardPolicy reward, DatasetSurvey survey) {
        FieldInfo rewards = survey.fields().get(RecordedFeatures.REWARDS);
        boolean wide = reward == RewardPolicy.RECORDED && rewards != null && WIDE.contains(rewards.dtype());
        return wide ? DType.FLOAT64 : DType.FLOAT32;
    }

    private static List<Feature> episodeFeatures() {
        return List.of(
                text("episode_id", RowFeed.once(Episode::id)),
                text("agent_id", RowFeed.once(e -> e.facts().policy().orElse(""))),
                text("environment_config", RowFeed.once(e -> e.facts().environmentConfig())),
                text("experiment_id", RowFeed.once(e -> EpisodeIdentity.experiment(e.facts()))),
                new Feature(
                        "invalid",
                        Codecs.ofRow(DType.BOOL, List.of()),
                        (e, rows) -> rows.rows(new byte[] {invalid(e.facts())}, 1)));
    }

    private static Feature text(String key, RowFeed feed) {
        return new Feature(key, new TextCodec(), feed);
    }

    private static byte invalid(EpisodeFacts facts) {
        return (byte) (facts.ending() == EpisodeFacts.Ending.INCOMPLETE ? 1 : 0);
    }

    private static String description(RldsOptions options, DatasetSurvey survey, Alignment alignment) {
        return String.join(
                " ",
                "Robot episodes, recorded with RoboReel.",
                alignment.sentence(),
                "Values under 'next', its timestamps too, are from after the action of their step,"
                        + " as the reward is.",
                "Rewards: " + options.reward().source(survey) + ".",
                "Pictures: " + options.imageFormat() + ".");
    }

    private static List<String> notes(
            RldsOptions options,
            DatasetSurvey survey,
            EpisodeScan scan,
            Alignment alignment,
            RecordedFeatures recorded) {
        List<String> notes = new ArrayList<>();
        if (!alignment.hasLastStep()) {
            notes.add(alignment.sentence());
            alignment.advice().ifPresent(notes::add);
        }
        if (options.imageFormat() == ImageFormat.JPEG) {
            notes.add("JPEG pictures are not exactly what was recorded; PNG, the default, is.");
        }
        if (options.reward().source(survey).equals("absent")) {
            notes.add("No rewards were recorded, so all are 0; success as their source gives some.");
        }
        for (String name : scan.metadata().unlike()) {
            notes.add("episode_metadata/" + name + " is a text, because not all episodes have it with one type.");
        }
        for (String path : recorded.leftOut()) {
            notes.add("'" + path + "' is left out: it has no row per step and is too large.");
        }
        return notes;
    }

    /** The content of {@code features.json}. */
    ObjectNode declaration() {
        return FeatureTree.declare(features);
    }

    /** An episode with its place in the dataset. */
    Episode episode(EpisodeFacts facts, EpisodeReader reader) throws IOException {
        int actions = Math.toIntExact(reader.numSamples());
        String id = EpisodeIdentity.of(facts, reader);
        return new Episode(facts, reader, id, actions, hasLastStep);
    }
}
