package io.github.roboreel.dataset.lerobot;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Statistics of all features of one episode. */
final class EpisodeStatistics {
    private final Map<String, Statistics> vectors = new LinkedHashMap<>();
    private final Map<String, PictureStatistics> pictures = new HashMap<>();

    /** Looks at a block of a picture's frames. */
    void pictures(Column column, byte[] rows, long from, int count, int steps) {
        int height = Math.toIntExact(column.feature().shape().get(0));
        int width = Math.toIntExact(column.feature().shape().get(1));
        PictureStatistics statistics = pictures.computeIfAbsent(column.key(), k -> PictureStatistics.of(column));
        for (int i = 0; i < count; i++) {
            if (PictureStatistics.isSampled(from + i, steps)) {
                statistics.add(rows, i * column.rowBytes(), width, height);
            }
        }
    }

    void add(String key, PictureStatistics statistics) {
        pictures.put(key, statistics);
    }

    /** Goes through the columns that are no pictures. */
    void vectors(List<Column> columns, EpisodeRows episode) throws IOException {
        for (Column column : columns) {
            if (!column.isPicture()) {
                vectors.put(column.key(), VectorStatistics.of(column, episode));
            }
        }
    }

    Statistics of(String key) {
        PictureStatistics picture = pictures.get(key);
        return picture == null ? vectors.get(key) : picture.result();
    }

    void addTo(DatasetStatistics dataset) {
        vectors.forEach(dataset::add);
        pictures.forEach(dataset::add);
    }
}
