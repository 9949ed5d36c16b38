package io.github.roboreel.recordings.events;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Events of one episode, in time.
 *
 * @param file the run file
 * @param envName name of the env
 * @param run index of the run; empty in a legacy file
 * @param envId index of the environment; empty in a legacy file
 * @param episode number of the episode
 * @param steps steps of the demo
 * @param hasAlignedSubtasks whether row k of {@code subtask} belongs to step k + 1; otherwise its entries have no step
 * @param entries in time; subtask rows without a step last
 */
public record TimeLine(
        Path file,
        String envName,
        OptionalInt run,
        OptionalInt envId,
        int episode,
        long steps,
        boolean hasAlignedSubtasks,
        List<Entry> entries) {
    public TimeLine {
        entries = List.copyOf(entries);
    }

    /** Where an entry comes from. */
    public enum Source {
        /** The event log. */
        LOG,
        /** A row of {@code subtask} that differs from the row before it. */
        SUBTASK
    }

    /**
     * One thing that happened.
     *
     * @param step control step from 1; empty when unknown
     * @param row row of the demo's datasets, {@code step - 1}; for subtask rows that are not aligned the row of
     *     {@code subtask}
     * @param timeSeconds simulated time after the step, s; empty when unknown
     * @param code status code
     * @param name the code's name
     * @param info one sentence of the log; empty for a subtask row
     * @param completed subtasks completed; of a subtask row only
     * @param score score after the step; null of an event without one
     */
    public record Entry(
            OptionalInt step,
            long row,
            OptionalDouble timeSeconds,
            int code,
            String name,
            String info,
            OptionalInt completed,
            Double score) {
        /** Where it comes from. */
        public Source source() {
            return completed.isPresent() ? Source.SUBTASK : Source.LOG;
        }
    }
}
