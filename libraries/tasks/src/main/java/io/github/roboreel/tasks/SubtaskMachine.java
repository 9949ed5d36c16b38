package io.github.roboreel.tasks;

import io.github.roboreel.format.StatusCode;
import io.github.roboreel.format.fault.Sentence;
import java.util.List;

/**
 * One env's way through its subtasks, one after the other; at most one is completed per step.
 *
 * <p>Score: the weights of the finished subtasks over the sum of all, plus the present one's progress times its own;
 * exactly 1 when all are finished, and less before, as float32 too.
 */
final class SubtaskMachine {
    private static final double MAX_INCOMPLETE_SCORE = Math.nextDown(1.0f);

    private final List<SubtaskState> states;
    private final double weightSum;
    private int completed;
    private double score;
    private StatusCode code = StatusCode.OK;
    private StatusCode completionCode = StatusCode.OK;
    private String info = "";

    SubtaskMachine(List<Subtask> subtasks) {
        states = subtasks.stream().map(SubtaskState::new).toList();
        weightSum = subtasks.stream().mapToDouble(Subtask::weight).sum();
    }

    void reset() {
        states.forEach(SubtaskState::reset);
        completed = 0;
        score = 0;
        code = StatusCode.OK;
        info = "";
    }

    /** Looks at the scene; code and info then describe this step. */
    void update(Scene scene) {
        code = StatusCode.OK;
        info = "";
        if (!complete()) {
            SubtaskState active = states.get(completed);
            active.update(scene);
            if (!active.info().isEmpty()) {
                take(active);
            }
        }
    }

    private void take(SubtaskState active) {
        code = active.code();
        info = active.info();
        if (active.complete()) {
            completed++;
            completionCode = code;
            info = "Completed subtask '" + active.subtask().name() + "' " + completed + "/" + states.size();
        }
        score = complete() ? 1 : Math.min(incompleteScore(), MAX_INCOMPLETE_SCORE);
    }

    private double incompleteScore() {
        double sum = 0;
        for (int i = 0; i < completed; i++) {
            sum += states.get(i).subtask().weight() / weightSum;
        }
        SubtaskState active = states.get(completed);
        return sum + active.progress() * active.subtask().weight() / weightSum;
    }

    /** Of the last update; OK when nothing moved. */
    StatusCode code() {
        return code;
    }

    /** Of the last update; empty when nothing moved. */
    String info() {
        return info;
    }

    int completed() {
        return completed;
    }

    boolean complete() {
        return completed == states.size();
    }

    double score() {
        return score;
    }

    /** Index of the subtask worked on; the last one when all are finished. */
    int active() {
        return Math.min(completed, states.size() - 1);
    }

    /** What is missing; empty when all subtasks are finished. */
    String finalInfo() {
        if (complete()) {
            return "";
        }
        SubtaskState active = states.get(completed);
        return Sentence.of(
                "Incomplete subtask '%s' %d/%d: waiting for %s",
                active.subtask().name(), completed + 1, states.size(), active.awaitedText());
    }

    /** Failure code of what is missing; when all subtasks are finished the success code that finished the last one. */
    StatusCode finalCode() {
        return complete() ? completionCode : states.get(completed).awaitedCode();
    }
}
