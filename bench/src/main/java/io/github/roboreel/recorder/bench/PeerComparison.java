package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.fault.Sentence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Contenders for the same work, ours first, measured in turn so that what the machine does besides hits them alike. */
final class PeerComparison {
    private final String name;
    private final int maxRounds;
    private final List<Contender> contenders;
    private final List<Supplier<Target>> targets = new ArrayList<>();
    private double seconds = Double.NaN;

    /**
     * Nothing is measured yet.
     *
     * @param name short and unique, for example {@code proprio}
     * @param maxRounds once for those that have rounds inside, or need a JVM of their own
     */
    PeerComparison(String name, int maxRounds, Contender... contenders) {
        this.name = name;
        this.maxRounds = maxRounds;
        this.contenders = List.of(contenders);
    }

    /** Asks for something of what the contenders will have reached; figures that were not measured are NaN. */
    PeerComparison asking(Supplier<Target> target) {
        targets.add(target);
        return this;
    }

    String name() {
        return name;
    }

    int maxRounds() {
        return maxRounds;
    }

    List<Contender> contenders() {
        return contenders;
    }

    List<Target> judged() {
        return targets.stream().map(Supplier::get).toList();
    }

    /** All of it was measured, in so many seconds. */
    void end(double took) {
        seconds = took;
    }

    /** NaN before all was measured. */
    double seconds() {
        return seconds;
    }

    String table() {
        Map<String, Figures> rows = new LinkedHashMap<>();
        contenders.forEach(contender -> rows.put(
                "  " + contender.name(),
                contender.medians().put("ours / this", contenders.get(0).ratio(contender))));
        String took = Double.isNaN(seconds) ? "stopped before the last round" : Sentence.of("took %.0f s", seconds);
        return Sentence.of("%n%s%n%s%n", Figures.table(name + ", medians", rows), took);
    }

    Figures figures() {
        Figures figures = new Figures();
        contenders.forEach(contender -> figures.put(contender.name(), contender.figures(contenders.get(0))));
        return figures;
    }
}
