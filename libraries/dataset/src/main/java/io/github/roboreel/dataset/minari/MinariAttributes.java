package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.EpisodeDescription;
import io.github.roboreel.dataset.FieldSource;
import io.github.roboreel.dataset.ImportNotes;
import io.github.roboreel.dataset.NamedValues;
import io.github.roboreel.dataset.Statements;
import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recordings.episodes.EpisodeFacts.Ending;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** The attributes of an episode in a Minari dataset, ours where our exporter wrote them. */
final class MinariAttributes {
    private static final String OURS = "robolab/";
    private static final String OUR_ATTRIBUTES = OURS + "attributes/";
    private static final Set<String> KNOWN = Set.of(
            "id",
            "total_steps",
            "seed",
            "success",
            "instruction",
            "dt",
            "final_observation",
            "dropped_last_step",
            "rewards_source");

    private final Map<String, Object> attributes;
    private final NamedValues values;

    MinariAttributes(Map<String, Object> attributes) {
        this.attributes = attributes;
        values = new NamedValues(attributes);
    }

    /** Whether our exporter wrote the episode. */
    boolean isOurs() {
        return attributes.containsKey(OURS + "env_name");
    }

    Optional<String> envName() {
        return text(OURS + "env_name");
    }

    /**
     * What the policy was told.
     *
     * @param described what the dataset says of all episodes
     * @param fields of the episode
     */
    Optional<String> instruction(Map<String, Object> described, List<FieldSource> fields) throws IOException {
        Optional<String> ours = text(OURS + "instruction");
        return ours.isPresent() ? ours : statements(described).instructionWith(fields);
    }

    private Statements statements(Map<String, Object> described) {
        return new Statements(List.of(Statements.place(attributes), Statements.place(described)));
    }

    Optional<String> policy() {
        return text(OURS + "policy");
    }

    /** Where the last observation comes from: {@code state} or {@code recorded}; empty if unsaid. */
    String lastObservation() {
        return text("final_observation").orElse("");
    }

    /** Where rewards come from, when that is noted with the episode. */
    Optional<String> rewardsSource() {
        return text("rewards_source");
    }

    /** Whether our exporter left out the last action, having no observation after it. */
    boolean isLastStepDropped() {
        return Boolean.TRUE.equals(attributes.get("dropped_last_step"));
    }

    /** Whether our exporter gave the infos a row more than there are steps. */
    boolean hasInfosWithReset() {
        return Boolean.TRUE.equals(attributes.get(EpisodeAttributes.INFOS_WITH_RESET));
    }

    /** Whether our exporter noted what is computed from the arrays. */
    boolean hasResults() {
        return values.hasAny(OURS + "score", OURS + "metrics/");
    }

    /**
     * Requires that the dataset counts the actions as they are.
     *
     * @throws io.github.roboreel.dataset.ExportRefusedException naming both numbers
     */
    void requireSteps(String where, long actions) {
        values.requireActions("'" + where + "'", "total_steps", actions);
    }

    /** Whether our exporter says that the environment ended the episode. */
    boolean isTerminated() {
        return text(OURS + "ending").filter("terminated"::equals).isPresent();
    }

    /** Seed of the episode, -1 without one. */
    long seed() {
        return values.seed();
    }

    /**
     * Time between two steps, s.
     *
     * @param described what the dataset says of all episodes
     */
    double dtSeconds(Map<String, Object> described, ImportNotes notes) {
        for (String name : new String[] {OURS + "dt_seconds", OURS + "dt", "dt"}) {
            OptionalDouble seconds = values.seconds(name);
            if (seconds.isPresent()) {
                return seconds.getAsDouble();
            }
        }
        return statements(described).dtSeconds(notes).orElseGet(notes::assumedDtSeconds);
    }

    /**
     * How it ended, as far as the dataset says.
     *
     * @param found what its flags say
     */
    EpisodeOutcome outcome(Optional<Ending> found, ImportNotes notes) {
        Optional<Ending> ending = text(OURS + "ending").flatMap(Ending::of).or(() -> found);
        return EpisodeDescription.outcome(ending, EpisodeDescription.success(attributes, notes), notes);
    }

    /** What else is noted with the episode, in their order. */
    Map<String, Object> free(ImportNotes notes) {
        Map<String, Object> free = new LinkedHashMap<>();
        Optional<String> options = ResetOptions.read(attributes);
        options.ifPresent(text -> free.put(EpisodeMetadata.RESET_OPTIONS, text));
        attributes.forEach((name, value) -> {
            if (name.startsWith(OUR_ATTRIBUTES)) {
                free.put(name.substring(OUR_ATTRIBUTES.length()), value);
            } else if (!isKnown(name) && !(options.isPresent() && ResetOptions.areIn(name))) {
                free.put(name, value);
            }
        });
        if (values.isOtherSeed(notes)) {
            free.put("seed", attributes.get("seed"));
        }
        return free;
    }

    private static boolean isKnown(String name) {
        return name.startsWith(OURS) || name.startsWith("rewards_") || KNOWN.contains(name);
    }

    private Optional<String> text(String name) {
        return values.text(name);
    }
}
