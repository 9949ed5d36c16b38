package io.github.roboreel.dataset;

import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

    /** The episode with its arrays as an import would record them. */
    EpisodeReader reader(String name) {
        Map<String, EpisodeColumn> columns = new LinkedHashMap<>();
        for (FieldSource array : arrays) {
            FieldSpec spec = array.spec();
            List<Long> shape = spec.shape().stream().map(Integer::longValue).toList();
            long rows = spec.phase() == FieldPhase.STEP ? steps : 1;
            DatasetInfo info =
                    new DatasetInfo(spec.dtype(), rows, shape, List.of(), List.of(), 0, spec.unit(), spec.frame());
            columns.put(spec.path(), EpisodeColumn.of(info.with(spec.signal()), array::read));
        }
        return new ColumnEpisode(name, outcome.attributes(), steps, columns);
    }

    /** Those of one phase. */
    public List<FieldSource> arrays(FieldPhase phase) {
        return arrays.stream().filter(a -> a.spec().phase() == phase).toList();
    }
}
