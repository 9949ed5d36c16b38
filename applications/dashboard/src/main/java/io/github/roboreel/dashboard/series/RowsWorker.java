package io.github.roboreel.dashboard.series;

import io.github.roboreel.format.DemoHeader;
import io.github.roboreel.recorder.hdf5.lib.Hdf5;
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

/** Service that reads run files for the dashboard, in a process of its own. */
final class RowsWorker implements Service<RowsRequest> {
    /** Rows of CSV in one answer. */
    static final int CSV_ROWS = 4096;

    /**
     * Exact values of one row.
     *
     * @param row from 0
     * @param values of each field; null for what is not finite, an empty list where the field has no such row
     * @param unit of each field
     */
    record RowValues(long row, Map<String, List<Object>> values, Map<String, String> unit) {}

    private final WorkerRuns runs = new WorkerRuns();
    private final SeriesRows series = new SeriesRows();

    @Override
    public Class<RowsRequest> requestType() {
        return RowsRequest.class;
    }

    @Override
    public Object answer(RowsRequest request, Progress progress) throws IOException {
        if (request.call() == RowsRequest.Call.WARM) {
            Hdf5.load();
            return true;
        }
        WorkerRuns.Run run = runs.get(request.file(), request.damage());
        try {
            return answer(request, run, run.demo(request.demo()));
        } catch (IOException | RuntimeException | Error e) {
            if (!(e instanceof IllegalArgumentException)) {
                runs.close(request.file());
            }
            throw e;
        }
    }

    private Object answer(RowsRequest request, WorkerRuns.Run run, EpisodeReader demo) throws IOException {
        return switch (request.call()) {
            case WARM -> true;
            case DESCRIBE -> describe(run, demo);
            case SERIES -> series.read(request, run.stamp(), demo);
            case ROW -> row(request, demo);
            case CSV -> csv(request, demo);
            case PICTURE -> StoredPictures.png(demo, request.fields().get(0), request.from());
            case TRACKS -> TrackReader.read(demo, request.width());
            case SUBTASKS -> SubtaskRows.of(demo, request.rows());
            case TREE -> FileTree.of(run.reader(), demo);
        };
    }

    private static DemoOverview describe(WorkerRuns.Run run, EpisodeReader demo) throws IOException {
        Map<String, Object> attributes = demo.attributes();
        return new DemoOverview(
                run.reader().isLive(),
                DemoHeader.isUnused(attributes),
                demo.numSamples(),
                FileTree.ofDemo(attributes),
                demo.infos(),
                !run.reader().isLive() && run.reader() instanceof UnfinishedRun left ? left.problems() : List.of());
    }

    private static RowValues row(RowsRequest request, EpisodeReader demo) throws IOException {
        Map<String, List<Object>> values = new LinkedHashMap<>();
        Map<String, String> units = new LinkedHashMap<>();
        for (String field : request.fields()) {
            FieldName name = FieldName.of(field);
            DatasetInfo info = SeriesRows.required(demo, name.path());
            if (StoredPictures.areIn(info) && name.index().isEmpty()) {
                throw new IllegalArgumentException(name.path() + " holds pictures; ask for its frame");
            }
            values.put(field, values(name, info, demo, request.from()));
            units.put(field, Components.unit(name.path(), info));
        }
        return new RowValues(request.from(), values, units);
    }

    private static List<Object> values(FieldName name, DatasetInfo info, EpisodeReader demo, long step)
            throws IOException {
        if (step >= info.rows()) {
            return List.of();
        }
        List<Object> row = new ArrayList<>(StoredValue.of(info.dtype(), demo.readBytes(name.path(), step, step + 1)));
        // A page's numbers are float64 anyway, and an answer of a worker holds no larger whole number.
        row.replaceAll(value -> value instanceof BigInteger large ? (Object) large.doubleValue() : value);
        if (name.index().isEmpty()) {
            return row;
        }
        if (name.component() >= row.size()) {
            throw new IllegalArgumentException(name.path() + " has components 0 to " + (row.size() - 1));
        }
        return row.subList(name.component(), name.component() + 1);
    }

    /** The header before row 0; nothing behind the last row. */
    private static byte[] csv(RowsRequest request, EpisodeReader demo) throws IOException {
        CsvRows rows = new CsvRows(demo, request.fields());
        if (request.from() == request.to()) {
            return rows.header();
        }
        long to = Math.min(request.to(), Math.min(rows.rows(), request.from() + CSV_ROWS));
        return request.from() >= to ? new byte[0] : rows.lines(request.from(), to, request.dtSeconds());
    }
}
