package io.github.roboreel.dashboard.overview;

import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.index.IndexedRecording;
import io.github.roboreel.dashboard.index.RecordingIndex;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.recorder.spi.MetricInfos;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.tools.report.EpisodeFilter;
import io.github.roboreel.tools.report.Grouping;
import io.github.roboreel.tools.report.Report;
import io.github.roboreel.tools.report.Report.Group;
import io.github.roboreel.tools.report.ReportOptions;
import io.github.roboreel.tools.report.ReportSource;
import io.github.roboreel.tools.report.ReportedEpisode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
        GroupComparison comparison = new GroupComparison(asked.options().interval());
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
        json.put("rows", rows(comparison, pooled, reports, isPooled, request.all("measure")));
        json.put(
                "total",
                comparison.row(
                        pooled.total().name(),
                        reports.stream().map(Report::total).toList(),
                        metrics));
        json.put("pooled", isPooled ? pooled.total().document() : null);
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
            GroupComparison comparison, Report pooled, List<Report> reports, boolean isPooled, List<String> metrics) {
        List<Map<String, Group>> groups =
                reports.stream().map(CompareEndpoint::byName).toList();
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Group group : pooled.groups()) {
            List<Group> cells = new ArrayList<>();
            groups.forEach(ofOne -> cells.add(ofOne.get(group.name())));
            Map<String, Object> row = comparison.row(group.name(), cells, metrics);
            row.put("pooled", isPooled ? group.document() : null);
            rows.add(row);
        }
        return rows;
    }

    private static Map<String, Group> byName(Report report) {
        Map<String, Group> groups = new LinkedHashMap<>();
        report.groups().forEach(group -> groups.put(group.name(), group));
        return groups;
    }

    private static List<String> metrics(Selection selection) {
        Set<String> names = new LinkedHashSet<>();
        selection.recordings().forEach(r -> r.episodes().forEach(episode -> names.addAll(episode.metricNames())));
        return MetricFacts.inOrder(names);
    }
}
