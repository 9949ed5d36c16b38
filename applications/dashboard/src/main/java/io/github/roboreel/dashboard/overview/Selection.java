package io.github.roboreel.dashboard.overview;

import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.index.IndexedEpisode;
import io.github.roboreel.dashboard.index.IndexedRecording;
import io.github.roboreel.dashboard.index.ListedEpisode;
import io.github.roboreel.dashboard.index.RecordingIndex;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.tools.report.EpisodeFilter;
import io.github.roboreel.tools.report.ReportSource;
import io.github.roboreel.tools.report.ReportedEpisode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Recordings that a request names, and the filter of their episodes.
 *
 * @param recordings in the order given; all when none is named
 * @param filter of their episodes
 */
record Selection(List<IndexedRecording> recordings, EpisodeFilter filter) {
    static Selection of(RecordingIndex index, Request request) throws Refusal {
        return new Selection(recordings(index, request), Filters.of(request));
    }

    private static List<IndexedRecording> recordings(RecordingIndex index, Request request) throws Refusal {
        List<String> ids = request.all("recording").stream()
                .filter(id -> !id.isBlank())
                .distinct()
                .toList();
        List<String> folders =
                request.all("folder").stream().filter(id -> !id.isBlank()).toList();
        List<IndexedRecording> named = new ArrayList<>();
        for (String id : ids) {
            named.add(index.named(id));
        }
        List<IndexedRecording> of = ids.isEmpty() ? index.indexed() : named;
        return of.stream()
                .filter(recording -> folders.isEmpty() || folders.contains(recording.served()))
                .toList();
    }

    /** The episodes that pass, recording by recording. */
    List<ListedEpisode> rows() {
        Predicate<ReportedEpisode> passes = filter.predicate();
        List<ListedEpisode> rows = new ArrayList<>();
        for (IndexedRecording recording : recordings) {
            for (IndexedEpisode episode : recording.episodes()) {
                if (passes.test(episode)) {
                    rows.add(new ListedEpisode(recording, episode));
                }
            }
        }
        return rows;
    }

    /** The recordings for a report. */
    List<ReportSource> sources() {
        return recordings.stream().map(IndexedRecording::source).toList();
    }

    /** The same of the episodes that pass; a name that no episode has is no mistake then. */
    List<ReportSource> passing() {
        Predicate<ReportedEpisode> passes = filter.predicate();
        return sources().stream().map(source -> source.passing(passes)).toList();
    }

    /** What could not be read or is doubtful. */
    List<FileFault> problems() {
        return recordings.stream().flatMap(r -> r.problems().stream()).toList();
    }
}
