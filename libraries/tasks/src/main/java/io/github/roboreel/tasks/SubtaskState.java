package io.github.roboreel.tasks;

import io.github.roboreel.format.StatusCode;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** One env's progress with one subtask, and the subject of its last step. */
final class SubtaskState {
    private final Subtask subtask;
    private final List<GroupState> groups;
    private StatusCode code = StatusCode.OK;
    private String info = "";

    SubtaskState(Subtask subtask) {
        this.subtask = subtask;
        groups = subtask.groups().stream().map(GroupState::new).toList();
    }

    void reset() {
        groups.forEach(GroupState::reset);
        code = StatusCode.OK;
        info = "";
    }

    /** Looks at the scene; {@link #code} and {@link #info} then describe this step. */
    void update(Scene scene) {
        code = StatusCode.OK;
        info = "";
        for (int i = 0; i < groups.size(); i++) {
            int moved = groups.get(i).update(scene);
            if (moved != 0) {
                note(groups.get(i), moved);
            }
        }
    }

    /** Texts are joined; the code is that of the last object that advanced, else regressed. */
    private void note(GroupState group, int moved) {
        info = info.isEmpty() ? group.text(moved) : info + " " + group.text(moved);
        if (moved > 0 || !code.isSuccess()) {
            code = group.code(moved);
        }
    }

    StatusCode code() {
        return code;
    }

    /** Empty when nothing moved. */
    String info() {
        return info;
    }

    boolean complete() {
        return groups.stream().filter(GroupState::complete).count() >= subtask.groupsNeeded();
    }

    /** Mean over the best of as many groups as must be complete, 0 to 1. */
    double progress() {
        double[] each =
                groups.stream().mapToDouble(GroupState::progress).sorted().toArray();
        int needed = subtask.groupsNeeded();
        return Arrays.stream(each, each.length - needed, each.length).sum() / needed;
    }

    Subtask subtask() {
        return subtask;
    }

    /** The conditions that incomplete groups wait for. */
    String awaitedText() {
        return groups.stream()
                .filter(group -> !group.complete())
                .map(group -> group.awaited().callText())
                .collect(Collectors.joining(", "));
    }

    /** Failure code of the first incomplete group's next condition. */
    StatusCode awaitedCode() {
        return groups.stream()
                .filter(group -> !group.complete())
                .map(group -> group.awaited().failureCode())
                .findFirst()
                .orElse(StatusCode.OK);
    }
}
