package io.github.roboreel.recorder.spi;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.names.NamedProviders;
import io.github.roboreel.recorder.config.ConfigException;
import io.github.roboreel.recorder.config.RecorderConfig;
import java.io.IOException;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;

/**
 * The metric sets of a recording, each with its name. One that fails takes no other with it. Immutable; any thread may
 * use it if its sets allow that.
 */
public final class MetricSets {
    /** What a set that failed is called among the {@code failed_sinks} of a result line, before its name. */
    public static final String FAILED = "metrics:";

    private final List<Named> sets;

    private record Named(String name, EpisodeMetricSet set) {}

    /**
     * What they gave of an episode.
     *
     * @param values name to number in the order of the sets, null where there is no value
     * @param sets names of the sets that did not fail
     * @param known names that these sets may give, with or without a value here
     * @param failures why a set failed, by its name; nothing of it is among the values
     */
    public record Computed(
            Map<String, Double> values, Set<String> sets, Set<String> known, Map<String, Throwable> failures) {
        /** Copies the collections. */
        public Computed {
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
            sets = Collections.unmodifiableSet(new LinkedHashSet<>(sets));
            known = Collections.unmodifiableSet(new LinkedHashSet<>(known));
            failures = Collections.unmodifiableMap(new LinkedHashMap<>(failures));
        }
    }

    private MetricSets(List<Named> sets) {
        this.sets = List.copyOf(sets);
    }

    /**
     * Those on the class path and in the plug-ins, found through {@link ServiceLoader}.
     *
     * @param config settings that the sets read
     * @throws ConfigException when settings contradict each other
     * @throws io.github.roboreel.format.fault.RoboReelException of kind BAD_ARGUMENT, when two have the same name
     */
    public static MetricSets onClassPath(RecorderConfig config) {
        return new MetricSets(
                NamedProviders.all(EpisodeMetricSetProvider.class, EpisodeMetricSetProvider::name).stream()
                        .map(p -> new Named(p.name(), p.create(config)))
                        .toList());
    }

    /**
     * These sets.
     *
     * @param sets by their names, in the order in which they compute
     */
    public static MetricSets of(Map<String, EpisodeMetricSet> sets) {
        return new MetricSets(sets.entrySet().stream()
                .map(e -> new Named(e.getKey(), e.getValue()))
                .toList());
    }

    /** Names of the sets, in their order. */
    public List<String> names() {
        return sets.stream().map(Named::name).toList();
    }

    /**
     * Computes the metrics of a stored episode, of one at a time. Whatever a set throws is its failure; so is a name
     * that a set before it has given already.
     *
     * @param episode read by the calling thread
     * @param dtSeconds time between two steps
     * @return values and failures; no set's failure is thrown
     */
    public synchronized Computed compute(EpisodeReader episode, double dtSeconds) {
        Map<String, Double> values = new LinkedHashMap<>();
        Set<String> succeeded = new LinkedHashSet<>();
        Set<String> known = new LinkedHashSet<>();
        Map<String, Throwable> failures = new LinkedHashMap<>();
        for (Named named : sets) {
            try {
                Map<String, Double> own = named.set().compute(episode, dtSeconds);
                requireNew(own.keySet(), values.keySet());
                own.forEach((name, value) -> values.put(name, finiteOrNull(value)));
                known.addAll(named.set().names());
                known.addAll(own.keySet());
                succeeded.add(named.name());
            } catch (Exception | Error e) {
                failures.put(named.name(), e);
            }
        }
        return new Computed(values, succeeded, known, failures);
    }

    private static void requireNew(Set<String> names, Set<String> given) throws IOException {
        Set<String> repeated = new HashSet<>(names);
        repeated.retainAll(given);
        if (!repeated.isEmpty()) {
            throw new IOException(Sentence.of(
                    "another set gives %s, too; rename it in one of them", String.join(", ", new TreeSet<>(repeated))));
        }
    }

    private static Double finiteOrNull(Double value) {
        return value != null && Double.isFinite(value) ? value : null;
    }
}
