package io.github.roboreel.recordings.episodes;

import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Arrays that an episode holds, without their rows. Episodes of one schema share all but the numbers of rows and bytes,
 * so that those of a large folder fit into memory. Immutable.
 */
final class EpisodeShape {
    private final long numSamples;
    private final List<String> paths;
    private final Map<String, Integer> places;
    private final List<DatasetInfo> arrays;
    private final long[] rows;
    private final long[] storedBytes;

    private EpisodeShape(long numSamples, Layout layout, long[] rows, long[] storedBytes) {
        this.numSamples = numSamples;
        this.paths = layout.paths;
        this.places = layout.places;
        this.arrays = layout.arrays;
        this.rows = rows;
        this.storedBytes = storedBytes;
    }

    /** What episodes of one schema have in common; arrays are of 0 rows and bytes here. */
    private record Layout(List<String> paths, Map<String, Integer> places, List<DatasetInfo> arrays) {}

    /** Reads shapes, sharing what is equal. For one thread. */
    static final class Shapes {
        private final Map<List<Object>, Layout> layouts = new HashMap<>();

        /**
         * Shape of an episode.
         *
         * @throws IOException when something in it cannot be read
         */
        EpisodeShape read(EpisodeReader episode) throws IOException {
            Map<String, DatasetInfo> infos = episode.infos();
            List<String> paths = List.copyOf(infos.keySet());
            List<DatasetInfo> arrays =
                    infos.values().stream().map(info -> info.withRows(0, 0)).toList();
            long[] rows = infos.values().stream().mapToLong(DatasetInfo::rows).toArray();
            long[] storedBytes =
                    infos.values().stream().mapToLong(DatasetInfo::storedBytes).toArray();
            Layout layout = layouts.computeIfAbsent(List.of(paths, arrays), key -> layout(paths, arrays));
            return new EpisodeShape(episode.numSamples(), layout, rows, storedBytes);
        }

        private static Layout layout(List<String> paths, List<DatasetInfo> arrays) {
            Map<String, Integer> places = new HashMap<>();
            paths.forEach(path -> places.put(path, places.size()));
            return new Layout(List.copyOf(paths), Map.copyOf(places), List.copyOf(arrays));
        }
    }

    long numSamples() {
        return numSamples;
    }

    List<String> paths() {
        return paths;
    }

    boolean has(String path) {
        return places.containsKey(path);
    }

    /** What is at a path that it has. */
    DatasetInfo info(String path) {
        int place = places.get(path);
        return arrays.get(place).withRows(rows[place], storedBytes[place]);
    }
}
