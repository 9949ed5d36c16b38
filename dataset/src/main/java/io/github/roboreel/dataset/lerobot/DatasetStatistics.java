package io.github.roboreel.dataset.lerobot;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Statistics of all features over the whole dataset. Quantiles are those of the dataset, found in a pass of their own,
 * for as many elements as the memory for histograms allows.
 */
final class DatasetStatistics {
    private static final long HISTOGRAM_BYTES = 64 << 20;

    private final Map<String, PooledStatistics> vectors = new LinkedHashMap<>();
    private final Map<String, PictureStatistics> pictures = new LinkedHashMap<>();
    private final Map<String, Histograms> histograms = new LinkedHashMap<>();

    void add(String key, Statistics episode) {
        vectors.computeIfAbsent(key, k -> new PooledStatistics()).add(episode);
    }

    void add(String key, PictureStatistics episode) {
        pictures.computeIfAbsent(key, k -> episode.empty()).add(episode);
    }

    /** Makes room for the quantiles, when all episodes have been added. */
    void beginQuantiles(List<Column> columns) {
        long left = HISTOGRAM_BYTES;
        for (Column column : columns) {
            long bytes = Histograms.bytes(column.elements());
            if (!column.isPicture() && bytes <= left) {
                Statistics bounds = vectors.get(column.key()).result();
                histograms.put(column.key(), new Histograms(bounds.min(), bounds.max()));
                left -= bytes;
            }
        }
    }

    /** Counts an episode's values. */
    void addQuantiles(List<Column> columns, EpisodeRows episode) throws IOException {
        for (Column column : columns) {
            Histograms histogram = histograms.get(column.key());
            if (histogram != null) {
                count(column, episode, histogram);
            }
        }
    }

    private static void count(Column column, EpisodeRows episode, Histograms histogram) throws IOException {
        int elements = column.elements();
        column.each(episode, (rows, count) -> {
            Values values = new Values(rows, column.dtype());
            for (int i = 0; i < count * elements; i++) {
                histogram.add(i % elements, values.at(i));
            }
        });
    }

    /** A feature's entry of {@code stats.json}. */
    Map<String, Object> json(Feature feature) {
        return of(feature.key()).json(feature.statisticsShape());
    }

    private Statistics of(String key) {
        PictureStatistics picture = pictures.get(key);
        if (picture != null) {
            return picture.result();
        }
        Statistics pooled = vectors.get(key).result();
        Histograms histogram = histograms.get(key);
        return histogram == null || pooled.count() < 2 ? pooled : pooled.withQuantiles(histogram.quantiles());
    }
}
