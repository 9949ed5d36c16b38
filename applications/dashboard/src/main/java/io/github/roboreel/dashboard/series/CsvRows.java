package io.github.roboreel.dashboard.series;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.tools.report.Csv;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Lines of CSV of a demo's rows: step, from 1, its time and each component, exactly as stored. Where no times are
 * stored they are multiples of the period. Made in a worker.
 */
final class CsvRows {
    private static final int MAX_COMPONENTS = 1024;

    private final EpisodeReader demo;
    private final List<Source> sources = new ArrayList<>();

    /** A field of the table. */
    private record Source(FieldName name, DatasetInfo info) {}

    /** Of fields, {@code path} or {@code path[i]}. */
    CsvRows(EpisodeReader demo, List<String> fields) throws IOException {
        this.demo = demo;
        long components = 0;
        for (String field : fields) {
            FieldName name = FieldName.of(field);
            DatasetInfo info = SeriesRows.required(demo, name.path());
            sources.add(new Source(name, info));
            components += name.index().isPresent() || info.dtype().isText() ? 1 : info.rowElements();
            if (name.component() >= info.rowElements() || components > MAX_COMPONENTS) {
                throw new IllegalArgumentException(
                        name.component() >= info.rowElements()
                                ? name.path() + " has components 0 to " + (info.rowElements() - 1)
                                : "more than " + MAX_COMPONENTS + " columns asked for; ask for fewer fields");
            }
        }
    }

    /** Rows of the longest field. */
    long rows() {
        return sources.stream().mapToLong(source -> source.info().rows()).max().orElse(0);
    }

    /** The header line. */
    byte[] header() {
        List<String> cells = new ArrayList<>(List.of("step", "time_s"));
        for (Source source : sources) {
            boolean isOne =
                    source.name().index().isPresent() || source.info().dtype().isText();
            int first = source.name().index().orElse(0);
            long end = isOne ? first + 1L : source.info().rowElements();
            long components = source.info().dtype().isText() ? 1 : source.info().rowElements();
            for (int component = first; component < end; component++) {
                cells.add(source.name().nameOf(component, components));
            }
        }
        return Csv.line(cells).getBytes(StandardCharsets.UTF_8);
    }

    /** Lines of rows. */
    byte[] lines(long from, long to, double dtSeconds) throws IOException {
        List<List<Object>> columns = new ArrayList<>();
        List<Integer> widths = new ArrayList<>();
        for (Source source : sources) {
            columns.add(values(source, from, to));
            boolean isText = source.info().dtype().isText();
            widths.add(isText ? 1 : Math.toIntExact(source.info().rowElements()));
        }
        double[] times = times(from, to);
        StringBuilder lines = new StringBuilder();
        for (long row = from; row < to; row++) {
            List<String> cells = new ArrayList<>();
            int at = (int) (row - from);
            cells.add(Long.toString(row + 1));
            cells.add(Double.toString(at < times.length ? times[at] : (row + 1) * dtSeconds));
            for (int i = 0; i < sources.size(); i++) {
                addCells(cells, sources.get(i), columns.get(i), widths.get(i), at);
            }
            lines.append(Csv.line(cells));
        }
        return lines.toString().getBytes(StandardCharsets.UTF_8);
    }

    private double[] times(long from, long to) throws IOException {
        long stored =
                demo.has(DemoPaths.SIM_TIME) ? demo.info(DemoPaths.SIM_TIME).rows() : 0;
        long end = Math.min(to, stored);
        return from < end ? demo.readDoubles(DemoPaths.SIM_TIME, from, end) : new double[0];
    }

    private List<Object> values(Source source, long from, long to) throws IOException {
        long end = Math.min(to, source.info().rows());
        if (from >= end) {
            return List.of();
        }
        if (!source.info().dtype().isText()) {
            return StoredValue.of(
                    source.info().dtype(), demo.readBytes(source.name().path(), from, end));
        }
        List<Object> texts = new ArrayList<>();
        for (long row = from; row < end; row++) {
            byte[] text = demo.readBytes(source.name().path(), row, row + 1);
            texts.addAll(StoredValue.of(source.info().dtype(), text));
        }
        return texts;
    }

    private static void addCells(List<String> cells, Source source, List<Object> values, int width, int row) {
        int first = source.name().index().orElse(0);
        int end = source.name().index().isPresent() ? first + 1 : width;
        for (int component = first; component < end; component++) {
            int at = row * width + component;
            Object value = at < values.size() ? values.get(at) : null;
            cells.add(value == null ? "" : value.toString());
        }
    }
}
