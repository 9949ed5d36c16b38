package io.github.roboreel.dashboard.overview;

import static io.github.roboreel.recordings.folder.JsonNumbers.orNull;

import io.github.roboreel.dashboard.index.EnvSummary;
import io.github.roboreel.dashboard.index.IndexedRecording;
import io.github.roboreel.dashboard.index.IndexedRecording.Totals;
import io.github.roboreel.dashboard.index.Recording.Status;
import io.github.roboreel.tools.report.Report;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Rows about recordings. */
final class RecordingDocument {
    private RecordingDocument() {}

    /** What lists show of a recording. */
    static Map<String, Object> row(IndexedRecording recording) {
        Totals totals = recording.totals();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", recording.id());
        json.put("name", recording.recording().name());
        json.put("folder", recording.served());
        json.put("indexed", recording.isRead());
        json.put("policies", totals.policies());
        json.put("tasks", totals.tasks());
        json.putAll(Report.verdicts(totals.episodes(), totals.judged(), totals.successes(), totals.rate()));
        json.put("score", Report.samples(totals.score()));
        json.put("status", label(recording.recording().status()));
        json.put("started_at", text(recording.times().started()));
        json.put("modified_at", text(recording.times().modified()));
        json.put("bytes", totals.bytes());
        json.put("problems", recording.problems().size());
        json.put("envs", recording.envs().size());
        json.put("runs", runs(recording.envs()));
        return json;
    }

    static String label(Status status) {
        return status.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String text(Optional<Instant> time) {
        return time.map(Instant::toString).orElse(null);
    }

    private static Map<String, Object> runs(List<EnvSummary> envs) {
        List<EnvSummary.Run> runs =
                envs.stream().flatMap(env -> env.runs().stream()).toList();
        long open = runs.stream().filter(EnvSummary.Run::isOpen).count();
        List<Integer> promised = envs.stream()
                .map(EnvSummary::promisedRuns)
                .filter(OptionalInt::isPresent)
                .map(OptionalInt::getAsInt)
                .toList();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("done", runs.size() - open);
        json.put(
                "promised",
                promised.isEmpty()
                        ? null
                        : promised.stream().mapToInt(Integer::intValue).sum());
        json.put("open", open);
        return json;
    }

    static Map<String, Object> env(EnvSummary env) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", env.name());
        json.put("task", env.task());
        json.put("instruction", env.instruction().isEmpty() ? null : env.instruction());
        json.put("dt", env.dtSeconds());
        json.put("demos_per_run", orNull(env.demosPerRun()));
        json.put("promised_runs", orNull(env.promisedRuns()));
        json.put("bytes", env.bytes());
        json.put("runs", env.runs().stream().map(RecordingDocument::run).toList());
        return json;
    }

    private static Map<String, Object> run(EnvSummary.Run run) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("run", run.run() < 0 ? null : run.run());
        json.put("file", run.file());
        json.put("status", run.state().name().toLowerCase(Locale.ROOT));
        json.put("bytes", run.bytes());
        return json;
    }
}
