package io.github.roboreel.dataset.transform;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.transform.fields.Resample;
import java.io.IOException;
import java.util.Map;

/**
 * Gives episodes another rate, as {@link Resample} does. Videos, what was observed after the last action, and arrays
 * without a row for each step other than the initial state are left out, because they are of the old rate.
 *
 * @param resample how
 */
public record Rate(Resample resample) implements EpisodeChange {
    @Override
    public EpisodeReader arrays(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        try {
            return ResampledArrays.of(facts, episode, resample);
        } catch (IllegalArgumentException e) {
            throw new ExportRefusedException("%s", e.getMessage());
        }
    }

    @Override
    public EpisodeFacts facts(EpisodeFacts facts) {
        return ChangedSource.with(facts, 1 / resample.rate(), facts.attributes(), Map.of());
    }
}
