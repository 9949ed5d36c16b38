package io.github.roboreel.recorder.plan;

import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.StepWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Choice of the steps of one env's episode that are kept, and count of those taken. For one thread at a time. */
public final class StepSelection {
    private final EpisodeId id;
    private EpisodeInfo info;
    private final RecordingPlan plan;
    private boolean isScheduled = true;
    private boolean keepsStep;
    private long taken;

    /** Selection for an episode that has not begun. */
    public StepSelection(EpisodeId id, EpisodeInfo info, RecordingPlan plan) {
        this.id = id;
        this.info = info;
        this.plan = plan;
    }

    /**
     * Decides about the episode.
     *
     * @param newInfo what is known of it by now
     * @return whether it is recorded
     */
    public boolean begin(EpisodeInfo newInfo) {
        info = newInfo;
        isScheduled = plan.episodes().records(id, info);
        return isScheduled;
    }

    /** Whether the episode is recorded. */
    public boolean isScheduled() {
        return isScheduled;
    }

    /**
     * Decides about the step whose row is opened.
     *
     * @return whether it is stored
     */
    public boolean open() {
        keepsStep = isScheduled && plan.steps().records(id, taken);
        return keepsStep;
    }

    /** Whether the open step is stored. */
    public boolean keepsStep() {
        return keepsStep;
    }

    /** Lets the callback put its values into the open row. */
    public void contribute(StepWriter row) {
        plan.stepValues().put(id, taken, row);
    }

    /** Counts the open step as taken. */
    public void count() {
        taken++;
    }

    /** Steps that were handed over, stored or not. */
    public long taken() {
        return taken;
    }

    /** Simulated seconds after the open step. */
    public double simTimeSeconds() {
        return (taken + 1) * (info.dtSeconds() / plan.steps().stride());
    }

    /**
     * The row, from 1, at which something in that step is noted.
     *
     * @param step from 1
     * @param rows stored so far; where rows have no common period the last of them
     * @return at most {@code rows}
     */
    public int rowOf(int step, long rows) {
        return plan.steps().isRegular()
                ? (int) Math.min(rows, (step - 1) / plan.steps().stride() + 1)
                : (int) rows;
    }

    /** The outcome with what the callback adds. */
    public EpisodeOutcome contributed(EpisodeOutcome outcome, long rows, List<EpisodeEvent> events) {
        EpisodeCallback callback = plan.episodeAttributes();
        boolean isWanted = isScheduled && outcome.status() != EpisodeStatus.DISCARDED;
        return isWanted && callback != EpisodeCallback.NONE
                ? outcome.withAttributes(callback.attributes(new EpisodeEnding(id, info, outcome, rows, taken, events)))
                : outcome;
    }

    /** The outcome with what readers must know of steps left out. */
    public EpisodeOutcome explained(EpisodeOutcome outcome) {
        StepSchedule steps = plan.steps();
        if (steps == StepSchedule.ALL) {
            return outcome;
        }
        Map<String, Object> attributes = new LinkedHashMap<>(steps.attributes());
        attributes.put(EpisodeMetadata.STEPS_TAKEN, taken);
        return outcome.withAttributes(attributes);
    }
}
