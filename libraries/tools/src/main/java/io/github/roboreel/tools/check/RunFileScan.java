package io.github.roboreel.tools.check;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.Signals;
import io.github.roboreel.format.fault.IoConsumer;
import io.github.roboreel.format.fault.IoFunction;
import io.github.roboreel.recorder.NewerFormatException;
import io.github.roboreel.recorder.metrics.EpisodeMetrics;
import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import io.github.roboreel.recorder.spi.RunReaders;
import io.github.roboreel.recordings.episodes.DemoFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads one run file; damage never ends it early. For one use. */
final class RunFileScan {
    private final Path file;
    private final RunReaders readers;
    private final DemoFilter.Factory filters;
    private final Attempt attempt;
    private final List<DemoFacts> demos = new ArrayList<>();
    private final List<DemoFacts> passedOver = new ArrayList<>();
    private Map<String, Object> attributes = Map.of();
    private FileSpace space = FileSpace.UNKNOWN;
    private boolean isLive;

    /** @param filters which of its demos are read */
    RunFileScan(Path file, RunReaders readers, DemoFilter.Factory filters) {
        this.file = file;
        this.readers = readers;
        this.filters = filters;
        attempt = new Attempt(file);
    }

    RunFacts whole(MetricSettings robot, double dtSeconds) {
        IoFunction<EpisodeReader, Map<String, Double>> metrics =
                demo -> dtSeconds > 0 ? EpisodeMetrics.STANDARD.compute(demo, dtSeconds, robot) : null;
        read(
                demo -> new DemoScan(demo, isLive, Files.size(file), Signals.of(attributes), attempt).run(metrics),
                run -> {
                    if (attributes.containsKey(AttributeNames.FORMAT_VERSION)) {
                        space = FileSpace.of(run, file);
                    }
                });
        return facts();
    }

    RunFacts head() {
        read(this::headOf, run -> {});
        return facts();
    }

    private RunFacts facts() {
        return new RunFacts(isLive, space, attributes, demos, passedOver, attempt.faults());
    }

    private void read(IoFunction<EpisodeReader, DemoFacts> part, IoConsumer<RunReader> end) {
        attempt.run("", () -> {
            try (RunReader run = readers.open(file)) {
                readDemos(run, part);
                end.accept(run);
            } catch (NewerFormatException e) {
                // Of a newer file nothing is known but its version.
                attributes = Map.of(AttributeNames.FORMAT_VERSION, e.version());
                throw e;
            }
        });
    }

    private void readDemos(RunReader run, IoFunction<EpisodeReader, DemoFacts> part) throws IOException {
        isLive = run.isLive();
        attempt.run(DemoPaths.DATA, () -> attributes = attempt.attributes(DemoPaths.DATA, run.attributes()));
        DemoFilter filter = filters.of(run);
        for (String name : run.demoNames()) {
            attempt.run(DemoPaths.inData(name), () -> readDemo(run.demo(name), filter, part));
        }
    }

    private void readDemo(EpisodeReader demo, DemoFilter filter, IoFunction<EpisodeReader, DemoFacts> part)
            throws IOException {
        if (filter.includes(demo)) {
            demos.add(part.apply(demo));
        } else {
            passedOver.add(DemoFacts.head(demo.name(), demo.attributes(), Map.of()));
        }
    }

    /** All demos of a file have the same fields, so that one demo's are enough. */
    private DemoFacts headOf(EpisodeReader demo) throws IOException {
        boolean hasFields = demos.stream().anyMatch(known -> !known.datasets().isEmpty());
        return DemoFacts.head(demo.name(), demo.attributes(), hasFields ? Map.of() : datasets(demo));
    }

    private Map<String, DatasetFacts> datasets(EpisodeReader demo) throws IOException {
        Map<String, DatasetFacts> datasets = new TreeMap<>();
        for (String path : demo.paths()) {
            attempt.run(
                    DemoPaths.in(DemoPaths.inData(demo.name()), path),
                    () -> datasets.put(path, DatasetFacts.of(demo.info(path))));
        }
        return datasets;
    }
}
