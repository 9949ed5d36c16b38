package io.github.roboreel.tools.check;

import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recorder.spi.RunReaders;
import io.github.roboreel.recordings.episodes.DemoFilter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * Reads everything in run files, damaged ones among them. For one thread at a time.
 *
 * @param robot what the robot's datasets mean
 * @param readers what opens the run files; no damage may bring it down
 */
record RunScans(MetricSettings robot, RunReaders readers) {
    /** As {@link #scan(Path, DemoFilter.Factory, double)}, of all its demos. */
    RunFacts scan(Path file, double dtSeconds) throws IOException {
        return scan(file, DemoFilter.Factory.ALL, dtSeconds);
    }

    /**
     * Reads a run file.
     *
     * @param filters which of its demos are read
     * @param dtSeconds control period for its metrics, s; 0 when unknown, which leaves metrics out
     * @return what it holds; damage is no exception but one of its faults
     * @throws IOException when this thread was interrupted, or the process that reads for it was ended
     */
    RunFacts scan(Path file, DemoFilter.Factory filters, double dtSeconds) throws IOException {
        return scan(file, filters, scan -> scan.whole(robot, dtSeconds));
    }

    /**
     * Reads the attributes of a run file and its demos, and how one demo's datasets are stored; no rows.
     *
     * @throws IOException as {@link #scan}
     */
    RunFacts head(Path file) throws IOException {
        return scan(file, DemoFilter.Factory.ALL, RunFileScan::head);
    }

    private RunFacts scan(Path file, DemoFilter.Factory filters, Function<RunFileScan, RunFacts> part)
            throws IOException {
        try {
            return part.apply(new RunFileScan(file, readers, filters));
        } catch (Attempt.StoppedException e) {
            throw (IOException) e.getCause();
        }
    }
}
