package io.github.roboreel.dashboard.series;

import io.github.roboreel.dashboard.series.Columns.Column;
import io.github.roboreel.dashboard.series.RowsRequest.Range;
import io.github.roboreel.dashboard.series.RowsRequest.Series;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.names.KnownNames;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reader of a demo's series; columns of finished episodes stay in memory. For one thread. */
public final class SeriesRows {
    /** Components that all series of one answer may have. */
    static final int MAX_COLUMNS = 64;

    private static final long MAX_CACHED = 224L << 20;

    /** One load may not drive everything else out. */
    private static final long MAX_LOADED = 160L << 20;

    private static final long BATCH_BYTES = 4L << 20;
    private static final int BLOCK = 4096;

    /** A dataset of up to so many components is kept whole, as a page asks for the others next. */
    private static final int MAX_KEPT_WHOLE = 16;

    /** A part of the rows this much smaller than all is read alone. */
    private static final int SMALL_PART = 16;

    private final ColumnCache cache = new ColumnCache(MAX_CACHED);

    /** Components asked of one dataset. */
    private record Wanted(String path, DatasetInfo info, Set<Integer> components) {}

    /** One column of the answer. */
    private record Place(Wanted dataset, int component, String name) {}

    /**
     * Every row of a range.
     *
     * @param fields numeric ones, {@code path} or {@code path[i]}
     * @param to step after the last; cut where the rows end
     * @return {@link Columns}
     * @throws IllegalArgumentException in one sentence, when a field is not there or is no number
     * @throws IOException when they cannot be read
     */
    public static byte[] all(EpisodeReader demo, List<String> fields, long from, long to, double dtSeconds)
            throws IOException {
        int width = Math.toIntExact((to - from) / M4.RAW_ROWS + 1);
        Series asked = new Series(new Range(fields, from, to, dtSeconds), width);
        return new SeriesRows().read(asked, Optional.empty(), demo);
    }

    /**
     * What is asked for, as {@link Columns}.
     *
     * @param stamp that the run file has as long as it does not change; empty while it is being recorded
     */
    byte[] read(Series asked, Optional<String> stamp, EpisodeReader demo) throws IOException {
        Map<String, Wanted> datasets = new LinkedHashMap<>();
        List<Place> places = places(asked.range().fields(), demo, datasets);
        long rows = demo.numSamples();
        long longest = datasets.values().stream()
                .mapToLong(dataset -> dataset.info().rows())
                .max()
                .orElse(0);
        long to = Math.min(asked.range().to(), longest);
        long from = Math.min(asked.range().from(), to);
        Map<Place, M4> chosen = new LinkedHashMap<>();
        for (Wanted dataset : datasets.values()) {
            List<Place> own =
                    places.stream().filter(place -> place.dataset() == dataset).toList();
            chosen.putAll(choose(dataset, own, asked.width(), stamp, demo, from, to));
        }
        List<Column> columns = new ArrayList<>();
        for (Place place : places) {
            M4 m4 = chosen.get(place);
            columns.add(new Column(
                    place.name(),
                    Components.unit(place.dataset().path(), place.dataset().info()),
                    m4.least(),
                    m4.greatest(),
                    m4.steps(),
                    m4.values()));
        }
        return new Columns(from, to, rows, asked.range().dtSeconds(), columns).bytes();
    }

    private static List<Place> places(List<String> fields, EpisodeReader demo, Map<String, Wanted> datasets)
            throws IOException {
        List<Place> places = new ArrayList<>();
        for (String field : fields) {
            FieldName name = FieldName.of(field);
            Wanted dataset = datasets.get(name.path());
            if (dataset == null) {
                dataset = new Wanted(name.path(), numbers(demo, name.path()), new TreeSet<>());
                datasets.put(name.path(), dataset);
            }
            long elements = dataset.info().rowElements();
            int first = name.index().orElse(0);
            long end = name.index().isPresent() ? first + 1L : elements;
            if (end > elements || places.size() + end - first > MAX_COLUMNS) {
                throw new IllegalArgumentException(
                        end > elements
                                ? Sentence.of("%s has components 0 to %s", name.path(), elements - 1)
                                : Sentence.of(
                                        "more than %s series asked for; ask for single components, such as %s[0]",
                                        MAX_COLUMNS, name.path()));
            }
            for (int component = first; component < end; component++) {
                dataset.components().add(component);
                places.add(new Place(dataset, component, name.nameOf(component, elements)));
            }
        }
        return places;
    }

    /** Description of a dataset that can be drawn as curves. */
    static DatasetInfo numbers(EpisodeReader demo, String path) throws IOException {
        DatasetInfo info = required(demo, path);
        if (info.dtype().isText()) {
            throw new IllegalArgumentException(path + " is text, which has no curve; ask for its rows");
        }
        if (StoredPictures.areIn(info)) {
            throw new IllegalArgumentException(path + " holds pictures, which have no curve; ask for its frames");
        }
        return info;
    }

    /** Description of a dataset that the demo has. */
    static DatasetInfo required(EpisodeReader demo, String path) throws IOException {
        if (!demo.has(path)) {
            throw new IllegalArgumentException(
                    Sentence.of("the episode has no field '%s'; %s", path, KnownNames.hint(path, demo.paths())));
        }
        return demo.info(path);
    }

    private Map<Place, M4> choose(
            Wanted dataset,
            List<Place> places,
            int width,
            Optional<String> stamp,
            EpisodeReader demo,
            long from,
            long to)
            throws IOException {
        long end = Math.min(to, dataset.info().rows());
        long start = Math.min(from, end);
        Map<Place, M4> chosen = new LinkedHashMap<>();
        places.forEach(place -> chosen.put(place, new M4(start, end, width)));
        Map<Integer, StoredColumn> columns = columns(dataset, stamp, demo, end - start);
        if (columns.isEmpty()) {
            stream(dataset, demo, start, end, (row, values, count) -> {
                double[] column = new double[count];
                int elements = Math.toIntExact(dataset.info().rowElements());
                chosen.forEach((place, m4) -> {
                    for (int i = 0; i < count; i++) {
                        column[i] = values[i * elements + place.component()];
                    }
                    m4.accept(column, count);
                });
            });
            return chosen;
        }
        double[] block = new double[BLOCK];
        chosen.forEach((place, m4) -> {
            StoredColumn column = columns.get(place.component());
            for (long row = start; row < end; row += BLOCK) {
                int count = (int) Math.min(BLOCK, end - row);
                column.widen((int) row, count, block);
                m4.accept(block, count);
            }
        });
        return chosen;
    }

    /** The columns in memory, read if need be; empty when the rows are to be read alone. */
    private Map<Integer, StoredColumn> columns(Wanted dataset, Optional<String> stamp, EpisodeReader demo, long asked)
            throws IOException {
        DatasetInfo info = dataset.info();
        if (stamp.isEmpty() || info.rows() == 0) {
            return Map.of();
        }
        Map<Integer, StoredColumn> columns = new LinkedHashMap<>();
        for (int component : dataset.components()) {
            StoredColumn known = cache.get(key(dataset, stamp.get(), demo, component));
            if (known != null) {
                columns.put(component, known);
            }
        }
        if (columns.size() == dataset.components().size()) {
            return columns;
        }
        long elements = info.rowElements();
        boolean fitsFloat = info.dtype().exactFloat() == DType.FLOAT32;
        long columnBytes = info.rows() * (fitsFloat ? Float.BYTES : Double.BYTES);
        boolean keepsAll = elements <= MAX_KEPT_WHOLE && elements * columnBytes <= MAX_LOADED;
        long kept = keepsAll ? elements : dataset.components().size();
        boolean isPart = asked < info.rows() / SMALL_PART;
        if (isPart || kept * columnBytes > MAX_LOADED || info.rows() > Integer.MAX_VALUE / 2) {
            return Map.of();
        }
        return load(dataset, stamp.get(), demo, keepsAll, fitsFloat);
    }

    private Map<Integer, StoredColumn> load(
            Wanted dataset, String stamp, EpisodeReader demo, boolean keepsAll, boolean fitsFloat) throws IOException {
        int rows = (int) dataset.info().rows();
        int width = Math.toIntExact(dataset.info().rowElements());
        Map<Integer, StoredColumn> columns = new LinkedHashMap<>();
        for (int component = 0; component < width; component++) {
            if (keepsAll || dataset.components().contains(component)) {
                columns.put(component, StoredColumn.of(rows, fitsFloat));
            }
        }
        stream(
                dataset,
                demo,
                0,
                rows,
                (row, values, count) -> columns.forEach((component, column) -> {
                    column.take((int) row, values, component, width, count);
                }));
        columns.forEach((component, column) -> cache.put(key(dataset, stamp, demo, component), column));
        return columns;
    }

    private static ColumnCache.Key key(Wanted dataset, String stamp, EpisodeReader demo, int component) {
        return new ColumnCache.Key(stamp, demo.name(), dataset.path(), component);
    }

    @FunctionalInterface
    private interface Batch {
        void take(long row, double[] values, int count);
    }

    /** Reads rows in batches of whole chunks. */
    private static void stream(Wanted dataset, EpisodeReader demo, long from, long to, Batch batch) throws IOException {
        DatasetInfo info = dataset.info();
        long rowBytes = Math.max(1, info.rowElements() * Double.BYTES);
        long chunkRows = info.chunkShape().isEmpty() ? 1 : info.chunkShape().get(0);
        long batchRows = Math.max(1, BATCH_BYTES / rowBytes / chunkRows) * chunkRows;
        long row = from;
        while (row < to) {
            long end = Math.min(to, (row / batchRows + 1) * batchRows);
            double[] values = demo.readDoubles(dataset.path(), row, end);
            batch.take(row, values, (int) (end - row));
            row = end;
        }
    }
}
