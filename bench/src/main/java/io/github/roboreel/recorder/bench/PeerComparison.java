package io.github.roboreel.recorder.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Contenders for the same work, and what is asked of ours.
 *
 * @param name short and unique, for example {@code proprio}
 * @param contenders ours first; measured in this order, again and again, so that what the machine does besides hits all
 *     of them alike
 * @param mostRounds how often at most; once for those that have rounds inside, or need a JVM of their own
 * @param judge says what was reached
 */
record PeerComparison(String name, List<Contender> contenders, int mostRounds, Judge judge) {
    /** Says what was reached; figures that were not measured are NaN. */
    @FunctionalInterface
    interface Judge {
        List<Target> targets(Results results);
    }

    /** Measured as often as was asked for. */
    PeerComparison(String name, List<Contender> contenders, Judge judge) {
        this(name, contenders, Integer.MAX_VALUE, judge);
    }

    /** What the contenders reached so far, by their names. */
    static final class Results {
        private final Map<String, Map<String, Double>> cold = new LinkedHashMap<>();
        private final Map<String, List<Map<String, Double>>> rounds = new LinkedHashMap<>();
        private double seconds = Double.NaN;

        Results(List<Contender> contenders) {
            contenders.forEach(contender -> rounds.put(contender.name(), new ArrayList<>()));
        }

        void addCold(String contender, Map<String, Double> figures) {
            cold.put(contender, figures);
        }

        void addRound(String contender, Map<String, Double> figures) {
            rounds.get(contender).add(figures);
        }

        /** All of it was measured, in so many seconds. */
        void end(double took) {
            seconds = took;
        }

        /** NaN before all was measured. */
        double seconds() {
            return seconds;
        }

        /** NaN when it was not measured. */
        double median(String contender, String figure) {
            return Figures.median(rounds.get(contender).stream()
                    .map(round -> round.getOrDefault(figure, Double.NaN))
                    .toList());
        }

        double ratio(String figure, String one, String other) {
            return median(one, figure) / median(other, figure);
        }

        private Map<String, Double> medians(String contender) {
            Map<String, Double> medians = new LinkedHashMap<>();
            rounds.get(contender).stream()
                    .flatMap(round -> round.keySet().stream())
                    .forEach(figure -> medians.put(figure, median(contender, figure)));
            return medians;
        }

        /** Of the first contender to another, by the figure that comes first, a speed. */
        private double ratio(String contender) {
            String ours = rounds.keySet().iterator().next();
            return medians(ours).keySet().stream()
                    .findFirst()
                    .map(speed -> ratio(speed, ours, contender))
                    .orElse(Double.NaN);
        }

        String table(String name) {
            Map<String, Figures> rows = new LinkedHashMap<>();
            for (String contender : rounds.keySet()) {
                Figures row = new Figures();
                medians(contender).forEach((figure, value) -> row.cell(figure, Contender.text(value)));
                rows.put("  " + contender, row.cell("ours / this", Contender.text(ratio(contender))));
            }
            return Figures.table(name + ", medians", rows);
        }

        Figures figures() {
            Figures figures = new Figures();
            rounds.forEach((contender, each) -> figures.put(
                    contender,
                    Figures.of(medians(contender))
                            .put("ours_ratio", ratio(contender), 4)
                            .put("cold", Figures.of(cold.getOrDefault(contender, Map.of())))
                            .put("each", each.stream().map(Figures::of).toList())));
            return figures;
        }
    }
}
