package io.github.roboreel.dashboard.index;

import java.util.List;

/**
 * What is known of an env folder without its episodes.
 *
 * @param name of the folder
 * @param task name of the task; that of the folder where nothing says it
 * @param instruction what the robot is asked to do; empty where nothing says it
 * @param dtSeconds time between two steps, s
 * @param demosPerRun places for demos in a run file; null where nothing says it
 * @param promisedRuns runs that were promised at the end; null without a promise
 * @param runs its runs, by index
 * @param bytes of all files in it
 */
public record EnvSummary(
        String name,
        String task,
        String instruction,
        double dtSeconds,
        Integer demosPerRun,
        Integer promisedRuns,
        List<Run> runs,
        long bytes) {
    public EnvSummary {
        runs = List.copyOf(runs);
    }

    /**
     * A run of an env as its files stand.
     *
     * @param run index; -1 of the legacy file
     * @param file name of its file
     * @param bytes of the file; 0 when it is not there
     * @param state how it stands
     */
    public record Run(int run, String file, long bytes, State state) {
        /** How a run stands. */
        public enum State {
            /** It was closed. */
            DONE,
            /** It is being written. */
            RECORDING,
            /** Its recorder died. */
            UNCLOSED,
            /** It was removed after its upload. */
            REMOVED
        }

        /** Whether it was not closed, by a recorder that lives or one that died. */
        public boolean isOpen() {
            return state == State.RECORDING || state == State.UNCLOSED;
        }
    }
}
