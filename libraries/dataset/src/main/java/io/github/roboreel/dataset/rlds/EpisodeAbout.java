package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.EpisodeDescription;
import io.github.roboreel.dataset.ImportNotes;
import io.github.roboreel.dataset.NamedValues;
import io.github.roboreel.dataset.Statements;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recordings.episodes.EpisodeFacts.Ending;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** What an episode's record says it is about, ours where our exporter wrote it. */
final class EpisodeAbout {
    private static final String META = "episode_metadata/";
    private static final String OUR_ATTRIBUTES = META + "attributes/";
    private static final String AGENT = "agent_id";
    private static final String CONFIG = "environment_config";
    private static final String INVALID = "invalid";
    private static final String SEED = "seed";
    private static final String SUCCESS = "success";

    /** What only our exporter writes, besides the attributes. */
    private static final Set<String> OURS = Set.of("episode_id", "experiment_id", AGENT, CONFIG, INVALID);

    private final Map<String, Object> all;
    private final NamedValues values;
    private final boolean isOurs;

    EpisodeAbout(Map<String, Object> all, boolean isOurs) {
        this.all = all;
        this.isOurs = isOurs;
        values = new NamedValues(all);
    }

    private Optional<String> ours(String name) {
        return isOurs ? values.text(META + name) : Optional.empty();
    }

    Optional<String> envName() {
        return ours("env");
    }

    Optional<String> instruction() {
        return ours("instruction").or(() -> statements().instruction());
    }

    private Statements statements() {
        return new Statements(List.of(Statements.place(withoutPrefix())));
    }

    /** What our exporter, and others after it, put below {@code episode_metadata} comes first. */
    private Map<String, Object> withoutPrefix() {
        Map<String, Object> names = new LinkedHashMap<>(all);
        all.forEach((name, value) -> {
            if (name.startsWith(META)) {
                names.put(name.substring(META.length()), value);
            }
        });
        return names;
    }

    Optional<String> policy() {
        return values.text(AGENT);
    }

    /** The environment's configuration, JSON where our exporter wrote it. */
    String config() {
        return values.text(CONFIG).orElse("");
    }

    /** Seed of the episode, -1 without one. */
    long seed() {
        Object seed = all.getOrDefault(META + SEED, all.get(SEED));
        return seed == null ? -1 : new NamedValues(Map.of(SEED, seed)).seed();
    }

    double dtSeconds(ImportNotes notes) {
        OptionalDouble seconds = values.seconds(META + "dt_seconds");
        if (seconds.isPresent()) {
            return seconds.getAsDouble();
        }
        return statements().dtSeconds(notes).orElseGet(notes::assumedDtSeconds);
    }

    /** Notes that what tools compute is left out. */
    void noteResults(ImportNotes notes) {
        if (isOurs && values.hasAny(META + "score", META + "metrics/")) {
            notes.addResultsLeftOut();
        }
    }

    /**
     * How it ended, as far as the dataset says.
     *
     * @param isLast whether its last step is said to be it
     * @param isTerminal whether the environment ended it
     */
    EpisodeOutcome outcome(boolean isLast, boolean isTerminal, ImportNotes notes) {
        Ending ending = ours("ending").flatMap(Ending::of).orElseGet(() -> found(isLast, isTerminal, notes));
        return !isLast && ending == Ending.INCOMPLETE
                ? EpisodeOutcome.aborted("imported: no last step is marked (is_last)")
                : EpisodeDescription.outcome(Optional.of(ending), success(notes), notes);
    }

    /** One without a last step is incomplete, unless it was judged. */
    private Ending found(boolean isLast, boolean isTerminal, ImportNotes notes) {
        if (Boolean.TRUE.equals(all.get(INVALID))) {
            return Ending.INCOMPLETE;
        }
        if (isTerminal) {
            return Ending.TERMINATED;
        }
        if (isLast) {
            return Ending.TRUNCATED;
        }
        return success(notes).isPresent() ? Ending.TERMINATED : Ending.INCOMPLETE;
    }

    private Optional<Boolean> success(ImportNotes notes) {
        boolean isUnjudged = isOurs && Boolean.FALSE.equals(all.get(META + "judged"));
        Object success = all.getOrDefault(META + SUCCESS, all.get(SUCCESS));
        return isUnjudged || success == null
                ? Optional.empty()
                : EpisodeDescription.success(Map.of(SUCCESS, success), notes);
    }

    /** What else is noted with the episode. */
    Map<String, Object> free() {
        Map<String, Object> free = new LinkedHashMap<>();
        all.forEach((name, value) -> {
            if (!isOurs) {
                free.put(name, value);
            } else if (name.startsWith(OUR_ATTRIBUTES)) {
                free.put(name.substring(OUR_ATTRIBUTES.length()), value);
            } else if (!name.startsWith(META) && !OURS.contains(name)) {
                free.put(name, value);
            }
        });
        // An export has to give every episode all attributes; these are those that one does not have.
        free.values().removeIf(value -> isOurs && (value.equals("") || value.equals(Double.NaN)));
        return free;
    }
}
