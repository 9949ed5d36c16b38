package io.github.roboreel.runner.replay;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.Provenance;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeEnd;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.SinkContext;
import io.github.roboreel.recorder.spi.SinkReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Compares what a replay records with a recorded episode, row by row; asked for it when the recorder is closed. */
final class DriftSink implements EpisodeSink {
    private final RecordedDemo recorded;
    private final Map<FieldPhase, List<DriftColumn>> columns = new EnumMap<>(FieldPhase.class);
    private final List<String> notes = new ArrayList<>();
    private Provenance provenance = Provenance.UNKNOWN;
    private int steps;

    /** @param schema fields of the replay */
    DriftSink(RecordedDemo recorded, FieldSchema schema) throws IOException {
        this.recorded = recorded;
        for (FieldPhase phase : FieldPhase.values()) {
            columns.put(phase, new ArrayList<>());
        }
        for (FieldSpec spec : schema.storedSpecs()) {
            if (!spec.path().equals(DemoPaths.WALL_TIME)) {
                add(schema.field(spec.path()));
            }
        }
        noteOthers(schema);
    }

    private void add(Field field) throws IOException {
        FieldSpec spec = field.spec();
        Optional<DatasetInfo> dataset = recorded.dataset(spec.path());
        if (dataset.isEmpty()) {
            notes.add(spec.path() + " is not in the recording");
            return;
        }
        DatasetInfo info = dataset.get();
        int rows = spec.phase() == FieldPhase.STEP ? recorded.steps() : 1;
        boolean hasShape = info.rowElements() == spec.elements() && info.rows() >= rows;
        if (info.dtype() != spec.dtype() || !hasShape) {
            notes.add(Sentence.of(
                    "%s is not compared: recorded are %d rows of %s%s, now there are %d of %s",
                    spec.path(), info.rows(), info.dtype().label(), info.rowShape(), rows, spec.typeText()));
            return;
        }
        columns.get(spec.phase()).add(new DriftColumn(field, recorded.reader(), rows));
    }

    private void noteOthers(FieldSchema schema) throws IOException {
        Set<String> known = new HashSet<>();
        schema.specs().forEach(spec -> known.add(spec.path()));
        for (String path : recorded.reader().paths()) {
            if (!known.contains(path) && !DriftFile.isDrift(path)) {
                notes.add(path + " is in the recording only");
            }
        }
    }

    /** What is not compared, and why. */
    List<String> notes() {
        return notes;
    }

    /** With which software, and on which machine, it is replayed; known once the recorder is open. */
    Provenance provenance() {
        return provenance;
    }

    /** Whether every compared value is the same, bit by bit. */
    boolean isBitExact() {
        return columns.values().stream().flatMap(List::stream).allMatch(DriftColumn::isBitExact);
    }

    /** The drift of every compared field, at the start, over the steps, at the end. */
    List<DriftSeries> series() {
        List<DriftSeries> series = series(FieldPhase.INITIAL, 1, 0);
        series.addAll(overSteps());
        series.addAll(series(FieldPhase.FINAL, 1, steps));
        return series;
    }

    /** The drift of the fields that have a row per step. */
    List<DriftSeries> overSteps() {
        return series(FieldPhase.STEP, steps, 1);
    }

    private List<DriftSeries> series(FieldPhase phase, int rows, int firstStep) {
        List<DriftSeries> series = new ArrayList<>();
        columns.get(phase).forEach(column -> series.addAll(column.series(rows, firstStep)));
        return series;
    }

    @Override
    public String name() {
        return "drift";
    }

    @Override
    public Role role() {
        return Role.DATA;
    }

    @Override
    public void open(SinkContext context) {
        provenance = context.run().provenance();
    }

    @Override
    public void onBegin(int env, RowView initial) throws IOException {
        compare(FieldPhase.INITIAL, 0, initial);
    }

    @Override
    public void onStep(int env, long step, RowView row) throws IOException {
        compare(FieldPhase.STEP, (int) step, row);
        steps++;
    }

    @Override
    public CompletionStage<SinkReport> onEnd(int env, EpisodeEnd end) throws IOException {
        if (end.finalObservation() != null) {
            compare(FieldPhase.FINAL, 0, end.finalObservation());
        }
        return CompletableFuture.completedFuture(SinkReport.NONE);
    }

    private void compare(FieldPhase phase, int row, RowView replayed) throws IOException {
        for (DriftColumn column : columns.get(phase)) {
            column.compare(row, replayed);
        }
    }

    @Override
    public void close() {}
}
