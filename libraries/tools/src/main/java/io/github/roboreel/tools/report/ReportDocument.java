package io.github.roboreel.tools.report;

import static io.github.roboreel.recordings.folder.JsonNumbers.orNull;

import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.recordings.folder.EpisodeLine;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.tools.confidence.Interval;
import io.github.roboreel.tools.confidence.RateInterval;
import io.github.roboreel.tools.confidence.SampleStatistics;
import io.github.roboreel.tools.report.GroupSummary.EventCount;
import io.github.roboreel.tools.report.GroupSummary.WrongGrabs;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Rows of a report's JSON document: maps, lists, unrounded numbers, null for no value.
 *
 * @param interval which interval of a success rate
 */
record ReportDocument(RateInterval interval) {
    private static final double LEVEL = 0.95;

    Map<String, Object> group(GroupSummary group) {
        Map<String, Object> json = verdicts(group.name().strip(), group);
        json.put("score", scored(group.score()));
        json.put("score_failed", samples(group.failedScore()));
        json.put("time_s", samples(group.successSeconds()));
        json.put("duration_s", samples(group.seconds()));
        json.put("steps", samples(group.steps()));
        json.put("metrics", mapped(group.metrics(), ReportDocument::samples));
        json.put("it_per_sec", samples(group.iterationsPerSecond()));
        json.put("wall_total_s", samples(group.wallSeconds()));
        json.put("wrong_objects", wrongObjects(group.wrongObjects()));
        json.put("events", mapped(group.events(), ReportDocument::events));
        return json;
    }

    Map<String, Object> pivotRow(InstructionPivot.PivotRow row) {
        Map<String, Object> json = verdicts(row.all().name(), row.all());
        json.put("instruction_types", mapped(row.byType(), group -> verdicts("", group)));
        return json;
    }

    /** @param name of the row; empty for none */
    private Map<String, Object> verdicts(String name, GroupSummary group) {
        Map<String, Object> json = new LinkedHashMap<>();
        if (!name.isEmpty()) {
            json.put("name", name);
        }
        json.putAll(verdicts(group.episodes(), group.judged(), group.successes(), group.interval(interval)));
        return json;
    }

    static Map<String, Object> verdicts(int episodes, int judged, int successes, Interval range) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("episodes", episodes);
        json.put("judged", judged);
        json.put("successes", successes);
        json.put("failures", judged - successes);
        json.put("not_judged", episodes - judged);
        json.put("success_rate", judged == 0 ? null : (Double) ((double) successes / judged));
        json.put("success_rate_ci95", List.of(range.lo(), range.hi()));
        return json;
    }

    /** With the interval of the mean, which stays within 0 and 1; null for fewer than two. */
    static Map<String, Object> scored(SampleStatistics score) {
        Map<String, Object> json = samples(score);
        json.put(
                "ci95",
                score.unitInterval(LEVEL)
                        .map(range -> List.of(range.lo(), range.hi()))
                        .orElse(null));
        return json;
    }

    static Map<String, Object> samples(SampleStatistics samples) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("n", samples.n());
        json.put("mean", orNull(samples.meanIfAny()));
        json.put("std", orNull(samples.stdIfAny()));
        return json;
    }

    private static Map<String, Object> events(EventCount count) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("count", count.count());
        json.put("episodes", count.episodes());
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

    private static <T> Map<String, Object> mapped(Map<String, T> values, Function<T, Object> json) {
        Map<String, Object> mapped = new LinkedHashMap<>();
        values.forEach((name, value) -> mapped.put(name, json.apply(value)));
        return mapped;
    }

    static Map<String, Object> episode(ScoredEpisode episode) {
        EpisodeLine line = episode.line();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("folder", episode.folder());
        json.put("env_name", line.envName());
        json.put("task_name", line.taskName());
        json.put("run", orNull(line.run()));
        json.put("env_id", orNull(line.envId()));
        json.put("episode", orNull(line.episode()));
        json.put("policy", line.policy().orElse(null));
        json.put("instruction_type", line.instructionType().orElse(null));
        json.put("instruction", line.instruction().orElse(null));
        json.put("attributes", line.attributes());
        json.put(EpisodeMetadata.ATTRIBUTES, line.other(EpisodeMetadata.ATTRIBUTES));
        json.put("success", line.success().orElse(null));
        json.put("score", orNull(line.score()));
        json.put("episode_step", orNull(line.episodeStep()));
        json.put("duration", orNull(episode.durationSeconds()));
        Map<String, Object> metrics = new LinkedHashMap<>();
        for (String metric : MetricColumns.names(List.of(episode))) {
            metrics.put(metric, orNull(episode.metric(metric)));
        }
        json.put("metrics", metrics);
        json.put("events", line.eventCounts());
        json.put("wrong_objects_grabbed", episode.wrongObjects());
        json.put("reason", line.reason().orElse(null));
        return json;
    }

    static Map<String, Object> problem(FileFault problem) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("file", FileFault.name(problem.file()));
        json.put("line", problem.line() == 0 ? null : problem.line());
        json.put("left_out", problem.isLeftOut());
        json.put("problem", problem.problem());
        json.put("advice", problem.advice());
        return json;
    }
}
