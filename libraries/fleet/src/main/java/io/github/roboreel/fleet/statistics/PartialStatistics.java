package io.github.roboreel.fleet.statistics;

import io.github.roboreel.fleet.folders.FaultRow;
import io.github.roboreel.recordings.ArraySpec;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeNames;
import io.github.roboreel.recordings.transform.statistics.FoundStatistics;
import io.github.roboreel.recordings.transform.statistics.FoundStatistics.Counts;
import io.github.roboreel.recordings.transform.statistics.StatisticsCollector;
import io.github.roboreel.recordings.transform.statistics.ValidFields;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What some folders, neighbours in the fleet, add to its statistics. For one thread. */
final class PartialStatistics implements Serializable {
    private static final long serialVersionUID = 1L;

    private final LinkedHashMap<String, ArraySpec> specs = new LinkedHashMap<>();
    private final LinkedHashMap<String, Counts> counts = new LinkedHashMap<>();
    private final LinkedHashSet<String> known = new LinkedHashSet<>();
    private final EpisodeNames names = new EpisodeNames();
    private final ArrayList<FaultRow> problems = new ArrayList<>();
    private long found;
    private long wanted;
    private long episodes;
    private long steps;
    private String conflict;
    private transient StatisticsCollector values = new StatisticsCollector(ValidFields.ALL);

    /** An episode was found. */
    void found(EpisodeFacts episode) {
        found++;
        names.add(episode);
    }

    /** One of them is wanted; these are the paths that it has. */
    void wanted(List<String> paths) {
        wanted++;
        known.addAll(paths);
    }

    /**
     * One was read.
     *
     * @param fields that were
     * @param collected of it alone
     */
    void read(List<ArraySpec> fields, long count, StatisticsCollector collected) {
        for (ArraySpec spec : fields) {
            specs.putIfAbsent(spec.path(), spec);
            counts.merge(spec.path(), new Counts(1, count), Counts::plus);
        }
        episodes++;
        steps += count;
        add(collected);
    }

    private void add(StatisticsCollector collected) {
        try {
            values.add(collected);
        } catch (IllegalArgumentException e) {
            conflict(e.getMessage());
        }
    }

    /** Values that cannot be counted together; the first such sentence is kept. */
    void conflict(String sentence) {
        if (conflict == null) {
            conflict = sentence;
        }
    }

    void problem(FaultRow fault) {
        problems.add(fault);
    }

    /** Takes up what follows it in the fleet. */
    PartialStatistics add(PartialStatistics next) {
        next.specs.forEach(specs::putIfAbsent);
        next.counts.forEach((path, count) -> counts.merge(path, count, Counts::plus));
        known.addAll(next.known);
        names.addAll(next.names);
        problems.addAll(next.problems);
        found += next.found;
        wanted += next.wanted;
        episodes += next.episodes;
        steps += next.steps;
        if (next.conflict != null) {
            conflict(next.conflict);
        }
        if (conflict == null) {
            add(next.values);
        }
        return this;
    }

    long found() {
        return found;
    }

    long wanted() {
        return wanted;
    }

    EpisodeNames names() {
        return names;
    }

    Set<String> known() {
        return known;
    }

    Optional<String> conflict() {
        return Optional.ofNullable(conflict);
    }

    FoundStatistics statistics() {
        return new FoundStatistics(
                episodes,
                steps,
                specs,
                counts,
                values.statistics(),
                problems.stream().map(FaultRow::fault).toList());
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
        out.defaultWriteObject();
        out.writeObject(values.state());
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        try {
            values = StatisticsCollector.of((byte[]) in.readObject(), ValidFields.ALL);
        } catch (IllegalArgumentException e) {
            throw (IOException) new InvalidObjectException(e.getMessage()).initCause(e);
        }
    }
}
