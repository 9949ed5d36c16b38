package io.github.roboreel.dashboard.overview;

import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.index.EpisodePlace;
import io.github.roboreel.dashboard.index.IndexedEpisode;
import io.github.roboreel.dashboard.index.IndexedRecording;
import io.github.roboreel.dashboard.index.RecordingIndex;
import io.github.roboreel.recorder.metrics.EpisodeMetrics;
import io.github.roboreel.tools.confidence.SampleStatistics;
import io.github.roboreel.tools.report.Report;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;

/** {@code /recordings/{recording}}: all that is known of one recording. */
final class RecordingEndpoint {
    private final RecordingIndex index;

    RecordingEndpoint(RecordingIndex index) {
        this.index = index;
    }

    Answer answer(Request request) throws Refusal {
        IndexedRecording recording = index.named(request.id("recording"));
        List<IndexedEpisode> episodes = recording.episodes();
        Map<String, Object> json = RecordingDocument.row(recording);
        json.put("score", Report.scored(recording.totals().score()));
        json.put(
                "envs_detail",
                recording.envs().stream().map(RecordingDocument::env).toList());
        Map<String, Object> byOutcome = new LinkedHashMap<>();
        byOutcome.put("all", metrics(episodes, e -> true));
        byOutcome.put("success", metrics(episodes, e -> e.verdict() == 1));
        byOutcome.put("failure", metrics(episodes, e -> e.verdict() == 0));
        json.put("metrics_by_outcome", byOutcome);
        json.put("timing", timing(episodes));
        json.put("groupings", ReportRequest.groupings(episodes));
        json.put(
                "reasons", episodes.stream().filter(e -> e.reason().isPresent()).count());
        json.put("commands", Commands.of(recording.recording().path()));
        json.put("problems", recording.problems().stream().map(Report::row).toList());
        json.put(
                "live",
                index.open(recording.id()).stream().map(EpisodePlace::id).toList());
        return new Answer.Json(json);
    }

    private static Map<String, Object> metrics(List<IndexedEpisode> all, Predicate<IndexedEpisode> isCounted) {
        List<IndexedEpisode> episodes = all.stream().filter(isCounted).toList();
        Set<String> names = new LinkedHashSet<>(EpisodeMetrics.STANDARD.names());
        all.forEach(episode -> names.addAll(episode.metrics().names().list()));
        Map<String, Object> json = new LinkedHashMap<>();
        for (String name : names) {
            json.put(
                    name,
                    Report.samples(SampleStatistics.of(
                            episodes.stream().map(e -> e.metric(name)).flatMapToDouble(OptionalDouble::stream))));
        }
        return json;
    }

    /** Wall-clock times and rates of some episodes, by name. */
    static Map<String, Object> timing(List<IndexedEpisode> episodes) {
        Set<String> names = new LinkedHashSet<>();
        episodes.forEach(episode -> names.addAll(episode.timings().names().list()));
        Map<String, Object> json = new LinkedHashMap<>();
        for (String name : names) {
            json.put(
                    name,
                    Report.samples(SampleStatistics.of(
                            episodes.stream().map(e -> e.timing(name)).flatMapToDouble(OptionalDouble::stream))));
        }
        return json;
    }
}
