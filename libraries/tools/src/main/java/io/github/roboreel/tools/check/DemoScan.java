package io.github.roboreel.tools.check;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.Signals;
import io.github.roboreel.format.fault.IoFunction;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.LateObservations;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Reads one demo: attributes, every dataset, boxes, metrics. */
final class DemoScan {
    private static final String BOXES = "bbox/bbox_mm/";

    /** A step has a byte at least, and deflate makes that of so many. */
    private static final long MAX_STEPS_PER_BYTE = 1032;

    private final EpisodeReader demo;
    private final String group;
    private final boolean isLive;
    private final long fileBytes;
    private final Signals signals;
    private final Attempt attempt;
    private final Map<String, Object> attributes = new LinkedHashMap<>();
    private final Map<String, DatasetFacts> datasets = new LinkedHashMap<>();
    private final Map<String, Double> metrics = new LinkedHashMap<>();
    private final Set<String> sound = new LinkedHashSet<>();
    private final List<String> late = new ArrayList<>();
    private long numSamples = -1;
    private Double lastScore;
    private boolean hasMetrics;

    DemoScan(EpisodeReader demo, boolean isLive, long fileBytes, Signals signals, Attempt attempt) {
        this.demo = demo;
        group = DemoPaths.inData(demo.name());
        this.isLive = isLive;
        this.fileBytes = fileBytes;
        this.signals = signals;
        this.attempt = attempt;
    }

    DemoFacts run(IoFunction<EpisodeReader, Map<String, Double>> computed) throws IOException {
        attempt.run(group + "/@", () -> attributes.putAll(attempt.attributes(group, demo.attributes())));
        List<String> paths = demo.paths();
        if (attributes.containsKey(AttributeNames.NUM_SAMPLES) || demo.has(DemoPaths.ACTIONS)) {
            attempt.run(group + "/@num_samples", () -> numSamples = possibleSamples());
        }
        for (String path : paths) {
            if (attempt.run(group + "/" + path, () -> dataset(path))) {
                sound.add(path);
            }
        }
        paths.stream().filter(p -> p.startsWith(BOXES)).forEach(this::box);
        if (!isLive) {
            metrics(computed);
        }
        sound.stream().filter(this::isComparable).forEach(this::compareWithState);
        DemoFacts.Rows rows = new DemoFacts.Rows(lastScore, late, hasMetrics ? metrics : null);
        return new DemoFacts(demo.name(), attributes, numSamples, datasets, rows);
    }

    /** What has been read whole once; a number of samples that cannot be read has been reported. */
    private boolean isComparable(String path) {
        return numSamples >= 0
                && LateObservations.stateOf(path).filter(sound::contains).isPresent();
    }

    private void compareWithState(String path) {
        attempt.run(group + "/" + path, () -> {
            if (LateObservations.isLate(demo, path)) {
                late.add(path);
            }
        });
    }

    private long possibleSamples() throws IOException {
        long given = demo.numSamples();
        if (given / MAX_STEPS_PER_BYTE > fileBytes) {
            throw new IOException("is " + given + ", more than a file of " + fileBytes + " bytes can hold");
        }
        return given;
    }

    private void dataset(String path) throws IOException {
        DatasetInfo info = demo.info(path);
        datasets.put(path, DatasetFacts.of(info));
        signals.of(path)
                .fault(info.dtype(), info.rowShape())
                .ifPresent(fault ->
                        attempt.fault(ValueFault.note(group + "/" + path, fault + ", according to data@signals")));
        long rows = readableRows(info);
        List<RowRule> declared = RowRules.declared(info);
        List<RowRule> ofName = RowRules.ofName(path, info, attributes);
        List<RowRule> said = RowRules.said(info);
        String inside = group + "/" + path;
        List<RowRule> rules =
                Stream.of(declared, ofName, said).flatMap(List::stream).toList();
        new DatasetScan(demo).read(path, info, rows, rules);
        verdicts(declared).forEach(p -> attempt.fault(new ValueFault(inside, p, ValueFault.RESTORE)));
        verdicts(ofName).forEach(p -> attempt.fault(ValueFault.ofName(inside, p)));
        verdicts(said).forEach(p -> attempt.fault(ValueFault.note(inside, p)));
        if (path.equals(DemoPaths.SUBTASK_SCORE) && rows > 0 && isScore(info)) {
            lastScore = demo.readDoubles(path, rows - 1, rows)[0];
        }
    }

    private static Stream<String> verdicts(List<RowRule> rules) {
        return rules.stream().flatMap(rule -> rule.verdict().stream());
    }

    private static boolean isScore(DatasetInfo info) {
        return info.rowElements() == 1
                && !info.dtype().isText()
                && !DatasetFacts.of(info).isSingleRow();
    }

    /** Rows behind the samples of a demo in progress are not settled yet. */
    private long readableRows(DatasetInfo info) {
        return isLive && numSamples >= 0 ? Math.min(info.rows(), numSamples) : info.rows();
    }

    private void box(String path) {
        if (!datasets.containsKey(path)) {
            return;
        }
        try {
            BoxScan.fault(demo, path.substring(BOXES.length()), numSamples)
                    .ifPresent(problem -> attempt.fault(ValueFault.ofName(group + "/" + path, problem)));
        } catch (IOException | RuntimeException e) {
            // The dataset that cannot be read has been reported.
            return;
        }
    }

    private void metrics(IoFunction<EpisodeReader, Map<String, Double>> computed) {
        try {
            Map<String, Double> values = computed.apply(demo);
            hasMetrics = values != null;
            metrics.putAll(values == null ? Map.of() : values);
        } catch (IOException | RuntimeException e) {
            // Metrics of datasets that are reported as damaged are not missed.
            hasMetrics = false;
        }
    }
}
