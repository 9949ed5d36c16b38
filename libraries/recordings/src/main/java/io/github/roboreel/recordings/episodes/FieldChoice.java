package io.github.roboreel.recordings.episodes;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.names.KnownNames;
import java.io.Serializable;
import java.util.Collection;
import java.util.List;

/**
 * Choice of fields by name or pattern. Immutable.
 *
 * @param fields as the user wrote them, for example {@code obs/*}; none lets all pass
 * @param patterns the same, to compare with
 */
public record FieldChoice(List<String> fields, List<NamePattern> patterns) implements Serializable {
    /** Copies the lists. */
    public FieldChoice {
        fields = List.copyOf(fields);
        patterns = List.copyOf(patterns);
    }

    /** Of names and patterns. */
    public static FieldChoice of(List<String> fields) {
        return new FieldChoice(fields, fields.stream().map(NamePattern::new).toList());
    }

    /** Whether all are chosen. */
    public boolean isAll() {
        return patterns.isEmpty();
    }

    /** The chosen ones of some paths, in their order. */
    public List<String> chosen(Collection<String> paths) {
        return paths.stream()
                .filter(path -> isAll() || patterns.stream().anyMatch(pattern -> pattern.matches(path)))
                .toList();
    }

    /**
     * Refuses a pattern that is no field of any episode, for it is most likely misspelt.
     *
     * @param known paths of the fields of all episodes
     * @throws RoboReelException of kind BAD_ARGUMENT
     */
    public void requireKnown(Collection<String> known) {
        for (int i = 0; i < fields.size(); i++) {
            if (known.stream().noneMatch(patterns.get(i)::matches)) {
                throw RoboReelException.badArgument(
                        "no episode has a field '%s'; %s", fields.get(i), KnownNames.hint(fields.get(i), known));
            }
        }
    }
}
