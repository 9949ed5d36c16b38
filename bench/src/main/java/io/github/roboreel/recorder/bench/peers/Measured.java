package io.github.roboreel.recorder.bench.peers;

import io.github.roboreel.recorder.bench.record.Figures;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one contender reached.
 *
 * @param cold the figures of the run that did not count; empty when there was none
 * @param rounds the figures of each round; empty when it was skipped
 */
record Measured(Map<String, Double> cold, List<Map<String, Double>> rounds) {
    Measured {
        cold = Map.copyOf(cold);
        rounds = List.copyOf(rounds);
    }

    /** NaN when it was not measured. */
    double median(String figure) {
        return Figures.median(
                rounds.stream().map(r -> r.getOrDefault(figure, Double.NaN)).toList());
    }

    /** Of every figure. */
    Map<String, Double> medians() {
        Map<String, Double> medians = new LinkedHashMap<>();
        rounds.stream().flatMap(r -> r.keySet().stream()).forEach(figure -> medians.put(figure, median(figure)));
        return medians;
    }
}
