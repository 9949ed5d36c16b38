package io.github.roboreel.recorder.bench.peers;

import io.github.roboreel.recorder.bench.record.Figures;
import io.github.roboreel.recorder.bench.record.Profile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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
        appendTargets(table);
        profiles.forEach((name, profile) -> append(table, name, profile));
        skipped.forEach(s -> table.append(System.lineSeparator()).append(s));
        return table.toString();
    }

    private static void append(StringBuilder table, String name, Map<String, Measured> contenders) {
        Map<String, Figures> rows = new LinkedHashMap<>();
        Measured ours = contenders.values().iterator().next();
        contenders.forEach((contender, measured) -> {
            Figures row = new Figures();
            measured.medians().forEach((figure, value) -> row.cell(figure, cell(value)));
            rows.put("  " + contender, row.cell("ours / this", cell(ratio(ours, measured))));
        });
        table.append(System.lineSeparator())
                .append(Figures.table(name + ", medians", rows))
                .append(System.lineSeparator());
    }

    private static void append(StringBuilder table, String name, Profile profile) {
        table.append(String.format(Locale.ROOT, "%n%n%s, %s", name, profile.table()));
    }

    private static String cell(double value) {
        return Double.isNaN(value) ? "" : number(value);
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

    private static Figures row(Target target) {
        String bound = (target.atMost() ? "<= " : ">= ") + text(target.bound(), target.unit());
        String met = target.met() ? "yes" : "NO";
        return new Figures()
                .cell("measured", target.isMeasured() ? text(target.ours(), target.unit()) : "not measured")
                .cell("target", bound)
                .cell("met", target.isMeasured() ? met : "-");
    }

    private void appendTargets(StringBuilder table) {
        Map<String, Figures> rows = new LinkedHashMap<>();
        for (Target target : targets) {
            String peer = target.peer().isEmpty() ? "" : ", against " + target.peer();
            rows.put(target.what() + peer, row(target));
        }
        table.append(System.lineSeparator()).append(Figures.table("what", rows));
        targets.stream()
                .filter(Target::isMissed)
                .map(target -> "in the way of " + target.what() + ": " + target.inTheWay())
                .forEach(line -> table.append(System.lineSeparator()).append(line));
    }

    private static String text(double value, String unit) {
        return number(value) + (unit.equals("x") ? "x" : " " + unit);
    }

    Figures figures() {
        Figures comparisons = new Figures();
        results.forEach((name, contenders) -> comparisons.put(name, figures(contenders)));
        Figures used = new Figures();
        profiles.forEach((name, profile) -> used.put(name, profile.figures()));
        return new Figures()
                .put("bench", "peers")
                .put("rounds", rounds)
                .put("comparisons", comparisons)
                .put("targets", targets.stream().map(PeersReport::figures).toList())
                .put("profiles", used)
                .put("skipped", skipped);
    }

    private static Figures figures(Map<String, Measured> contenders) {
        Figures figures = new Figures();
        Measured ours = contenders.values().iterator().next();
        contenders.forEach((name, measured) -> figures.put(
                name,
                rounded(measured.medians())
                        .put("ours_ratio", ratio(ours, measured), 4)
                        .put("cold", rounded(measured.cold()))
                        .put(
                                "each",
                                measured.rounds().stream()
                                        .map(PeersReport::rounded)
                                        .toList())));
        return figures;
    }

    private static Figures rounded(Map<String, Double> all) {
        Figures rounded = new Figures();
        all.forEach((key, value) -> rounded.put(key, value, 4));
        return rounded;
    }

    private static Figures figures(Target target) {
        Figures row = new Figures()
                .put("what", target.what())
                .put("peer", target.peer())
                .put("measured", target.ours(), 4)
                .put("unit", target.unit())
                .put("target", (target.atMost() ? "<= " : ">= ") + target.bound())
                .put("met", target.isMeasured() ? target.met() : null);
        return target.isMissed() ? row.put("in_the_way", target.inTheWay()) : row;
    }
}
