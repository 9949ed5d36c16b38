package io.github.roboreel.tools.check.scan;

import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recorder.spi.RunReaders;
import java.nio.file.Path;

/** Reads everything in run files, damaged ones among them. For one thread at a time. */
public final class RunScans {
    private final MetricSettings robot;
    private final RunReaders readers;
    private final Runnable progress;

    /**
     * Opens nothing yet.
     *
     * @param robot what the robot's datasets mean
     * @param readers what opens the run files; no damage may bring it down
     * @param progress called before each block of values is read
     */
    public RunScans(MetricSettings robot, RunReaders readers, Runnable progress) {
        this.robot = robot;
        this.readers = readers;
        this.progress = progress;
    }

    /**
     * Reads a whole run file.
     *
     * @param dtSeconds control period for its metrics, s; 0 when unknown, which leaves metrics out
     * @return what it holds; damage is no exception but one of its faults
     */
    public RunFacts scan(Path file, double dtSeconds) {
        return new RunFileScan(file, readers, progress).whole(robot, dtSeconds);
    }

    /** Reads the attributes of a run file and its demos, and how one demo's datasets are stored; no rows. */
    public RunFacts head(Path file) {
        return new RunFileScan(file, readers, progress).head();
    }
}
