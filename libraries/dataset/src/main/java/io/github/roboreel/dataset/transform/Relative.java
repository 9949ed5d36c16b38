package io.github.roboreel.dataset.transform;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.transform.fields.RelativeActions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes actions relative to the state of the same step: action minus state, element by element. The dtype stays.
 *
 * @param actions path of a vector of floats
 * @param state path of a vector with at least as many elements as are made relative
 * @param from first element that is made relative, from 0
 * @param end element after the last; the largest int for all that there are
 */
record Relative(String actions, String state, int from, int end) implements EpisodeChange {
    @Override
    public EpisodeReader arrays(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        Slice.requireArray(facts, episode, actions);
        Slice.requireArray(facts, episode, state);
        DatasetInfo info = episode.info(actions);
        if (!info.dtype().isFloating() || info.rowShape().size() != 1) {
            throw new ExportRefusedException(
                    "%s: '%s' is %s%s; only vectors of floats are made relative",
                    facts.where(), actions, info.dtype().label(), info.rowShape());
        }
        List<Boolean> mask = new ArrayList<>();
        for (int i = 0; i < info.rowElements(); i++) {
            mask.add(i >= from && i < end);
        }
        RelativeActions relative = new RelativeActions(actions, state, mask);
        return RowChange.of(facts, episode, actions, List.of(actions, state), relative);
    }
}
