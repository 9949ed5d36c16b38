package io.github.roboreel.dashboard.index;

import java.util.List;
import java.util.OptionalInt;

/**
 * What is known of an env folder without its episodes.
 *
 * @param name of the folder
 * @param task name of the task; that of the folder where nothing says it
 * @param instruction what the robot is told; empty where nothing says it
 * @param dtSeconds time between two steps, s
 * @param demosPerRun places for demos in a run file; empty where nothing says it
 * @param promisedRuns runs that were promised at the end; empty without a promise
 * @param runs its runs, by index
 * @param bytes of all files in it
 */
public record EnvSummary(
        String name,
        String task,
        String instruction,
        double dtSeconds,
        OptionalInt demosPerRun,
        OptionalInt promisedRuns,
        List<RunSummary> runs,
        long bytes) {
    /** Copies the list. */
    public EnvSummary {
        runs = List.copyOf(runs);
    }
}
