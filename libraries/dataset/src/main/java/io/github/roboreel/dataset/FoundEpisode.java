package io.github.roboreel.dataset;

import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.schema.FieldPhase;
import java.util.List;

/**
 * An episode of a foreign dataset, as it is going to be recorded.
 *
 * @param where for messages
 * @param givenEnvName name of the environment in the dataset
 * @param envConfig text of {@code env_cfg.json}, as far as this episode says
 * @param info what is known of it before it begins
 * @param outcome how it ended
 * @param steps number of its actions
 * @param arrays what becomes of its arrays
 */
public record FoundEpisode(
        String where,
        String givenEnvName,
        String envConfig,
        EpisodeInfo info,
        EpisodeOutcome outcome,
        long steps,
        List<FieldSource> arrays) {
    /** Copies the list. */
    public FoundEpisode {
        arrays = List.copyOf(arrays);
    }

    /** The same episode with other descriptions of its arrays. */
    public FoundEpisode with(List<FieldSource> newArrays) {
        return new FoundEpisode(where, givenEnvName, envConfig, info, outcome, steps, newArrays);
    }

    /** Name of the environment, fit for a folder. */
    public String envName() {
        return EpisodeDescription.envName(givenEnvName);
    }

    /** Those of one phase. */
    public List<FieldSource> arrays(FieldPhase phase) {
        return arrays.stream().filter(a -> a.spec().phase() == phase).toList();
    }
}
