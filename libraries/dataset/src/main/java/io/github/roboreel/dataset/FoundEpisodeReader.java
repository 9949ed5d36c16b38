package io.github.roboreel.dataset;

import io.github.roboreel.format.Elements;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A foreign episode with the arrays that an import of it would record. For one thread. */
final class FoundEpisodeReader implements EpisodeReader {
    private final FoundEpisode episode;
    private final String name;
    private final Map<String, Column> columns = new LinkedHashMap<>();

    private record Column(FieldSpec spec, long count, ArrayRows rows) {
        DatasetInfo info() {
            List<Long> shape = spec.shape().stream().map(Integer::longValue).toList();
            return new DatasetInfo(spec.dtype(), count, shape, List.of(), List.of(), 0, spec.unit(), spec.frame())
                    .with(spec.signal());
        }
    }

    FoundEpisodeReader(FoundEpisode episode, String name) {
        this.episode = episode;
        this.name = name;
        for (FieldSource array : episode.arrays()) {
            long rows = array.spec().phase() == FieldPhase.STEP ? episode.steps() : 1;
            columns.put(array.spec().path(), new Column(array.spec(), rows, new ArrayRows(array, rows)));
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Map<String, Object> attributes() {
        return episode.outcome().attributes();
    }

    @Override
    public long numSamples() {
        return episode.steps();
    }

    @Override
    public List<String> paths() {
        return List.copyOf(columns.keySet());
    }

    @Override
    public boolean has(String path) {
        return columns.containsKey(path);
    }

    private Column column(String path) throws IOException {
        Column column = columns.get(path);
        if (column == null) {
            throw new IOException(episode.where() + " has no array '" + path + "'");
        }
        return column;
    }

    @Override
    public DatasetInfo info(String path) throws IOException {
        return column(path).info();
    }

    @Override
    public double[] readDoubles(String path, long from, long to) throws IOException {
        return Elements.doubles(column(path).spec().dtype(), Elements.of(readBytes(path, from, to)));
    }

    @Override
    public byte[] readBytes(String path, long from, long to) throws IOException {
        Column column = column(path);
        if (from < 0 || from > to || to > column.count()) {
            throw new IllegalArgumentException(
                    "rows " + from + " to " + to + " of " + path + " asked for, but it has " + column.count());
        }
        return from == to ? new byte[0] : column.rows().read(from, to);
    }
}
