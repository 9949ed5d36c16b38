package io.github.roboreel.tools.check.scan;

import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recorder.spi.RunReaders;
import java.nio.file.Path;
import java.util.List;

/** Scans run files in this process, by readers that no damage can bring down. */
public final class PlainScans implements RunScans {
    private final MetricSettings robot;
    private final RunReaders readers;

    /**
     * Opens nothing yet.
     *
     * @param robot what the robot's datasets mean
     * @param readers what opens the run files
     */
    public PlainScans(MetricSettings robot, RunReaders readers) {
        this.robot = robot;
        this.readers = readers;
    }

    @Override
    public RunFacts scan(Path file, double dtSeconds) {
        FactsCollector collector = new FactsCollector();
        ScanRequest request = new ScanRequest(file.toString(), dtSeconds, robot, List.of(), false, false);
        new RunFileScan(request, collector, readers).run();
        return collector.facts(true, List.of());
    }

    @Override
    public void close() {
        // Each file is closed when it has been read.
    }
}
