package io.github.roboreel.dataset.transform;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.names.KnownNames;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.transform.fields.Fields;
import java.io.IOException;
import java.util.List;

/**
 * Keeps some elements of the first axis of an array's rows, for example the joints of one arm; of an observation also
 * in what was observed after the last action.
 *
 * @param path of the array
 * @param from first element, from 0
 * @param end element after the last
 */
record Slice(String path, int from, int end) implements EpisodeChange {
    /** Refuses a slice of nothing. */
    Slice {
        new Fields.Slice(path, from, end);
    }

    @Override
    public EpisodeReader arrays(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        requireArray(facts, episode, path);
        String last = DemoPaths.finalOf(path);
        EpisodeReader cut = cut(facts, episode, path);
        return episode.has(last) ? cut(facts, cut, last) : cut;
    }

    private EpisodeReader cut(EpisodeFacts facts, EpisodeReader episode, String array) throws IOException {
        return RowChange.of(facts, episode, array, List.of(array), new Fields.Slice(array, from, end));
    }

    static void requireArray(EpisodeFacts facts, EpisodeReader episode, String path) throws IOException {
        if (!episode.has(path)) {
            throw new ExportRefusedException(
                    "%s has no array '%s'; %s", facts.where(), path, KnownNames.hint(path, episode.paths()));
        }
    }
}
