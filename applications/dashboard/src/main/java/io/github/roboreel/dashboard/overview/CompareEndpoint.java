package io.github.roboreel.dashboard.overview;

import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.index.IndexedRecording;
import io.github.roboreel.dashboard.index.RecordingIndex;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.recorder.spi.MetricInfos;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.tools.confidence.Difference;
import io.github.roboreel.tools.confidence.RateInterval;
import io.github.roboreel.tools.confidence.SampleStatistics;
import io.github.roboreel.tools.report.EpisodeFilter;
import io.github.roboreel.tools.report.GroupSummary;
import io.github.roboreel.tools.report.Grouping;
import io.github.roboreel.tools.report.Report;
import io.github.roboreel.tools.report.ReportDocument;
import io.github.roboreel.tools.report.ReportOptions;
import io.github.roboreel.tools.report.ReportSource;
import io.github.roboreel.tools.report.ReportedEpisode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * {@code /compare}: the groups of several recordings side by side, with their differences, and pooled. With
 * {@code cells=N} only the first so many stand side by side. Rows have differences of the metrics that {@code measure}
 * names; the total has those of all.
 */
record CompareEndpoint(RecordingIndex index, MetricInfos infos) {
    Answer answer(Request request) throws Refusal {
        ReportRequest asked = ReportRequest.of(index, request);
        List<IndexedRecording> recordings = asked.selection().recordings();
        if (request.all("recording").size() < 2) {
            throw Refusal.badRequest("expected two recordings or more to compare, given "
                    + request.all("recording").size() + "; repeat recording=ID");
        }
        List<ReportSource> sources = asked.selection().passing();
        int shown = request.integer("cells", 2, Integer.MAX_VALUE).orElse(sources.size());
        ReportOptions options = rows(asked.options());
        Report pooled = report(sources, options);
        List<Report> reports = sources.stream()
                .limit(shown)
                .map(source -> report(List.of(source), options))
                .toList();
        RateInterval interval = asked.options().interval();
        boolean isPooled = ReportRequest.isTrue(request, "pool");
        List<String> metrics = metrics(asked.selection());
        Map<String, Object> json = new LinkedHashMap<>();
        Predicate<ReportedEpisode> passes = asked.selection().filter().predicate();
        json.put(
                "recordings",
                recordings.stream()
                        .limit(shown)
                        .map(recording -> named(recording, passes))
                        .toList());
        json.put("rows", rows(interval, pooled, reports, isPooled, request.all("measure")));
        json.put(
                "total",
                row(
                        interval,
                        pooled.total().name(),
                        reports.stream().map(Report::total).toList(),
                        metrics));
        json.put("pooled", isPooled ? new ReportDocument(interval).group(pooled.total()) : null);
        json.put(
                "metrics",
                metrics.stream()
                        .map(name -> new MetricFacts(infos.of(name)).document())
                        .toList());
        json.put("notes", pooled.scenesNote().stream().toList());
        return new Answer.Json(json);
    }

    /** A cell holds one group, so that instruction types are rows here, not columns. */
    private static ReportOptions rows(ReportOptions options) {
        return options.grouping() == Grouping.INSTRUCTION_TYPE
                ? options.byEpisodeAttribute("instruction_type")
                : options;
    }

    /** Without an episode that has the attribute there is no group of it. */
    private static Report report(List<ReportSource> sources, ReportOptions options) {
        List<FileFault> none = List.of();
        try {
            return Report.of(sources, none, EpisodeFilter.ALL, options);
        } catch (IllegalArgumentException e) {
            return Report.of(List.of(), none, EpisodeFilter.ALL, options);
        }
    }

    private static Map<String, Object> named(IndexedRecording recording, Predicate<ReportedEpisode> passes) {
        return new JsonFields()
                .with("id", recording.id())
                .with("name", recording.recording().name())
                .with(
                        "timing",
                        RecordingDocument.timing(
                                recording.episodes().stream().filter(passes).toList()));
    }

    private static List<Map<String, Object>> rows(
            RateInterval interval, Report pooled, List<Report> reports, boolean isPooled, List<String> metrics) {
        List<Map<String, GroupSummary>> groups =
                reports.stream().map(CompareEndpoint::byName).toList();
        List<Map<String, Object>> rows = new ArrayList<>();
        for (GroupSummary group : pooled.groups()) {
            List<GroupSummary> cells = new ArrayList<>();
            groups.forEach(ofOne -> cells.add(ofOne.get(group.name())));
            Map<String, Object> row = row(interval, group.name(), cells, metrics);
            row.put("pooled", isPooled ? new ReportDocument(interval).group(group) : null);
            rows.add(row);
        }
        return rows;
    }

    private static Map<String, GroupSummary> byName(Report report) {
        Map<String, GroupSummary> groups = new LinkedHashMap<>();
        report.groups().forEach(group -> groups.put(group.name(), group));
        return groups;
    }

    private static List<String> metrics(Selection selection) {
        Set<String> names = new LinkedHashSet<>();
        selection.recordings().forEach(r -> r.episodes().forEach(episode -> names.addAll(episode.metricNames())));
        return MetricFacts.inOrder(names);
    }

    /**
     * A row that holds one group of each of several recordings; differences are to the first of them.
     *
     * @param interval which interval of a success rate
     * @param cells one per recording; null where it has no such group
     * @param metrics those whose differences it has
     */
    private static Map<String, Object> row(
            RateInterval interval, String name, List<GroupSummary> cells, Collection<String> metrics) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", name.strip());
        ReportDocument document = new ReportDocument(interval);
        List<Object> documents = new ArrayList<>();
        cells.forEach(group -> documents.add(group == null ? null : document.group(group)));
        json.put("cells", documents);
        json.put("best", best(cells));
        List<Map<String, Object>> rates = new ArrayList<>();
        List<Map<String, Object>> scores = new ArrayList<>();
        GroupSummary first = cells.get(0);
        for (int i = 1; i < cells.size() && first != null; i++) {
            GroupSummary other = cells.get(i);
            if (other != null) {
                int of = i;
                Difference.ofRates(other.rate(), first.rate(), interval)
                        .ifPresent(d -> rates.add(difference(of, "success_rate", d)));
                Difference.ofScores(other.score(), first.score())
                        .ifPresent(d -> scores.add(difference(of, "score", d)));
            }
        }
        json.put("differences", rates);
        json.put("score_differences", scores);
        Map<String, Object> ofMetrics = new LinkedHashMap<>();
        metrics.forEach(metric -> ofMetrics.put(metric, differences(metric, cells)));
        json.put("metric_differences", ofMetrics);
        return json;
    }

    private static List<Map<String, Object>> differences(String metric, List<GroupSummary> cells) {
        List<Map<String, Object>> differences = new ArrayList<>();
        SampleStatistics first = samples(cells.get(0), metric);
        for (int i = 1; i < cells.size(); i++) {
            int of = i;
            Difference.ofMeans(samples(cells.get(i), metric), first)
                    .ifPresent(d -> differences.add(difference(of, "mean", d)));
        }
        return differences;
    }

    /** None of a group that is not there. */
    private static SampleStatistics samples(GroupSummary group, String metric) {
        SampleStatistics samples = group == null ? null : group.metrics().get(metric);
        return samples == null ? SampleStatistics.NONE : samples;
    }

    private static Map<String, Object> difference(int of, String what, Difference difference) {
        return new JsonFields()
                .with("of", of)
                .with("against", 0)
                .with(what, difference.value())
                .with(
                        "ci95",
                        List.of(
                                difference.interval().lo(),
                                difference.interval().hi()));
    }

    /** Which cells have the best value, where there are two values or more and they are not all alike. */
    private static Map<String, List<Integer>> best(List<GroupSummary> cells) {
        Map<String, List<Integer>> best = new LinkedHashMap<>();
        put(best, "success_rate", cells, GroupSummary::successRate, true);
        put(best, "score", cells, group -> mean(group.score()), true);
        put(best, "time_s", cells, group -> mean(group.successSeconds()), false);
        put(
                best,
                "grabs",
                cells,
                group -> OptionalDouble.of(group.wrongObjects().total()),
                false);
        Set<String> metrics = new LinkedHashSet<>();
        cells.stream()
                .filter(group -> group != null)
                .forEach(group -> metrics.addAll(group.metrics().keySet()));
        for (String metric : metrics) {
            String better = MetricFacts.better(metric);
            if (!better.equals("none")) {
                put(best, metric, cells, group -> mean(group.metrics().get(metric)), better.equals("higher"));
            }
        }
        return best;
    }

    private static OptionalDouble mean(SampleStatistics samples) {
        return samples == null ? OptionalDouble.empty() : samples.meanIfAny();
    }

    private static void put(
            Map<String, List<Integer>> best,
            String name,
            List<GroupSummary> cells,
            Function<GroupSummary, OptionalDouble> value,
            boolean isHigherBetter) {
        double sign = isHigherBetter ? 1 : -1;
        List<OptionalDouble> values = cells.stream()
                .map(group -> group == null ? OptionalDouble.empty() : value.apply(group))
                .toList();
        double[] known = values.stream()
                .flatMapToDouble(OptionalDouble::stream)
                .map(v -> sign * v)
                .sorted()
                .toArray();
        if (known.length < 2 || known[0] == known[known.length - 1]) {
            return;
        }
        List<Integer> at = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i).isPresent() && sign * values.get(i).getAsDouble() == known[known.length - 1]) {
                at.add(i);
            }
        }
        best.put(name, at);
    }
}
