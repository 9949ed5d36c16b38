package io.github.roboreel.tools.check.scan;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.roboreel.recorder.hdf5.worker.Worker;
import io.github.roboreel.recorder.hdf5.worker.WorkerDeath;
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
public final class IsolatedScans implements RunScans {
    private static final int MAX_CRASHES_PER_FILE = 4;
    private static final Worker.Limits LIMITS =
            new Worker.Limits(Runtime.getRuntime().maxMemory(), Worker.Limits.READING.nativeBytes());

    private final MetricSettings robot;
    private final Duration silence;
    private Worker worker;

    /**
     * @param robot what the robot's datasets mean
     * @param silence how long the process may read without a word before it counts as hanging
     */
    public IsolatedScans(MetricSettings robot, Duration silence) {
        this.robot = robot;
        this.silence = silence;
    }

    @Override
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
        boolean tellsPlaces = false;
        while (true) {
            FactsCollector collector = new FactsCollector();
            ScanRequest request = new ScanRequest(file.toString(), dtSeconds, robot, skip, headOnly, tellsPlaces);
            Optional<WorkerDeath> death = attempt(request, collector);
            if (death.isEmpty()) {
                return collector.facts(true, crashes);
            }
            if (!tellsPlaces && !death.get().isHang()) {
                // Once more, to learn where it dies.
                tellsPlaces = true;
                continue;
            }
            String place = collector.place();
            boolean isRead = place.equals(ScanListener.END);
            boolean isLast = isRead
                    || place.isEmpty()
                    || death.get().isHang()
                    || skip.contains(place)
                    || crashes.size() == MAX_CRASHES_PER_FILE;
            crashes.add(crash(isRead ? "" : place, death.get().getMessage(), isLast && !isRead));
            if (isLast) {
                return collector.facts(isRead, crashes);
            }
            skip.add(place);
        }
    }

    private Optional<WorkerDeath> attempt(ScanRequest request, FactsCollector collector) throws IOException {
        if (worker == null) {
            worker = Worker.start(ScanWorker.class, LIMITS);
        }
        try {
            worker.ask(
                    request, new TypeReference<Boolean>() {}, silence, ScanMessage.class, news -> news.tell(collector));
            return Optional.empty();
        } catch (WorkerDeath e) {
            close();
            e.requireOwn();
            return Optional.of(e);
        }
    }

    private static ValueFault crash(String place, String death, boolean isLast) {
        return new ValueFault(
                place,
                "is damaged: reading it " + death + (isLast ? ", and the rest of the file was not checked" : ""),
                ValueFault.RESTORE);
    }

    @Override
    public void close() {
        if (worker != null) {
            worker.close();
            worker = null;
        }
    }
}
