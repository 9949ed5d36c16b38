package io.github.roboreel.dashboard.overview;

import io.github.roboreel.dashboard.index.EnvSummary;
import io.github.roboreel.dashboard.index.IndexedEpisode;
import io.github.roboreel.dashboard.index.IndexedRecording;
import io.github.roboreel.dashboard.index.IndexedRecording.Totals;
import io.github.roboreel.dashboard.index.Recording.Status;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.fault.Operation;
import io.github.roboreel.recorder.metrics.EpisodeMetrics;
import io.github.roboreel.tools.confidence.SampleStatistics;
import io.github.roboreel.tools.report.ReportDocument;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** Rows about recordings. */
final class RecordingDocument {
    private RecordingDocument() {}

    /** What lists show of a recording. */
    static Map<String, Object> row(IndexedRecording recording) {
        Totals totals = recording.totals();
        JsonFields json = new JsonFields()
                .with("id", recording.id())
                .with("name", recording.recording().name())
                .with("folder", recording.served())
                .with("indexed", recording.isRead())
                .with("policies", totals.policies())
                .with("tasks", totals.tasks());
        json.putAll(ReportDocument.verdicts(totals.episodes(), totals.judged(), totals.successes(), totals.rate()));
        json.put("score", ReportDocument.samples(totals.score()));
        json.put("status", label(recording.recording().status()));
        json.put("started_at", instant(recording.times().started()));
        json.put("modified_at", instant(recording.times().modified()));
        json.put("bytes", totals.bytes());
        json.put("problems", recording.problems().size());
        json.put("envs", recording.envs().size());
        json.put("runs", runs(recording.envs()));
        return json;
    }

    /**
     * All that is known of one recording.
     *
     * @param live ids of episodes without a result line
     */
    static Map<String, Object> whole(IndexedRecording recording, List<String> live) {
        List<IndexedEpisode> episodes = recording.episodes();
        Path folder = recording.recording().path();
        Map<String, Object> json = row(recording);
        json.put("score", ReportDocument.scored(recording.totals().score()));
        json.put(
                "envs_detail",
                recording.envs().stream().map(RecordingDocument::env).toList());
        json.put(
                "metrics_by_outcome",
                new JsonFields()
                        .with("all", metrics(episodes, e -> true))
                        .with("success", metrics(episodes, e -> e.verdict() == 1))
                        .with("failure", metrics(episodes, e -> e.verdict() == 0)));
        json.put("timing", timing(episodes));
        json.put("groupings", ReportRequest.groupings(episodes));
        json.put(
                "reasons", episodes.stream().filter(e -> e.reason().isPresent()).count());
        json.put(
                "commands",
                new JsonFields()
                        .with("recover", Operation.RECOVER.command(folder))
                        .with("check", Operation.CHECK.command(folder))
                        .with("report", ReportRequest.command(List.of(folder), List.of())));
        json.put(
                "problems",
                recording.problems().stream().map(ReportDocument::problem).toList());
        json.put("live", live);
        return json;
    }

    private static Map<String, Object> metrics(List<IndexedEpisode> all, Predicate<IndexedEpisode> isCounted) {
        Set<String> names = new LinkedHashSet<>(EpisodeMetrics.STANDARD.names());
        all.forEach(episode -> names.addAll(episode.metricNames()));
        List<IndexedEpisode> counted = all.stream().filter(isCounted).toList();
        return samples(names, name -> SampleStatistics.of(counted, e -> e.metric(name)));
    }

    /** Wall-clock times and rates of some episodes, by name. */
    static Map<String, Object> timing(List<IndexedEpisode> episodes) {
        Set<String> names = new LinkedHashSet<>();
        episodes.forEach(episode -> names.addAll(episode.timingNames()));
        return samples(names, name -> SampleStatistics.of(episodes, e -> e.timing(name)));
    }

    private static Map<String, Object> samples(Set<String> names, Function<String, SampleStatistics> samples) {
        Map<String, Object> json = new LinkedHashMap<>();
        names.forEach(name -> json.put(name, ReportDocument.samples(samples.apply(name))));
        return json;
    }

    static String label(Status status) {
        return status.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String instant(Long millis) {
        return millis == null ? null : Instant.ofEpochMilli(millis).toString();
    }

    private static Map<String, Object> runs(List<EnvSummary> envs) {
        List<EnvSummary.Run> runs =
                envs.stream().flatMap(env -> env.runs().stream()).toList();
        long open = runs.stream().filter(EnvSummary.Run::isOpen).count();
        List<Integer> promised = envs.stream()
                .map(EnvSummary::promisedRuns)
                .filter(Objects::nonNull)
                .toList();
        return new JsonFields()
                .with("done", runs.size() - open)
                .with(
                        "promised",
                        promised.isEmpty()
                                ? null
                                : promised.stream().mapToInt(Integer::intValue).sum())
                .with("open", open);
    }

    private static Map<String, Object> env(EnvSummary env) {
        return new JsonFields()
                .with("name", env.name())
                .with("task", env.task())
                .with("instruction", env.instruction().isEmpty() ? null : env.instruction())
                .with("dt", env.dtSeconds())
                .with("demos_per_run", env.demosPerRun())
                .with("promised_runs", env.promisedRuns())
                .with("bytes", env.bytes())
                .with("runs", env.runs().stream().map(RecordingDocument::run).toList());
    }

    private static Map<String, Object> run(EnvSummary.Run run) {
        return new JsonFields()
                .with("run", run.run() < 0 ? null : run.run())
                .with("file", run.file())
                .with("status", run.state().name().toLowerCase(Locale.ROOT))
                .with("bytes", run.bytes());
    }
}
