package io.github.roboreel.runner.replay;

import io.github.roboreel.recordings.episodes.RecordedEpisode;
import io.github.roboreel.tools.RecordingDifference;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * One episode's replay. Immutable.
 *
 * @param recorded the episode as it was recorded
 * @param refusal why it cannot be replayed, or failed; empty when it was
 * @param steps that were replayed
 * @param isBitExact whether every value that both have is the same, bit by bit, wall time aside
 * @param drifts of each part of each field that both have, at the start, per step, at the end
 * @param outcome what ended otherwise: recorded, replayed
 * @param notes what differs in the configurations, and what could not be compared
 * @param provenance what differs in software and machine
 */
public record EpisodeReplay(
        RecordedEpisode recorded,
        Optional<String> refusal,
        long steps,
        boolean isBitExact,
        List<FieldDrift> drifts,
        List<RecordingDifference> outcome,
        List<String> notes,
        List<String> provenance) {
    public EpisodeReplay {
        drifts = List.copyOf(drifts);
        outcome = List.copyOf(outcome);
        notes = List.copyOf(notes);
        provenance = List.copyOf(provenance);
    }

    static EpisodeReplay refused(RecordedEpisode recorded, String why) {
        return new EpisodeReplay(recorded, Optional.of(why), 0, false, List.of(), List.of(), List.of(), List.of());
    }

    /** Whether it is the recorded episode within the tolerances, its outcome included. */
    public boolean isTracked() {
        return refusal.isEmpty() && outcome.isEmpty() && leaving().isEmpty();
    }

    /** The drifts beyond their tolerances, in the order in which they get there. */
    public List<FieldDrift> leaving() {
        return drifts.stream()
                .filter(drift -> drift.firstStep().isPresent())
                .sorted(Comparator.comparingInt(drift -> drift.firstStep().getAsInt()))
                .toList();
    }

    /** Whether already the start differs: another task or simulator, not a drift. */
    public boolean startsElsewhere() {
        return leaving().stream().anyMatch(drift -> drift.firstStep().getAsInt() == 0);
    }
}
