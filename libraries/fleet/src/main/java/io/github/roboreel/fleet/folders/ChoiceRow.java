package io.github.roboreel.fleet.folders;

import io.github.roboreel.recordings.episodes.EpisodeChoice;
import io.github.roboreel.recordings.episodes.EpisodeSelection;
import io.github.roboreel.recordings.episodes.NamePattern;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;

/**
 * An {@link EpisodeChoice} on its way between processes. Immutable.
 *
 * @param numbers null lets all pass
 */
public record ChoiceRow(
        List<NamePattern> envNames,
        EpisodeSelection numbers,
        boolean successOnly,
        boolean completeOnly,
        long minSteps,
        boolean flaggedOnly,
        List<NamePattern> tags)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    public ChoiceRow {
        envNames = List.copyOf(envNames);
        tags = List.copyOf(tags);
    }

    public static ChoiceRow of(EpisodeChoice choice) {
        return new ChoiceRow(
                choice.envNames(),
                choice.numbers().orElse(null),
                choice.successOnly(),
                choice.completeOnly(),
                choice.minSteps(),
                choice.flaggedOnly(),
                choice.tags());
    }

    public EpisodeChoice choice() {
        return new EpisodeChoice(
                envNames, Optional.ofNullable(numbers), successOnly, completeOnly, minSteps, flaggedOnly, tags);
    }
}
