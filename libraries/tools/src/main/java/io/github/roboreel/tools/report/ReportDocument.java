package io.github.roboreel.tools.report;

import static io.github.roboreel.recordings.folder.JsonNumbers.orNull;

import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.recordings.folder.EpisodeLine;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.LineColumn;
import io.github.roboreel.tools.confidence.Interval;
import io.github.roboreel.tools.confidence.RateInterval;
import io.github.roboreel.tools.confidence.SampleStatistics;
import io.github.roboreel.tools.report.GroupSummary.EventCount;
import io.github.roboreel.tools.report.GroupSummary.WrongGrabs;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Rows of a report's JSON document: maps, lists, unrounded numbers, null for no value.
 *
 * @param interval which interval of a success rate
 */
public record ReportDocument(RateInterval interval) {
    private static final double LEVEL = 0.95;

    private static final List<LineColumn> HOW = List.of(LineColumn.SUCCESS, LineColumn.SCORE, LineColumn.EPISODE_STEP);

    /** Row of a group. */
    public Map<String, Object> group(GroupSummary group) {
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

    /**
     * Counts of verdicts, the rate and its interval.
     *
     * @param judged episodes with a verdict
     * @param successes how many of those succeeded
     * @param range 95 % interval of the rate
     */
    public static Map<String, Object> verdicts(int episodes, int judged, int successes, Interval range) {
        return new JsonFields()
                .with("episodes", episodes)
                .with("judged", judged)
                .with("successes", successes)
                .with("failures", judged - successes)
                .with("not_judged", episodes - judged)
                .with("success_rate", judged == 0 ? null : (Double) ((double) successes / judged))
                .with("success_rate_ci95", List.of(range.lo(), range.hi()));
    }

    /**
     * Numbers of scores: as {@link #samples}, and {@code ci95}, Student's interval of the mean cut to 0 and 1; null for
     * fewer than two.
     */
    public static Map<String, Object> scored(SampleStatistics score) {
        Map<String, Object> json = samples(score);
        json.put(
                "ci95",
                score.unitInterval(LEVEL)
                        .map(range -> List.of(range.lo(), range.hi()))
                        .orElse(null));
        return json;
    }

    /** Numbers of samples: {@code n}, {@code mean}, {@code std}. */
    public static Map<String, Object> samples(SampleStatistics samples) {
        return new JsonFields()
                .with("n", samples.n())
                .with("mean", orNull(samples.meanIfAny()))
                .with("std", orNull(samples.stdIfAny()));
    }

    private static Map<String, Object> events(EventCount count) {
        return new JsonFields().with("count", count.count()).with("episodes", count.episodes());
    }

    private static Map<String, Object> wrongObjects(WrongGrabs grabs) {
        return new JsonFields()
                .with("episodes", grabs.episodes())
                .with("grabs", grabs.total())
                .with("in_successes", grabs.inSuccesses())
                .with("in_failures", grabs.inFailures())
                .with("objects", grabs.objects());
    }

    private static <T> Map<String, Object> mapped(Map<String, T> values, Function<T, Object> json) {
        Map<String, Object> mapped = new LinkedHashMap<>();
        values.forEach((name, value) -> mapped.put(name, json.apply(value)));
        return mapped;
    }

    /** Row of an episode, outside a report. */
    public static Map<String, Object> episode(ReportedEpisode episode) {
        return episode(new ScoredEpisode(episode, OptionalDouble.empty(), episode.wrongObjects()));
    }

    static Map<String, Object> episode(ScoredEpisode episode) {
        EpisodeLine line = episode.line();
        JsonFields json = new JsonFields().with("folder", episode.folder());
        LineColumn.IDENTITY.forEach(column -> json.with(column.label(), column.value(line)));
        json.with(LineColumn.ATTRIBUTES.label(), line.attributes());
        json.with(EpisodeMetadata.ATTRIBUTES, line.other(EpisodeMetadata.ATTRIBUTES));
        HOW.forEach(column -> json.with(column.label(), column.value(line)));
        json.with("duration", orNull(episode.durationSeconds()));
        Map<String, Object> metrics = new LinkedHashMap<>();
        for (String metric : MetricColumns.names(List.of(episode))) {
            metrics.put(metric, orNull(episode.metric(metric)));
        }
        json.put("metrics", metrics);
        json.put("events", line.eventCounts());
        json.put("wrong_objects_grabbed", episode.wrongObjects());
        return json.with(LineColumn.REASON.label(), LineColumn.REASON.value(line));
    }

    /** Row of a problem. */
    public static Map<String, Object> problem(FileFault problem) {
        return new JsonFields()
                .with("file", FileFault.name(problem.file()))
                .with("line", problem.line() == 0 ? null : problem.line())
                .with("left_out", problem.isLeftOut())
                .with("problem", problem.problem())
                .with("advice", problem.advice());
    }
}
