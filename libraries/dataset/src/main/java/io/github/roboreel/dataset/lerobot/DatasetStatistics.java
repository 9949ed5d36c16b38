package io.github.roboreel.dataset.lerobot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.lerobot.statistics.Histograms;
import io.github.roboreel.dataset.lerobot.statistics.PictureStatistics;
import io.github.roboreel.dataset.lerobot.statistics.PooledQuantiles;
import io.github.roboreel.dataset.lerobot.statistics.Statistics;
import io.github.roboreel.dataset.lerobot.statistics.VectorStatistics;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Statistics of all features over the dataset, or over a part of it. Quantiles are those of all values, found when the
 * rows are read back, for as many elements as the memory for histograms allows.
 */
final class DatasetStatistics {
    private static final long HISTOGRAM_BYTES = 64 << 20;

    /** Elements of which a part tells quantiles, so that what it tells is small. */
    private static final int MAX_PACKED_ELEMENTS = 2048;

    private static final String QUANTILES = "quantiles";

    private final Map<String, Statistics> vectors = new LinkedHashMap<>();
    private final Map<String, PictureStatistics> pictures = new LinkedHashMap<>();
    private final Map<String, Histograms> histograms = new LinkedHashMap<>();
    private final Map<String, PooledQuantiles> pooled = new LinkedHashMap<>();

    /** Statistics of all features of one episode. */
    static final class OfEpisode {
        private final Map<String, Statistics> vectors = new LinkedHashMap<>();
        private final Map<String, PictureStatistics> pictures = new HashMap<>();

        /** Looks at a block of a picture's frames. */
        void pictures(Column column, byte[] rows, int from, int count, int steps) {
            LeRobotFeature feature = column.feature();
            PictureStatistics statistics = pictures.computeIfAbsent(column.key(), k -> pictureStatistics(feature));
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
        void vectors(List<Column> columns, LeRobotRows episode) throws IOException {
            for (Column column : columns) {
                if (!column.isPicture()) {
                    Statistics own = VectorStatistics.of(
                            visitor -> column.each(episode, visitor), column.elements(), episode.steps());
                    vectors.put(column.key(), own);
                }
            }
        }

        Statistics of(String key) {
            PictureStatistics picture = pictures.get(key);
            return picture == null ? vectors.get(key) : picture.result();
        }
    }

    private static PictureStatistics pictureStatistics(LeRobotFeature feature) {
        return feature.channels() == 1 ? PictureStatistics.ofDepth() : new PictureStatistics();
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

    /** All of it, for {@link #add(JsonNode, List)}. */
    JsonNode packed() {
        ObjectNode packed = JsonNodeFactory.instance.objectNode();
        int left = MAX_PACKED_ELEMENTS;
        for (String key : vectors.keySet()) {
            Statistics own = of(key);
            ObjectNode entry = own.packed();
            Histograms histogram = histograms.get(key);
            if (histogram != null && own.mean().length <= left) {
                left -= own.mean().length;
                entry.set(QUANTILES, PooledQuantiles.packed(histogram, own));
            }
            packed.set(key, entry);
        }
        pictures.forEach((key, own) -> packed.set(key, own.packed()));
        return packed;
    }

    /**
     * Adds those of the next part of a dataset.
     *
     * @throws IOException when they are of other features
     */
    void add(JsonNode packed, List<LeRobotFeature> features) throws IOException {
        for (LeRobotFeature feature : features) {
            String key = feature.key();
            JsonNode part = packed.path(key);
            if (feature.isPicture()) {
                pictures.computeIfAbsent(key, k -> pictureStatistics(feature)).add(part);
            } else {
                Statistics own = Statistics.of(part, feature.elements());
                vectors.merge(key, own, Statistics::plus);
                if (part.has(QUANTILES)) {
                    pooled.computeIfAbsent(key, k -> new PooledQuantiles(feature.elements()))
                            .add(part.get(QUANTILES), own);
                }
            }
        }
    }

    /** A feature's entry of {@code stats.json}. */
    Map<String, Object> json(LeRobotFeature feature) {
        return of(feature.key()).json(feature.statisticsShape());
    }

    private Statistics of(String key) {
        PictureStatistics picture = pictures.get(key);
        if (picture != null) {
            return picture.result();
        }
        Statistics all = vectors.get(key);
        if (pooled.containsKey(key)) {
            return pooled.get(key).in(all);
        }
        Histograms histogram = histograms.get(key);
        return histogram == null || all.count() < 2 ? all : all.withQuantiles(histogram.quantiles());
    }
}
