package io.github.roboreel.recorder.hdf5.read;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.hdf5.file.RunFile;
import io.github.roboreel.recorder.hdf5.staging.ColumnGroup;
import io.github.roboreel.recorder.hdf5.staging.DemoEnd;
import io.github.roboreel.recorder.hdf5.staging.RecordedChunks;
import io.github.roboreel.recorder.hdf5.staging.RunAttributes;
import io.github.roboreel.recorder.hdf5.staging.StagedDemo;
import io.github.roboreel.recorder.hdf5.staging.StagedRun;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** An episode of an {@link UnfinishedRun} as it was when it was asked for. */
final class UnfinishedEpisode implements EpisodeReader {
    private static final List<String> STEP_FILTERS = List.of("shuffle", "deflate");

    private final StagedRun run;
    private final StagedDemo demo;
    private final DemoEnd end;
    private final UnfinishedSteps steps;
    private final Map<String, Field> fields = new TreeMap<>();
    private final long numSteps;

    UnfinishedEpisode(StagedRun run, StagedDemo demo, UnfinishedSteps steps) throws IOException {
        this.run = run;
        this.demo = demo;
        this.steps = steps;
        for (FieldPhase phase : FieldPhase.values()) {
            run.schema().layout(phase).fields().stream()
                    .filter(field -> field.spec().stored())
                    .forEach(field -> fields.put(field.spec().path(), field));
        }
        end = demo.end().orElse(run.recording(demo));
        numSteps = end.discarded() ? 0 : steps.numSteps(demo);
    }

    @Override
    public String name() {
        return RunFile.demoName(demo.number());
    }

    @Override
    public Map<String, Object> attributes() {
        Map<String, Object> attributes = new LinkedHashMap<>(RunAttributes.ofDemo(run.run(), run.info(demo)));
        attributes.put(AttributeNames.NUM_SAMPLES, numSteps);
        attributes.put(AttributeNames.SUCCESS, end.status() == EpisodeStatus.SUCCESS);
        attributes.put(AttributeNames.STATUS, end.status().label());
        attributes.put(AttributeNames.EPISODE_METADATA, new String(end.metadata(), StandardCharsets.UTF_8));
        attributes.computeIfPresent(AttributeNames.SIM_ENV_ID, (name, none) -> (long) demo.simEnv());
        return new TreeMap<>(attributes);
    }

    @Override
    public long numSamples() {
        return numSteps;
    }

    @Override
    public List<String> paths() {
        return List.copyOf(fields.keySet());
    }

    @Override
    public boolean has(String path) {
        return fields.containsKey(path);
    }

    private Field field(String path) throws IOException {
        Field field = fields.get(path);
        if (field == null) {
            throw DatasetPaths.missing(name(), path, fields.keySet());
        }
        return field;
    }

    @Override
    public DatasetInfo info(String path) throws IOException {
        Field field = field(path);
        FieldSpec spec = field.spec();
        List<Long> shape = new ArrayList<>();
        spec.storedShape().forEach(size -> shape.add((long) size));
        if (spec.dtype().isText()) {
            shape.add((long) spec.storedElementBytes());
        }
        boolean isStep = spec.phase() == FieldPhase.STEP;
        return new DatasetInfo(
                spec.dtype(),
                isStep ? numSteps : single(field).isPresent() ? 1 : 0,
                shape,
                chunkShape(field),
                isStep ? STEP_FILTERS : List.of(),
                isStep ? storedBytes(field) : 0,
                spec.unit(),
                spec.frame(),
                spec.mayBeNonFinite(),
                true,
                spec.signal());
    }

    private List<Long> chunkShape(Field field) {
        FieldSpec spec = field.spec();
        List<Long> shape = new ArrayList<>();
        shape.add(rowsPerChunk(field));
        spec.storedShape().forEach(size -> shape.add((long) size));
        if (spec.image() && spec.phase() == FieldPhase.STEP) {
            int last = shape.size() - 1;
            shape.set(last, shape.get(last) / run.frameChunks().numPlanes(spec));
        }
        return shape;
    }

    private long rowsPerChunk(Field field) {
        boolean isSingle =
                field.spec().phase() != FieldPhase.STEP || field.spec().image();
        return isSingle ? 1 : run.layout().chunkRows().of(field.spec());
    }

    private long storedBytes(Field field) {
        int group = run.group(field);
        RecordedChunks chunks = demo.group(group);
        boolean isImage = field.spec().image();
        int column = isImage ? 0 : run.layout().stepGroups().get(group).indexOf(field);
        int end = isImage ? chunks.columns() : column + 1;
        long bytes = 0;
        for (int chunk = 0; chunk < chunks.end(); chunk++) {
            for (int i = column; i < end && chunks.has(chunk); i++) {
                bytes += chunks.size(chunk, i);
            }
        }
        return bytes;
    }

    private Optional<ByteBuffer> single(Field field) throws IOException {
        boolean isInitial = field.spec().phase() == FieldPhase.INITIAL;
        if (end.discarded() || !isInitial && numSteps < end.numSamples()) {
            return Optional.empty();
        }
        return isInitial ? run.initialRow(demo) : run.finalRow(demo);
    }

    @Override
    public byte[] readBytes(String path, long from, long to) throws IOException {
        return StoredRows.bytes(path, info(path), from, to, source(path));
    }

    private StoredRows.Source source(String path) throws IOException {
        Field field = field(path);
        if (field.spec().phase() == FieldPhase.STEP) {
            return (from, rows, out) -> steps.read(demo, field, from, rows, out, 0);
        }
        ColumnGroup row = field.spec().phase() == FieldPhase.INITIAL
                ? run.layout().initialRow()
                : run.layout().finalRow();
        return (from, rows, out) -> single(field)
                .orElseThrow(() -> new IOException(name() + " has no row of " + field))
                .get(row.columns().get(row.indexOf(field)).offset(), out, 0, field.rowBytes());
    }
}
