package io.github.roboreel.runner.replay;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Draws the drift of a recorded replay, a picture per env folder. Called by the thread that replays. */
@FunctionalInterface
public interface DriftDrawing {
    /** Name of the picture, without its suffix. */
    String NAME = "replay_drift";

    /**
     * Draws the fields of an env that drift.
     *
     * @param envFolder where no picture is yet
     * @param subtitle which env and how many episodes, for people
     * @param dtSeconds between two steps, s
     * @param curves of at least one field, the largest drift of the episodes at each step
     * @throws IOException when the picture cannot be made
     */
    void draw(Path envFolder, String subtitle, double dtSeconds, List<DriftCurve> curves) throws IOException;
}
