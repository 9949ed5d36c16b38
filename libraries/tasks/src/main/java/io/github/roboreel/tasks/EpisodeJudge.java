package io.github.roboreel.tasks;

import io.github.roboreel.format.StatusCode;
import io.github.roboreel.recorder.EpisodeEvent;
import java.util.List;
import java.util.Objects;

/**
 * Judges one env's episodes: subtasks, score and events. Belongs to the thread that steps the env; judges share
 * nothing, so nothing leaks between envs, and {@link #reset} forgets the episode before. A step on which nothing
 * happens allocates nothing that outlives it.
 *
 * <p>Order per episode: {@link #reset}, then after every step {@link #update}, whose results the accessors return until
 * the next one.
 *
 * <p>An object that jumps over several stages in one step has one event: its code is that of the first condition that
 * was awaited, its text is about the one that holds now, the last it passed. Where it completes a subtask the text says
 * so instead.
 *
 * <p>Where RoboLab v0.2.1 goes wrong this does not: the release of a wrong object has code 257, not 0; displacements
 * are the env's own, not the mean over the batch; texts of several objects that advance in one step are separated by a
 * blank; upright objects that tip over are reported; there is one status row per step; the last status of a success is
 * a success code.
 */
public final class EpisodeJudge {
    private final TaskRules rules;
    private final SubtaskMachine machine;
    private final EventTracker tracker;
    private final StepEvents events = new StepEvents();
    private final String[] targetTexts;
    private final boolean[][] targets;
    private StatusCode lastCode = StatusCode.OK;
    private String lastInfo = "";

    /** Makes a judge for one env; {@link #reset} starts the first episode. */
    public EpisodeJudge(TaskRules rules) {
        this.rules = rules;
        machine = new SubtaskMachine(rules.subtasks());
        tracker = new EventTracker(rules);
        targets = new boolean[rules.subtasks().size()][];
        targetTexts = rules.subtasks().stream()
                .map(subtask -> Condition.text(subtask.targets()))
                .toArray(String[]::new);
    }

    /**
     * Starts an episode.
     *
     * @param scene of the env, in its start state
     * @throws IllegalArgumentException naming the object that the rules speak of and the scene lacks
     */
    public void reset(Scene scene) {
        rules.requireObjects(scene);
        for (int i = 0; i < targets.length; i++) {
            targets[i] = new boolean[scene.objectNames().size()];
            for (String target : rules.subtasks().get(i).targets()) {
                targets[i][Conditions.index(scene, target)] = true;
            }
        }
        machine.reset();
        tracker.reset(scene);
        events.begin(0, 0);
        lastCode = StatusCode.OK;
        lastInfo = "";
    }

    /**
     * Judges a step.
     *
     * @param scene the env's world after the step
     * @param step the episode's steps so far, 1 for the first
     * @return the step's events, those around the task first; the same list every time, valid until the next update
     * @throws IllegalStateException before the first reset
     */
    public List<EpisodeEvent> update(Scene scene, int step) {
        if (targets[0] == null) {
            throw new IllegalStateException("The judge has no episode; call reset(scene) first.");
        }
        int active = machine.active();
        machine.update(scene);
        events.begin(step, machine.score());
        tracker.update(scene, targets[active], targetTexts[active], events);
        addSubtaskEvent();
        return events.view();
    }

    /** A step's code and text are an event when they differ from those of the step before. */
    private void addSubtaskEvent() {
        boolean repeated = machine.code() == lastCode && Objects.equals(machine.info(), lastInfo);
        if (!repeated && !machine.info().isEmpty() && machine.code() != StatusCode.OK) {
            events.add(machine.code(), machine.info());
        }
        lastCode = machine.code();
        lastInfo = machine.info();
    }

    /** The last step's events. */
    public List<EpisodeEvent> events() {
        return events.view();
    }

    /** Status of the last step: what the subtasks' state machine did, OK for nothing. */
    public StatusCode status() {
        return machine.code();
    }

    /** Text to {@link #status}, empty for nothing. */
    public String info() {
        return machine.info();
    }

    /** Completed subtasks. */
    public int completedSubtasks() {
        return machine.completed();
    }

    /** Subtasks of the task. */
    public int totalSubtasks() {
        return rules.subtasks().size();
    }

    /** Score after the last step, 0 to 1; 1 exactly when all subtasks are complete. */
    public double score() {
        return machine.score();
    }

    /** True when all subtasks are complete. */
    public boolean isComplete() {
        return machine.complete();
    }

    /** What an episode that ends now lacks, one sentence; empty when it is complete. */
    public String finalInfo() {
        return machine.finalInfo();
    }

    /**
     * Status of an episode that ends now: the success code that completed it, else the failure code of the condition it
     * waits for.
     */
    public StatusCode finalStatus() {
        return machine.finalCode();
    }
}
