package io.github.roboreel.dataset.trajectories;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

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

    /**
     * What files beside a trajectory say of it, the nearest first: its own attributes, then those of its dataset.
     *
     * @throws IOException when one cannot be read
     */
    List<Map<String, Object>> about(TrajectoryPlace place) throws IOException;

    /** What of a dataset is left out whatever it holds; empty for nothing. */
    default String alwaysLeftOut() {
        return "";
    }

    /** What else is at a place and left out, a sentence each. */
    default List<String> leftOut(Path place) throws IOException {
        return List.of();
    }

    /** Steps a second that its writer takes unless it is told otherwise; no file says it. */
    int usualHertz();
}
