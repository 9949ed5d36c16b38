package io.github.roboreel.tools.report;

import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.tools.FileFault;
import io.github.roboreel.tools.folder.EpisodeRecord;
import io.github.roboreel.tools.statistics.Interval;
import io.github.roboreel.tools.statistics.RateInterval;
import io.github.roboreel.tools.statistics.Samples;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Forms the JSON document of a report: maps, lists, unrounded numbers, null for no value. */
final class ReportDocument {
    private ReportDocument() {}

    static Map<String, Object> group(GroupSummary group, RateInterval kind) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", group.name().strip());
        putVerdicts(json, group, kind);
        json.put("score", samples(group.score()));
        json.put("score_failed", samples(group.failedScore()));
        json.put("time_s", samples(group.successSeconds()));
        json.put("steps", samples(group.steps()));
        Map<String, Object> metrics = new LinkedHashMap<>();
        group.metrics().forEach((name, values) -> metrics.put(name, samples(values)));
        json.put("metrics", metrics);
        json.put("it_per_sec", samples(group.iterationsPerSecond()));
        json.put("wall_total_s", samples(group.wallSeconds()));
        json.put("wrong_objects", wrongObjects(group.wrongObjects()));
        json.put("events", events(group.events()));
        return json;
    }

    private static Map<String, Object> events(Map<String, EventCount> counts) {
        Map<String, Object> json = new LinkedHashMap<>();
        counts.forEach((name, count) -> {
            Map<String, Object> numbers = new LinkedHashMap<>();
            numbers.put("count", count.count());
            numbers.put("episodes", count.episodes());
            json.put(name, numbers);
        });
        return json;
    }

    private static void putVerdicts(Map<String, Object> json, GroupSummary group, RateInterval kind) {
        json.put("episodes", group.episodes());
        json.put("judged", group.judged());
        json.put("successes", group.successes());
        json.put("failures", group.failures());
        json.put("not_judged", group.notJudged());
        json.put("success_rate", orNull(group.successRate()));
        Interval interval = group.interval(kind);
        json.put("success_rate_ci95", List.of(interval.lo(), interval.hi()));
    }

    private static Map<String, Object> samples(Samples samples) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("n", samples.n());
        json.put("mean", orNull(samples.meanIfAny()));
        json.put("std", orNull(samples.stdIfAny()));
        return json;
    }

    private static Map<String, Object> wrongObjects(WrongGrabs grabs) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("episodes", grabs.episodes());
        json.put("grabs", grabs.total());
        json.put("in_successes", grabs.inSuccesses());
        json.put("in_failures", grabs.inFailures());
        json.put("objects", grabs.objects());
        return json;
    }

    static Map<String, Object> pivotRow(InstructionPivot.PivotRow row, RateInterval kind) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", row.all().name());
        putVerdicts(json, row.all(), kind);
        Map<String, Object> types = new LinkedHashMap<>();
        row.byType().forEach((type, group) -> {
            Map<String, Object> cell = new LinkedHashMap<>();
            putVerdicts(cell, group, kind);
            types.put(type, cell);
        });
        json.put("instruction_types", types);
        return json;
    }

    static Map<String, Object> episode(Episode episode) {
        EpisodeRecord line = episode.line();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("folder", episode.folder().path().toString());
        json.put("env_name", line.envName());
        json.put("task_name", line.taskName());
        json.put("run", orNull(line.run()));
        json.put("env_id", orNull(line.envId()));
        json.put("episode", orNull(line.episode()));
        json.put("policy", line.policy().orElse(null));
        json.put("instruction_type", line.instructionType().orElse(null));
        json.put("instruction", line.instruction().orElse(null));
        json.put("attributes", line.attributes());
        json.put(EpisodeMetadata.ATTRIBUTES, line.json().get(EpisodeMetadata.ATTRIBUTES));
        json.put("success", line.success().orElse(null));
        json.put("score", orNull(line.score()));
        json.put("episode_step", orNull(line.episodeStep()));
        json.put("duration", orNull(episode.durationSeconds()));
        Map<String, Object> metrics = new LinkedHashMap<>();
        for (MetricColumn metric : MetricColumn.of(List.of(episode))) {
            metrics.put(metric.name(), orNull(episode.metric(metric.name())));
        }
        json.put("metrics", metrics);
        json.put("events", line.eventCounts());
        json.put("wrong_objects_grabbed", episode.wrongObjects());
        json.put("reason", line.reason().orElse(null));
        return json;
    }

    static List<Map<String, Object>> problems(List<FileFault> problems) {
        return problems.stream().map(ReportDocument::problem).toList();
    }

    private static Map<String, Object> problem(FileFault problem) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("file", problem.file().toString());
        json.put("line", problem.line() == 0 ? null : problem.line());
        json.put("left_out", problem.isLeftOut());
        json.put("problem", problem.problem());
        json.put("advice", problem.advice());
        return json;
    }

    /** JSON has no number that is not finite. */
    private static Double orNull(OptionalDouble value) {
        boolean isFinite = value.isPresent() && Double.isFinite(value.getAsDouble());
        return isFinite ? value.getAsDouble() : null;
    }

    private static Integer orNull(OptionalInt value) {
        return value.isPresent() ? value.getAsInt() : null;
    }
}
