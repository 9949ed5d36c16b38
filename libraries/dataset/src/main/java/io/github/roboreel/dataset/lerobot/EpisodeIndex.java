package io.github.roboreel.dataset.lerobot;

import java.io.IOException;
import java.util.List;

/** Finds the episodes of a dataset by their numbers. For one thread. */
interface EpisodeIndex {
    /** Number of episodes. */
    int episodes();

    /** Whether an episode is said to have several tasks. */
    boolean hasSeveralTasks() throws IOException;

    /** What is written of the episodes and not read. */
    default List<String> leftOut() throws IOException {
        return List.of();
    }

    /**
     * One of them.
     *
     * @throws io.github.roboreel.dataset.ExportRefusedException when what is written of it cannot be, or a file is
     *     missing
     */
    LeRobotPlace place(int index) throws IOException;
}
