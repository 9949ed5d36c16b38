package io.github.roboreel.recorder.bench.peers;

import io.github.roboreel.recorder.bench.profile.Profile;
import io.github.roboreel.recorder.bench.record.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Medians, ratios and targets.
 *
 * @param rounds how often each contender was measured
 * @param results by comparison, then contender
 * @param targets all rows of the table of targets
 * @param profiles of the comparisons that missed a target
 * @param skipped what could not be measured, one sentence each
 */
record PeersReport(
        int rounds,
        Map<String, Map<String, Measured>> results,
        List<Target> targets,
        Map<String, Profile> profiles,
        List<String> skipped) {

    String table() {
        StringBuilder table = new StringBuilder();
        results.forEach((name, contenders) -> append(table, name, contenders));
        table.append(
                String.format(Locale.ROOT, "%n%-58s %-30s %12s %14s %s", "what", "peer", "measured", "target", "met"));
        targets.forEach(t -> table.append(row(t)));
        profiles.forEach((name, profile) -> append(table, name, profile));
        skipped.forEach(s -> table.append(System.lineSeparator()).append(s));
        return table.toString();
    }

    private static void append(StringBuilder table, String name, Map<String, Measured> contenders) {
        Measured ours = contenders.values().iterator().next();
        Set<String> columns = new LinkedHashSet<>();
        contenders.values().forEach(m -> columns.addAll(m.medians().keySet()));
        table.append(String.format(Locale.ROOT, "%n%-30s", name + ", medians"));
        columns.forEach(c -> table.append(String.format(Locale.ROOT, " %15s", c)));
        table.append(String.format(Locale.ROOT, " %15s", "ours / this"));
        contenders.forEach((contender, measured) -> {
            table.append(String.format(Locale.ROOT, "%n  %-28s", contender));
            columns.forEach(c -> table.append(cell(measured.median(c))));
            table.append(cell(ratio(ours, measured)));
        });
        table.append(System.lineSeparator());
    }

    private static void append(StringBuilder table, String name, Profile profile) {
        table.append(String.format(Locale.ROOT, "%n%n%s, %s", name, profile.table()));
    }

    private static String cell(double value) {
        return String.format(Locale.ROOT, " %15s", Double.isNaN(value) ? "" : number(value));
    }

    private static String number(double value) {
        return value >= 1000 ? String.format(Locale.ROOT, "%.0f", value) : String.format(Locale.ROOT, "%.3f", value);
    }

    /** Of the figure that comes first, a speed. */
    private static double ratio(Measured ours, Measured other) {
        return ours.medians().keySet().stream()
                .findFirst()
                .map(speed -> ours.median(speed) / other.median(speed))
                .orElse(Double.NaN);
    }

    private static String row(Target target) {
        return String.format(
                        Locale.ROOT,
                        "%n%-58s %-30s %12s %14s %s",
                        target.what(),
                        target.peer(),
                        target.isMeasured() ? text(target.ours(), target.unit()) : "not measured",
                        (target.atMost() ? "<= " : ">= ") + text(target.bound(), target.unit()),
                        !target.isMeasured() ? "-" : target.met() ? "yes" : "NO")
                + (target.isMissed() ? System.lineSeparator() + "    in the way: " + target.inTheWay() : "");
    }

    private static String text(double value, String unit) {
        return number(value) + (unit.equals("x") ? "x" : " " + unit);
    }

    Map<String, Object> figures() {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("bench", "peers");
        figures.put("rounds", rounds);
        Map<String, Object> comparisons = new LinkedHashMap<>();
        results.forEach((name, contenders) -> comparisons.put(name, figures(contenders)));
        figures.put("comparisons", comparisons);
        figures.put("targets", targets.stream().map(PeersReport::figures).toList());
        Map<String, Object> used = new LinkedHashMap<>();
        profiles.forEach((name, profile) -> used.put(name, profile.figures()));
        figures.put("profiles", used);
        figures.put("skipped", skipped);
        return figures;
    }

    private static Map<String, Object> figures(Map<String, Measured> contenders) {
        Map<String, Object> figures = new LinkedHashMap<>();
        Measured ours = contenders.values().iterator().next();
        contenders.forEach((name, measured) -> {
            Map<String, Object> own = new LinkedHashMap<>(rounded(measured.medians()));
            own.put("ours_ratio", Json.rounded(ratio(ours, measured), 4));
            own.put("cold", rounded(measured.cold()));
            List<Object> each = new ArrayList<>();
            measured.rounds().forEach(r -> each.add(rounded(r)));
            own.put("each", each);
            figures.put(name, own);
        });
        return figures;
    }

    private static Map<String, Object> rounded(Map<String, Double> figures) {
        Map<String, Object> rounded = new LinkedHashMap<>();
        figures.forEach((key, value) -> rounded.put(key, Json.rounded(value, 4)));
        return rounded;
    }

    private static Map<String, Object> figures(Target target) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("what", target.what());
        row.put("peer", target.peer());
        row.put("measured", Json.rounded(target.ours(), 4));
        row.put("unit", target.unit());
        row.put("target", (target.atMost() ? "<= " : ">= ") + target.bound());
        row.put("met", target.isMeasured() ? target.met() : null);
        if (target.isMissed()) {
            row.put("in_the_way", target.inTheWay());
        }
        return row;
    }
}
