package io.github.roboreel.dashboard.overview;

import io.github.roboreel.format.JsonFields;
import io.github.roboreel.tools.confidence.Difference;
import io.github.roboreel.tools.confidence.Difference.Rate;
import io.github.roboreel.tools.confidence.RateInterval;
import io.github.roboreel.tools.confidence.SampleStatistics;
import io.github.roboreel.tools.report.Report.Group;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;

/**
 * Rows that hold one group of each of several recordings. Differences are to the first of them.
 *
 * @param interval which interval of a success rate
 */
record GroupComparison(RateInterval interval) {
    /**
     * A row.
     *
     * @param cells one per recording; null where it has no such group
     * @param metrics those whose differences it has
     */
    Map<String, Object> row(String name, List<Group> cells, Collection<String> metrics) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", name.strip());
        List<Object> documents = new ArrayList<>();
        cells.forEach(group -> documents.add(group == null ? null : group.document()));
        json.put("cells", documents);
        json.put("best", best(cells));
        List<Map<String, Object>> rates = new ArrayList<>();
        List<Map<String, Object>> scores = new ArrayList<>();
        Group first = cells.get(0);
        for (int i = 1; i < cells.size() && first != null; i++) {
            Group other = cells.get(i);
            if (other != null) {
                int of = i;
                Difference.ofRates(rate(other), rate(first), interval)
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

    private static List<Map<String, Object>> differences(String metric, List<Group> cells) {
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
    private static SampleStatistics samples(Group group, String metric) {
        SampleStatistics samples = group == null ? null : group.metrics().get(metric);
        return samples == null ? SampleStatistics.NONE : samples;
    }

    private static Rate rate(Group group) {
        return new Rate(group.successes(), group.judged());
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
    private static Map<String, List<Integer>> best(List<Group> cells) {
        Map<String, List<Integer>> best = new LinkedHashMap<>();
        put(best, "success_rate", cells, Group::successRate, true);
        put(best, "score", cells, group -> mean(group.score()), true);
        put(best, "time_s", cells, group -> mean(group.successSeconds()), false);
        put(best, "grabs", cells, group -> OptionalDouble.of(group.wrongGrabs()), false);
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
            List<Group> cells,
            Function<Group, OptionalDouble> value,
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
