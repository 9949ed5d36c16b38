package io.github.roboreel.dataset.trajectories;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** How a family of datasets lays out its trajectories. Their arrays have the same names in all that are known. */
interface TrajectoryLayout {
    /** Name in commands. */
    String name();

    /** What an import reads, for its help. */
    String description();

    /** Whether a place looks like such a dataset, by names alone. */
    boolean recognises(Path place);

    /**
     * Its trajectories in order.
     *
     * @throws IOException when the place cannot be listed, or what describes the dataset is damaged
     */
    List<TrajectoryPlace> trajectories(Path place) throws IOException;

    /** Steps a second that its writer takes unless it is told otherwise; no file says it. */
    int usualHertz();
}
