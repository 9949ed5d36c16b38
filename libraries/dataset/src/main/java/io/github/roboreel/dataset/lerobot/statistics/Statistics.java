package io.github.roboreel.dataset.lerobot.statistics;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.recordings.transform.statistics.LeRobotNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Statistics of a feature, one value per element, or per colour of a picture.
 *
 * @param min least value
 * @param max greatest value
 * @param mean mean
 * @param std standard deviation of the population
 * @param quantiles of each of {@link LeRobotNames#QUANTILES}, in their order
 * @param count frames looked at
 */
public record Statistics(double[] min, double[] max, double[] mean, double[] std, double[][] quantiles, long count) {
    private static final double MEDIAN = 0.5;

    /**
     * Those that {@link #packed} gave.
     *
     * @param elements values that each has
     * @throws IOException when they are others
     */
    public static Statistics of(JsonNode packed, int elements) throws IOException {
        int quantiles = LeRobotNames.QUANTILES.size();
        double[][] rows = PackedNumbers.doubles(packed.path("values"), 4 + quantiles, elements);
        double[][] last = Arrays.copyOfRange(rows, 4, rows.length);
        return new Statistics(
                rows[0], rows[1], rows[2], rows[3], last, packed.path("count").asLong());
    }

    /** All of them, for {@link #of}. */
    public ObjectNode packed() {
        ObjectNode packed = JsonNodeFactory.instance.objectNode().put("count", count);
        return packed.set("values", PackedNumbers.of(values().values().toArray(double[][]::new)));
    }

    /** By {@link LeRobotNames#statistics()}, in their order. */
    public Map<String, double[]> values() {
        List<double[]> own = new ArrayList<>(List.of(min, max, mean, std));
        own.addAll(Arrays.asList(quantiles));
        Map<String, double[]> values = new LinkedHashMap<>();
        for (String name : LeRobotNames.statistics()) {
            values.put(name, own.get(values.size()));
        }
        return values;
    }

    /** The same with better quantiles. */
    public Statistics withQuantiles(double[][] others) {
        return new Statistics(min, max, mean, std, others, count);
    }

    /**
     * With another episode's: the pooled deviation is exact. Quantiles, until better ones are known, are the outermost,
     * as the library makes them.
     */
    public Statistics plus(Statistics other) {
        int elements = mean.length;
        double[] least = new double[elements];
        double[] greatest = new double[elements];
        double[] pooledMean = new double[elements];
        double[] pooledStd = new double[elements];
        double share = (double) other.count / (count + other.count);
        for (int i = 0; i < elements; i++) {
            double apart = other.mean[i] - mean[i];
            least[i] = Math.min(min[i], other.min[i]);
            greatest[i] = Math.max(max[i], other.max[i]);
            pooledMean[i] = mean[i] + share * apart;
            double variance = (1 - share) * std[i] * std[i]
                    + share * other.std[i] * other.std[i]
                    + share * (1 - share) * apart * apart;
            pooledStd[i] = Math.sqrt(variance);
        }
        return new Statistics(least, greatest, pooledMean, pooledStd, outermost(other), count + other.count);
    }

    private double[][] outermost(Statistics other) {
        double[][] outermost = new double[quantiles.length][mean.length];
        int quantile = 0;
        for (double fraction : LeRobotNames.QUANTILES.values()) {
            for (int i = 0; i < mean.length; i++) {
                double one = quantiles[quantile][i];
                double two = other.quantiles[quantile][i];
                outermost[quantile][i] = fraction <= MEDIAN ? Math.min(one, two) : Math.max(one, two);
            }
            quantile++;
        }
        return outermost;
    }

    /** For {@code stats.json}: nested lists of that shape, and the count in a list. */
    public Map<String, Object> json(List<Long> shape) {
        Map<String, Object> json = new LinkedHashMap<>();
        values().forEach((name, values) -> json.put(name, nested(values, shape)));
        json.put("count", List.of(count));
        return json;
    }

    private static Object nested(double[] values, List<Long> shape) {
        if (shape.size() == 1) {
            return values;
        }
        int length = Math.toIntExact(shape.get(0));
        int part = values.length / length;
        Object[] parts = new Object[length];
        for (int i = 0; i < length; i++) {
            parts[i] = nested(Arrays.copyOfRange(values, i * part, (i + 1) * part), shape.subList(1, shape.size()));
        }
        return parts;
    }
}
