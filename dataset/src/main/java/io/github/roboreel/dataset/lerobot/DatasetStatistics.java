package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.lerobot.VectorStatistics.Histograms;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Statistics of all features over the whole dataset. Quantiles are those of the dataset, found when its rows are read
 * back, for as many elements as the memory for histograms allows.
 */
final class DatasetStatistics {
    private static final long HISTOGRAM_BYTES = 64 << 20;

    private final Map<String, Statistics> vectors = new LinkedHashMap<>();
    private final Map<String, PictureStatistics> pictures = new LinkedHashMap<>();
    private final Map<String, Histograms> histograms = new LinkedHashMap<>();

    /** Statistics of all features of one episode. */
    static final class OfEpisode {
        private final Map<String, Statistics> vectors = new LinkedHashMap<>();
        private final Map<String, PictureStatistics> pictures = new HashMap<>();

        /** Looks at a block of a picture's frames. */
        void pictures(Column column, byte[] rows, int from, int count, int steps) {
            Feature feature = column.feature();
            PictureStatistics statistics = pictures.computeIfAbsent(column.key(), k -> PictureStatistics.of(column));
            for (int i = 0; i < count; i++) {
                if (PictureStatistics.isSampled(from + i, steps)) {
                    statistics.add(rows, i * column.rowBytes(), feature.width(), feature.height());
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
    }

    void add(OfEpisode episode) {
        episode.vectors.forEach((key, own) -> vectors.merge(key, own, Statistics::plus));
        episode.pictures.forEach(
                (key, own) -> pictures.computeIfAbsent(key, k -> own.empty()).add(own));
    }

    /** Makes room for the quantiles, when all episodes have been added. */
    void beginQuantiles(List<Column> columns) {
        long left = HISTOGRAM_BYTES;
        for (Column column : columns) {
            long bytes = Histograms.bytes(column.elements());
            if (!column.isPicture() && bytes <= left) {
                Statistics bounds = vectors.get(column.key());
                histograms.put(column.key(), new Histograms(bounds.min(), bounds.max()));
                left -= bytes;
            }
        }
    }

    /** Counts the values of some rows. */
    void addQuantiles(Column column, byte[] rows) {
        Histograms histogram = histograms.get(column.key());
        if (histogram != null) {
            column.each(rows, histogram::add);
        }
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
        Statistics pooled = vectors.get(key);
        Histograms histogram = histograms.get(key);
        return histogram == null || pooled.count() < 2 ? pooled : pooled.withQuantiles(histogram.quantiles());
    }
}
