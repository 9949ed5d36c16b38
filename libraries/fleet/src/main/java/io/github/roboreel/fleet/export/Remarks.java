package io.github.roboreel.fleet.export;

import io.github.roboreel.fleet.folders.FaultRow;
import java.io.Serializable;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the user should know of the sources of an export. Immutable.
 *
 * @param leftOut how many episodes were not wanted, by reason
 * @param notable how many have something that is reported to users, by name
 * @param problems what could not be read or is doubtful
 */
public record Remarks(Map<String, Integer> leftOut, Map<String, Long> notable, List<FaultRow> problems)
        implements Serializable {
    /** Copies lists and maps. */
    public Remarks {
        leftOut = Collections.unmodifiableMap(new TreeMap<>(leftOut));
        notable = Collections.unmodifiableMap(new TreeMap<>(notable));
        problems = List.copyOf(problems);
    }

    /** Those of several folders, and more problems. */
    static Remarks of(List<Remarks> folders, Stream<FaultRow> more) {
        return new Remarks(
                folders.stream()
                        .flatMap(folder -> folder.leftOut.entrySet().stream())
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Integer::sum)),
                folders.stream()
                        .flatMap(folder -> folder.notable.entrySet().stream())
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Long::sum)),
                Stream.concat(folders.stream().flatMap(folder -> folder.problems.stream()), more)
                        .toList());
    }

    /** How many episodes have something notable. */
    public long count(String name) {
        return notable.getOrDefault(name, 0L);
    }
}
