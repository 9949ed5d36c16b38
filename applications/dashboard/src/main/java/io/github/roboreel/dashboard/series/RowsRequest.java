package io.github.roboreel.dashboard.series;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.github.roboreel.dashboard.series.WorkerRuns.Run;
import io.github.roboreel.format.DemoHeader;
import io.github.roboreel.recorder.hdf5.read.UnfinishedRun;
import io.github.roboreel.recorder.hdf5.worker.Service;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is asked of a {@link RowsWorker}.
 *
 * @param file the run file
 * @param demo name of the demo in it
 * @param damage why the run file is not to be read but only what is beside it; empty to read it
 * @param call what is asked of the demo; null to load no more than what reading needs
 */
record RowsRequest(String file, String demo, String damage, Call call) {
    static final RowsRequest WARM = new RowsRequest("", "", "", null);

    RowsRequest with(Call other) {
        return new RowsRequest(file, demo, damage, other);
    }

    /** The same, of what is beside a run file that must not be read. */
    RowsRequest without(String why) {
        return new RowsRequest(file, demo, why, call);
    }

    /** A question about a demo. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.MINIMAL_CLASS)
    sealed interface Call {
        /** What {@link Service#answer} gives. */
        Object answer(Run run, EpisodeReader demo, SeriesRows series) throws IOException;
    }

    /**
     * Rows of some fields.
     *
     * @param fields {@code path} or {@code path[i]}
     * @param from first row, from 0
     * @param to row after the last one; beyond the end for all
     * @param dtSeconds time between two steps, s
     */
    record Range(List<String> fields, long from, long to, double dtSeconds) {
        Range part(long first, long end) {
            return new Range(fields, first, end, dtSeconds);
        }
    }

    /** {@link DemoOverview}. */
    record Describe() implements Call {
        @Override
        public DemoOverview answer(Run run, EpisodeReader demo, SeriesRows series) throws IOException {
            Map<String, Object> attributes = demo.attributes();
            return new DemoOverview(
                    DemoHeader.isUnused(attributes),
                    demo.numSamples(),
                    FileTree.ofDemo(attributes),
                    demo.infos(),
                    !run.reader().isLive() && run.reader() instanceof UnfinishedRun left ? left.problems() : List.of());
        }
    }

    /**
     * {@link Columns} as bytes.
     *
     * @param width pixel columns
     */
    record Series(Range range, int width) implements Call {
        @Override
        public byte[] answer(Run run, EpisodeReader demo, SeriesRows series) throws IOException {
            return series.read(this, run.stamp(), demo);
        }
    }

    /** {@link RowValues}. */
    record Row(List<String> fields, long row) implements Call {
        @Override
        public RowValues answer(Run run, EpisodeReader demo, SeriesRows series) throws IOException {
            Map<String, List<Object>> values = new LinkedHashMap<>();
            Map<String, String> units = new LinkedHashMap<>();
            for (String field : fields) {
                FieldName name = FieldName.of(field);
                DatasetInfo info = SeriesRows.required(demo, name.path());
                if (StoredPictures.areIn(info) && name.index().isEmpty()) {
                    throw new IllegalArgumentException(name.path() + " holds pictures; ask for its frame");
                }
                values.put(field, values(name, info, demo));
                units.put(field, Components.unit(name.path(), info));
            }
            return new RowValues(row, values, units);
        }

        private List<Object> values(FieldName name, DatasetInfo info, EpisodeReader demo) throws IOException {
            if (row >= info.rows()) {
                return List.of();
            }
            List<Object> values =
                    new ArrayList<>(StoredValue.of(info.dtype(), demo.readBytes(name.path(), row, row + 1)));
            // A page's numbers are float64 anyway, and an answer of a worker holds no larger whole number.
            values.replaceAll(value -> value instanceof BigInteger large ? (Object) large.doubleValue() : value);
            if (name.index().isEmpty()) {
                return values;
            }
            if (name.component() >= values.size()) {
                throw new IllegalArgumentException(name.path() + " has components 0 to " + (values.size() - 1));
            }
            return values.subList(name.component(), name.component() + 1);
        }
    }

    /**
     * Exact values of one row.
     *
     * @param row from 0
     * @param values of each field; null for what is not finite, an empty list where the field has no such row
     * @param unit of each field
     */
    record RowValues(long row, Map<String, List<Object>> values, Map<String, String> unit) {}

    /** Lines of CSV, as bytes: the header for no rows, nothing behind the last row. */
    record Csv(Range range) implements Call {
        /** Rows in one answer. */
        static final int MAX_ROWS = 4096;

        @Override
        public byte[] answer(Run run, EpisodeReader demo, SeriesRows series) throws IOException {
            CsvRows rows = new CsvRows(demo, range.fields);
            if (range.from == range.to) {
                return rows.header();
            }
            long to = Math.min(range.to, Math.min(rows.rows(), range.from + MAX_ROWS));
            return range.from >= to ? new byte[0] : rows.lines(range.from, to, range.dtSeconds);
        }
    }

    /** A stored picture as PNG. */
    record Picture(String path, long row) implements Call {
        @Override
        public byte[] answer(Run run, EpisodeReader demo, SeriesRows series) throws IOException {
            return StoredPictures.png(demo, path, row);
        }
    }

    /**
     * {@link Tracks}.
     *
     * @param stride every how many rows
     */
    record TrackRows(int stride) implements Call {
        @Override
        public Tracks answer(Run run, EpisodeReader demo, SeriesRows series) throws IOException {
            return TrackReader.read(demo, stride);
        }
    }

    /**
     * {@link SubtaskRows}.
     *
     * @param rows whose times are wanted
     */
    record Subtasks(List<Long> rows) implements Call {
        @Override
        public SubtaskRows answer(Run run, EpisodeReader demo, SeriesRows series) throws IOException {
            return SubtaskRows.of(demo, rows);
        }
    }

    /** {@link FileTree}. */
    record Tree() implements Call {
        @Override
        public FileTree answer(Run run, EpisodeReader demo, SeriesRows series) throws IOException {
            return FileTree.of(run.reader(), demo);
        }
    }
}
