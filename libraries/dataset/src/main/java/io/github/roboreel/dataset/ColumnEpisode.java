package io.github.roboreel.dataset;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.IoSupplier;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An episode of columns, wherever each comes from: a file, a foreign dataset, or other columns. For one thread. */
public final class ColumnEpisode implements EpisodeReader {
    private final String name;
    private final IoSupplier<Map<String, Object>> attributes;
    private final long steps;
    private final Map<String, EpisodeColumn> columns;

    private ColumnEpisode(
            String name, IoSupplier<Map<String, Object>> attributes, long steps, Map<String, EpisodeColumn> columns) {
        this.name = name;
        this.attributes = attributes;
        this.steps = steps;
        this.columns = new LinkedHashMap<>(columns);
    }

    ColumnEpisode(String name, Map<String, Object> attributes, long steps, Map<String, EpisodeColumn> columns) {
        this(name, () -> attributes, steps, columns);
    }

    /** An episode as it is, with other columns and steps. */
    public static ColumnEpisode of(EpisodeReader episode, long steps, Map<String, EpisodeColumn> columns) {
        return new ColumnEpisode(episode.name(), episode::attributes, steps, columns);
    }

    /** The columns of an episode by their paths, in its order; what they are is not read yet. */
    public static Map<String, EpisodeColumn> columns(EpisodeReader episode) throws IOException {
        Map<String, EpisodeColumn> columns = new LinkedHashMap<>();
        for (String path : episode.paths()) {
            columns.put(path, EpisodeColumn.of(episode, path));
        }
        return columns;
    }

    /**
     * The arrays below a group of a file, with as many steps as there are actions.
     *
     * @throws IOException when the file cannot be read
     */
    public static ColumnEpisode of(ArrayFileReader file, String group) throws IOException {
        Map<String, EpisodeColumn> columns = new LinkedHashMap<>();
        long steps = 0;
        for (FoundArray array : FoundArray.below(file, group)) {
            columns.put(array.name(), array.column());
            steps = array.name().equals(DemoPaths.ACTIONS) ? array.count() : steps;
        }
        return new ColumnEpisode(group, () -> file.attributes(group), steps, columns);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Map<String, Object> attributes() throws IOException {
        return attributes.get();
    }

    @Override
    public long numSamples() {
        return steps;
    }

    @Override
    public List<String> paths() {
        return new ArrayList<>(columns.keySet());
    }

    @Override
    public boolean has(String path) {
        return columns.containsKey(path);
    }

    private EpisodeColumn column(String path) throws IOException {
        EpisodeColumn column = columns.get(path);
        if (column == null) {
            throw new IOException(name + " has no array '" + path + "'");
        }
        return column;
    }

    @Override
    public DatasetInfo info(String path) throws IOException {
        return column(path).description().get();
    }

    @Override
    public byte[] readBytes(String path, long from, long to) throws IOException {
        return column(path).rows().numbers(from, to);
    }
}
