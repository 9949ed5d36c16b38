package io.github.roboreel.tools.check.scan;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.files.NewerFormatException;
import io.github.roboreel.recorder.metrics.EpisodeMetrics;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import io.github.roboreel.recorder.spi.RunReaders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads everything in a run file and tells a listener; damage never ends it early. */
final class RunFileScan {
    private final ScanRequest request;
    private final ScanListener listener;
    private final RunReaders readers;

    /** All demos of a file have the same fields, so one demo's tell a head enough. */
    private boolean hasFields;

    private long storedBytes;

    RunFileScan(ScanRequest request, ScanListener listener, RunReaders readers) {
        this.request = request;
        this.listener = listener;
        this.readers = readers;
    }

    void run() {
        Attempt attempt = new Attempt(request, listener);
        attempt.run("", this::readKnownFile);
    }

    /** Of a newer file nothing is known but its version. */
    private void readKnownFile() throws IOException {
        try {
            readFile();
        } catch (NewerFormatException e) {
            listener.opened(false, Map.of(AttributeNames.FORMAT_VERSION, e.version()));
            throw e;
        }
    }

    private void readFile() throws IOException {
        Path file = Path.of(request.file());
        try (RunReader run = readers.open(file)) {
            Attempt attempt = new Attempt(request, listener);
            attempt.run("data", () -> listener.opened(run.isLive(), run.attributes()));
            List<String> names = run.demoNames();
            for (String name : names) {
                String inside = DemoPaths.inData(name);
                attempt.run(inside, () -> readDemo(run.demo(name), inside, run.isLive(), attempt));
            }
            listener.at(ScanListener.END);
            if (!request.headOnly()) {
                // What does not read has been told by then.
                listener.measured(FileSpace.of(run, file, storedBytes));
            }
        }
    }

    private void readDemo(EpisodeReader demo, String inside, boolean isLive, Attempt attempt) throws IOException {
        if (request.headOnly()) {
            Map<String, DatasetFacts> datasets = hasFields ? Map.of() : datasets(demo, attempt);
            hasFields |= !datasets.isEmpty();
            listener.demo(DemoFacts.head(demo.name(), demo.attributes(), datasets));
        } else {
            DemoScan scan = new DemoScan(demo, inside, isLive, Files.size(Path.of(request.file())), attempt, listener);
            scan.run(this::metrics);
            storedBytes += scan.storedBytes();
        }
    }

    private static Map<String, DatasetFacts> datasets(EpisodeReader demo, Attempt attempt) throws IOException {
        Map<String, DatasetFacts> datasets = new TreeMap<>();
        for (String path : demo.paths()) {
            String inside = DemoPaths.in(DemoPaths.inData(demo.name()), path);
            attempt.run(inside, () -> datasets.put(path, DatasetFacts.of(demo.info(path))));
        }
        return datasets;
    }

    private Map<String, Double> metrics(EpisodeReader demo) throws IOException {
        return request.dtSeconds() > 0
                ? EpisodeMetrics.STANDARD.compute(demo, request.dtSeconds(), request.robot())
                : null;
    }
}
