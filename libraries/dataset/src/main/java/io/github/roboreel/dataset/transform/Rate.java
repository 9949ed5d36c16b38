package io.github.roboreel.dataset.transform;

import io.github.roboreel.dataset.ColumnEpisode;
import io.github.roboreel.dataset.EpisodeColumn;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.transform.fields.Resample;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives episodes another rate, as {@link Resample} does. Videos, what was observed after the last action, and arrays
 * without a row for each step other than the initial state are left out, because they are of the old rate.
 *
 * @param resample how
 */
record Rate(Resample resample) implements EpisodeChange {
    @Override
    public EpisodeReader arrays(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        try {
            return resampled(facts, episode);
        } catch (IllegalArgumentException e) {
            throw new ExportRefusedException("%s", e.getMessage());
        }
    }

    private EpisodeReader resampled(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        long recorded = episode.numSamples();
        long steps = MadeColumn.count(facts, recorded, resample);
        Map<String, EpisodeColumn> columns = new LinkedHashMap<>();
        for (String path : episode.paths()) {
            DatasetInfo old = episode.info(path);
            boolean isStep = old.rows() == recorded && !DemoPaths.isIn(DemoPaths.FINAL_OBS, path);
            if (DemoPaths.isIn(DemoPaths.INITIAL_STATE, path)) {
                columns.put(path, EpisodeColumn.of(episode, path));
            } else if (isStep) {
                DatasetInfo info = MadeColumn.info(old, old.rowShape(), steps);
                columns.put(path, MadeColumn.of(facts, episode, List.of(path), resample, path, info));
            }
        }
        return ColumnEpisode.of(episode, steps, columns);
    }

    @Override
    public EpisodeFacts facts(EpisodeFacts facts, EpisodeReader episode) {
        return ChangedSource.with(facts, facts.ending(), 1 / resample.rate(), facts.attributes(), Map.of());
    }
}
