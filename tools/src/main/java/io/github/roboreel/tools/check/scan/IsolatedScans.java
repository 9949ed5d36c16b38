package io.github.roboreel.tools.check.scan;

import io.github.roboreel.recorder.metrics.MetricSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Scans run files in a process of its own, since damaged files can bring the HDF5 library down with the process it runs
 * in. A place that did so is reported and left out, and the rest is read by a new process. For one thread.
 */
public final class IsolatedScans implements AutoCloseable {
    private static final int MOST_CRASHES_PER_FILE = 4;

    private final MetricSettings robot;
    private final Duration silence;
    private ScanProcess process;

    /**
     * @param robot what the robot's datasets mean
     * @param silence how long the process may read without a word before it counts as hanging
     */
    public IsolatedScans(MetricSettings robot, Duration silence) {
        this.robot = robot;
        this.silence = silence;
    }

    /**
     * Reads a whole run file.
     *
     * @param dtSeconds control period for its metrics, s; 0 when unknown
     * @throws IOException when no process can be started
     */
    public RunFacts scan(Path file, double dtSeconds) throws IOException {
        return scan(file, dtSeconds, false);
    }

    /**
     * Reads the attributes of a run file and its demos, and how one demo's datasets are stored.
     *
     * @throws IOException when no process can be started
     */
    public RunFacts head(Path file) throws IOException {
        return scan(file, 0, true);
    }

    private RunFacts scan(Path file, double dtSeconds, boolean headOnly) throws IOException {
        List<String> skip = new ArrayList<>();
        List<ValueFault> crashes = new ArrayList<>();
        while (true) {
            FactsCollector collector = new FactsCollector();
            Optional<ScanProcess.Death> death =
                    attempt(new ScanRequest(file.toString(), dtSeconds, robot, skip, headOnly), collector);
            if (death.isEmpty()) {
                return collector.facts(true, crashes);
            }
            String place = collector.place();
            boolean isRead = place.equals(ScanListener.END);
            boolean isLast = isRead
                    || place.isEmpty()
                    || death.get().isHang()
                    || skip.contains(place)
                    || crashes.size() == MOST_CRASHES_PER_FILE;
            crashes.add(crash(isRead ? "" : place, death.get().text(), isLast && !isRead));
            if (isLast) {
                return collector.facts(isRead, crashes);
            }
            skip.add(place);
        }
    }

    private Optional<ScanProcess.Death> attempt(ScanRequest request, FactsCollector collector) throws IOException {
        if (process == null) {
            process = ScanProcess.start();
        }
        Optional<ScanProcess.Death> death = process.scan(request, collector, silence);
        if (death.isPresent()) {
            close();
        }
        return death;
    }

    private static ValueFault crash(String place, String death, boolean isLast) {
        return new ValueFault(
                place,
                "is damaged: reading it " + death + (isLast ? ", and the rest of the file was not checked" : ""),
                ValueFault.RESTORE);
    }

    @Override
    public void close() {
        if (process != null) {
            process.close();
            process = null;
        }
    }
}
