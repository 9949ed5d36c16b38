package io.github.roboreel.dashboard.overview;

import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.index.IndexedEpisode;
import io.github.roboreel.dashboard.index.IndexedRecording;
import io.github.roboreel.dashboard.index.RecordingIndex;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code /episodes}: rows of episodes of some recordings, as JSON or as a table of comma-separated values. */
final class EpisodesEndpoint {
    private final RecordingIndex index;

    EpisodesEndpoint(RecordingIndex index) {
        this.index = index;
    }

    Answer answer(Request request) throws Refusal {
        List<EpisodeRow> rows = Selection.of(index, request).rows();
        Comparator<EpisodeRow> order = Sorting.of(request, "recording", EpisodeSorting::of, EpisodeSorting.names());
        List<EpisodeRow> sorted = new ArrayList<>(rows);
        sorted.sort(order);
        if (wantsCsv(request)) {
            return EpisodeCsv.of(sorted);
        }
        Page<EpisodeRow> page = Page.of(request, sorted);
        EpisodeListDocument documents = new EpisodeListDocument(index.envFolders());
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("episodes", page.rows().stream().map(documents::row).toList());
        page.describe(json);
        json.put("facets", Facets.of(rows));
        return new Answer.Json(json);
    }

    private static boolean wantsCsv(Request request) throws Refusal {
        String format = request.parameter("format").orElse("");
        if (!format.isEmpty() && !format.equals("csv") && !format.equals("json")) {
            throw Refusal.badRequest("format is " + format + "; expected json or csv");
        }
        boolean accepts = request.headers().getOrDefault("accept", "").startsWith("text/csv");
        return format.equals("csv") || format.isEmpty() && accepts;
    }

    /**
     * A row of the list.
     *
     * @param recording that it belongs to
     * @param episode which it is
     */
    record EpisodeRow(IndexedRecording recording, IndexedEpisode episode) {
        String id() {
            return episode.id(recording.recording().path());
        }
    }
}
