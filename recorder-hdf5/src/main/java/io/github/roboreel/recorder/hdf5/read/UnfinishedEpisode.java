package io.github.roboreel.recorder.hdf5.read;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.Sentence;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.hdf5.staging.LiveEpisode;
import io.github.roboreel.recorder.hdf5.staging.LiveRows;
import io.github.roboreel.recorder.hdf5.staging.LiveStaging;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An episode of an {@link UnfinishedRun} as it was when it was first asked: flushed rows come out of the run file,
 * later ones out of staging, up to the first step that is not whole in every field but images. Images end where the run
 * file ends. Where the run file of a dead recorder cannot be read, steps that staging does not hold any more are NaN.
 */
public final class UnfinishedEpisode implements EpisodeReader {
    private static final int MOST_STAGED = 1 << 16;

    /** Rows of staging are overwritten as soon as they are flushed. */
    private static final int ATTEMPTS = 3;

    private final String name;
    private final int demo;
    private final Optional<StoredEpisode> stored;
    private final Optional<LiveStaging> staging;
    private final boolean live;
    private final List<String> problems;
    private final Map<String, Field> staged = new LinkedHashMap<>();
    private Rows rows;

    /** Steps in the run file, and whole rows of staging from a step on. */
    private record Rows(long flushed, long first, LiveRows later, int whole) {
        long end() {
            return first + whole;
        }
    }

    /** Rows that are in no file: from one on, up to another; none when they are the same. */
    public record Gap(long from, long to) {
        /** Whether a row is among them. */
        public boolean holds(long row) {
            return from <= row && row < to;
        }
    }

    /** @param problems what cannot be read of its run */
    UnfinishedEpisode(
            String name,
            Optional<StoredEpisode> stored,
            Optional<LiveStaging> staging,
            boolean live,
            List<String> problems) {
        this.name = name;
        this.live = live;
        this.problems = problems;
        this.stored = stored;
        this.staging = staging;
        demo = DemoPaths.demoNumber(name).orElse(-1);
        staging.ifPresent(this::addFields);
    }

    private void addFields(LiveStaging file) {
        for (FieldPhase phase : FieldPhase.values()) {
            file.schema().layout(phase).fields().stream()
                    .filter(field -> field.spec().stored())
                    .filter(field -> !(isStep(field) && field.spec().image()))
                    .forEach(field -> staged.put(field.spec().path(), field));
        }
    }

    private static boolean isStep(Field field) {
        return field.spec().phase() == FieldPhase.STEP;
    }

    private Rows rows() throws IOException {
        if (rows == null) {
            List<Field> fields =
                    staged.values().stream().filter(UnfinishedEpisode::isStep).toList();
            Rows found = look(fields);
            for (int i = 1; i < ATTEMPTS && found.whole() == 0 && found.later().size() > 0; i++) {
                found = look(fields);
            }
            rows = found;
        }
        return rows;
    }

    private Rows look(List<Field> fields) throws IOException {
        long flushed = stored.isPresent() ? stored.get().numSamples() : 0;
        if (staging.isEmpty() || fields.isEmpty()) {
            return new Rows(flushed, flushed, LiveRows.none(fields), 0);
        }
        LiveRows later = staging.get().rows(demo, flushed, MOST_STAGED, fields);
        long[] steps = later.steps();
        long first = live || steps.length == 0 ? flushed : steps[0];
        int whole = 0;
        while (whole < steps.length && steps[whole] == first + whole) {
            whole++;
        }
        return new Rows(flushed, first, later, (int) Math.min(whole, Math.max(0, most() - first)));
    }

    /** An outcome says how many steps there are. */
    private long most() throws IOException {
        Optional<LiveEpisode> now = newest().filter(episode -> !episode.isRecording());
        boolean isDiscarded =
                now.filter(e -> e.status() == EpisodeStatus.DISCARDED).isPresent();
        return isDiscarded ? 0 : now.map(LiveEpisode::numSamples).orElse(Long.MAX_VALUE);
    }

    private Optional<LiveEpisode> newest() throws IOException {
        return staging.isEmpty()
                ? Optional.empty()
                : staging.get().episodes().stream()
                        .filter(e -> e.demo() == demo)
                        .findFirst();
    }

    /**
     * What is not in the run file yet, and what cannot be shown, a sentence each; only of use when it has no recorder.
     */
    public List<String> problems() throws IOException {
        List<String> all = new ArrayList<>(problems);
        Rows now = rows();
        if (now.whole() > 0) {
            all.add(Sentence.of(
                    "steps %s to %s are in the staging file only, until a recovery puts them into the run file%s",
                    now.first(), now.end() - 1, hasPictures() ? "; their stored pictures are shown after that" : ""));
        }
        if (now.first() > now.flushed()) {
            all.add(Sentence.of("steps %s to %s cannot be shown", now.flushed(), now.first() - 1));
        }
        if (now.later().size() > now.whole()) {
            all.add(Sentence.of(
                    "%s steps behind step %s are not shown, as a row before them is damaged",
                    now.later().size() - now.whole(), now.end() - 1));
        }
        return all;
    }

    private boolean hasPictures() {
        return staging.orElseThrow().schema().layout(FieldPhase.STEP).fields().stream()
                .anyMatch(field -> field.spec().image() && field.spec().stored());
    }

    /** Rows of a dataset that cannot be read as stored. */
    public Gap gap(String path) throws IOException {
        boolean isStaged = staged.containsKey(path) && isStep(staged.get(path));
        return isStaged ? new Gap(rows().flushed(), rows().first()) : new Gap(0, 0);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Map<String, Object> attributes() throws IOException {
        Map<String, Object> attributes =
                new LinkedHashMap<>(stored.isPresent() ? stored.get().attributes() : Map.of());
        attributes.put(AttributeNames.NUM_SAMPLES, numSamples());
        newest().ifPresent(episode -> {
            attributes.put(AttributeNames.SIM_ENV_ID, (long) episode.simEnv());
            attributes.put(AttributeNames.STATUS, episode.status().label());
        });
        return attributes;
    }

    @Override
    public long numSamples() throws IOException {
        return rows().end();
    }

    @Override
    public List<String> paths() throws IOException {
        Set<String> paths =
                new LinkedHashSet<>(stored.isPresent() ? stored.get().paths() : staged.keySet());
        return List.copyOf(paths);
    }

    @Override
    public boolean has(String path) throws IOException {
        return stored.isPresent() ? stored.get().has(path) : staged.containsKey(path);
    }

    @Override
    public DatasetInfo info(String path) throws IOException {
        Field field = staged.get(path);
        if (stored.isEmpty()) {
            return described(path, field);
        }
        long inFile = rowsInFile(path);
        return withRows(stored.get().info(path), field == null ? inFile : rowsOf(field, inFile));
    }

    /** A field of one row has no filters; of one that is not staged nothing else tells. */
    private static boolean isStepDataset(Field field, DatasetInfo info) {
        return field == null ? !info.filters().isEmpty() : isStep(field);
    }

    private DatasetInfo described(String path, Field field) throws IOException {
        if (field == null) {
            throw DatasetPaths.missing(name, path, staged.keySet());
        }
        List<Long> shape = field.spec().shape().stream().map(Integer::longValue).toList();
        return new DatasetInfo(
                field.spec().dtype(),
                rowsOf(field, 0),
                shape,
                List.of(),
                List.of(),
                0,
                field.spec().unit(),
                field.spec().frame());
    }

    private long rowsOf(Field field, long inFile) throws IOException {
        if (isStep(field)) {
            return inFile < rows().flushed() ? inFile : rows().end();
        }
        return inFile > 0 || single(field).isEmpty() ? inFile : 1;
    }

    private Optional<byte[]> single(Field field) throws IOException {
        return staging.isPresent() ? staging.get().single(demo, field) : Optional.empty();
    }

    private static DatasetInfo withRows(DatasetInfo info, long rows) {
        return new DatasetInfo(
                info.dtype(),
                rows,
                info.rowShape(),
                info.chunkShape(),
                info.filters(),
                info.storedBytes(),
                info.unit(),
                info.frame());
    }

    @Override
    public byte[] readBytes(String path, long from, long to) throws IOException {
        if (to <= rowsInFile(path)) {
            return stored.orElseThrow().readBytes(path, from, to);
        }
        Gap gap = gap(path);
        if (Math.max(from, gap.from()) < Math.min(to, gap.to())) {
            throw new IOException(Sentence.of(
                    "%s, %s: steps %s to %s are in no file that can be read", name, path, gap.from(), gap.to() - 1));
        }
        return StoredRows.bytes(path, info(path), from, to, source(path));
    }

    @Override
    public double[] readDoubles(String path, long from, long to) throws IOException {
        if (to <= rowsInFile(path)) {
            return stored.orElseThrow().readDoubles(path, from, to);
        }
        DatasetInfo info = info(path);
        double[] values = StoredRows.doubles(path, info, from, to, source(path));
        Gap gap = gap(path);
        long start = Math.max(from, gap.from());
        long end = Math.min(to, gap.to());
        if (start < end) {
            int width = Math.toIntExact(info.rowElements());
            Arrays.fill(values, (int) (start - from) * width, (int) (end - from) * width, Double.NaN);
        }
        return values;
    }

    /** Rows of a dataset that the run file is asked for. */
    private long rowsInFile(String path) throws IOException {
        if (stored.isEmpty()) {
            return 0;
        }
        DatasetInfo info = stored.get().info(path);
        return isStepDataset(staged.get(path), info) ? Math.min(info.rows(), rows().flushed()) : info.rows();
    }

    private StoredRows.Source source(String path) {
        return (from, count, out) -> {
            long inFile = Math.max(0, Math.min(rowsInFile(path) - from, count));
            int done = 0;
            if (inFile > 0) {
                byte[] flushed = stored.orElseThrow().readBytes(path, from, from + inFile);
                System.arraycopy(flushed, 0, out, 0, flushed.length);
                done = flushed.length;
            }
            if (inFile < count) {
                copyStaged(staged.get(path), from + inFile, count - inFile, out, done);
            }
        };
    }

    private void copyStaged(Field field, long from, long count, byte[] out, int at) throws IOException {
        int size = field.rowBytes();
        if (!isStep(field)) {
            byte[] row = single(field)
                    .orElseThrow(() -> new IOException(name + ", " + field + " was overwritten meanwhile; ask again"));
            System.arraycopy(row, 0, out, at, size);
            return;
        }
        long start = Math.max(from, rows().first());
        int missing = Math.toIntExact(Math.min(count, start - from)) * size;
        Arrays.fill(out, at, at + missing, (byte) 0);
        if (from + count > start) {
            int rowsHere = Math.toIntExact(from + count - start);
            byte[] later = rows().later().bytes(field);
            System.arraycopy(later, Math.toIntExact(start - rows().first()) * size, out, at + missing, rowsHere * size);
        }
    }
}
