package io.github.roboreel.simulation;

import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeOutcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * What a step did in one env: whether the episode is over, terminated or truncated, and the events. Filled by the env
 * during the step, belongs to its thread, is used again for the next.
 */
public final class StepResult {
    private final List<EpisodeEvent> events = new ArrayList<>();
    private final List<EpisodeEvent> readOnlyEvents = Collections.unmodifiableList(events);
    private EpisodeOutcome outcome;
    private int step;

    /** Makes one without events. */
    public StepResult() {}

    /** Forgets everything; {@code nextStep} is the index of the step to come, from 0. */
    public void begin(int nextStep) {
        events.clear();
        outcome = null;
        step = nextStep;
    }

    /** Index of the step in its episode, from 0. */
    public int step() {
        return step;
    }

    /**
     * Ends the episode with this step: terminated by success or failure, or truncated.
     *
     * @throws IllegalStateException when the step has ended it already
     */
    public void end(EpisodeOutcome how) {
        if (outcome != null) {
            throw new IllegalStateException("step " + step + " ended its episode twice, as "
                    + outcome.status().label() + " and as " + how.status().label());
        }
        outcome = Objects.requireNonNull(how, "how");
    }

    /** Adds something that happened in this step. */
    public void event(EpisodeEvent event) {
        events.add(Objects.requireNonNull(event, "event"));
    }

    /** How the step ended the episode; null when the episode continues. */
    public EpisodeOutcome outcome() {
        return outcome;
    }

    /** What happened in this step, in order; valid until the next. */
    public List<EpisodeEvent> events() {
        return readOnlyEvents;
    }
}
