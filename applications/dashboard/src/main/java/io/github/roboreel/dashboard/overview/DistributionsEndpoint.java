package io.github.roboreel.dashboard.overview;

import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.index.IndexedEpisode;
import io.github.roboreel.dashboard.index.ListedEpisode;
import io.github.roboreel.dashboard.index.RecordingIndex;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.recorder.spi.MetricInfos;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** {@code /metrics}: how the metrics and lengths of some episodes are distributed, by outcome. */
record DistributionsEndpoint(RecordingIndex index, MetricInfos infos) {
    /** What the metric sets that are there say of their metrics, which pages need before they show any. */
    Answer known() {
        return new Answer.Json(Map.of(
                "metrics",
                infos.all().stream()
                        .map(info -> new MetricFacts(info).document())
                        .toList()));
    }

    Answer answer(Request request) throws Refusal {
        List<IndexedEpisode> episodes = Selection.of(index, request).rows().stream()
                .map(ListedEpisode::episode)
                .toList();
        Set<String> names = new HashSet<>();
        episodes.forEach(episode -> names.addAll(episode.metricNames()));
        List<Map<String, Object>> metrics = new ArrayList<>();
        for (String name : MetricFacts.inOrder(names)) {
            Distribution distribution = Distribution.of(episodes, episode -> episode.metric(name));
            if (!distribution.isEmpty()) {
                Map<String, Object> json = new MetricFacts(infos.of(name)).document();
                json.putAll(distribution.document());
                metrics.add(json);
            }
        }
        return new Answer.Json(new JsonFields()
                .with("metrics", metrics)
                .with(
                        "lengths",
                        Distribution.of(episodes, DistributionsEndpoint::steps).document()));
    }

    private static OptionalDouble steps(IndexedEpisode episode) {
        return episode.episodeStep().isPresent()
                ? OptionalDouble.of(episode.episodeStep().getAsInt())
                : OptionalDouble.empty();
    }
}
