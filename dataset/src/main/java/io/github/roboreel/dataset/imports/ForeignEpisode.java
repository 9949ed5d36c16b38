package io.github.roboreel.dataset.imports;

import io.github.roboreel.dataset.minari.MinariOrigin;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.schema.FieldPhase;
import java.util.List;
import java.util.Optional;

/**
 * An episode of a foreign dataset, as it is going to be recorded.
 *
 * @param where for messages
 * @param givenEnvName name of the environment in the dataset
 * @param envConfig text of {@code env_cfg.json}, without the origin
 * @param origin what of the dataset goes back to Minari, as far as this episode tells it
 * @param info what is known of it before it begins
 * @param outcome how it ended
 * @param steps number of its actions
 * @param arrays what becomes of its arrays
 */
record ForeignEpisode(
        String where,
        String givenEnvName,
        String envConfig,
        Optional<MinariOrigin> origin,
        EpisodeInfo info,
        EpisodeOutcome outcome,
        long steps,
        List<ForeignArray> arrays) {
    ForeignEpisode {
        arrays = List.copyOf(arrays);
    }

    /** Name of the environment, fit for a folder. */
    String envName() {
        return EpisodeDescription.envName(givenEnvName);
    }

    List<ForeignArray> arrays(FieldPhase phase) {
        return arrays.stream().filter(a -> a.spec().phase() == phase).toList();
    }
}
