package io.github.roboreel.dataset.lerobot.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.recordings.transform.statistics.LeRobotNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PooledQuantilesTest {
    private static final double RANKS = 0.005;

    /** Of a part: bounds, and quantiles of its own that are told apart from pooled ones. */
    private record Part(Statistics bounds, JsonNode packed) {
        static Part of(double... values) throws IOException {
            VectorStatistics.Values all = visitor -> Arrays.stream(values).forEach(v -> visitor.value(0, v));
            Statistics own = VectorStatistics.of(all, 1, values.length);
            Histograms histograms = new Histograms(own.min(), own.max());
            Arrays.stream(values).forEach(v -> histograms.add(0, v));
            ObjectMapper mapper = new ObjectMapper();
            JsonNode json = mapper.readTree(mapper.writeValueAsString(PooledQuantiles.packed(histograms, own)));
            JsonNode bounds = mapper.readTree(mapper.writeValueAsString(own.packed()));
            return new Part(Statistics.of(bounds, 1), json);
        }
    }

    private static Statistics pooled(List<Part> parts) throws IOException {
        PooledQuantiles pooled = new PooledQuantiles(1);
        Statistics all = null;
        for (Part part : parts) {
            pooled.add(part.packed(), part.bounds());
            all = all == null ? part.bounds() : all.plus(part.bounds());
        }
        return pooled.in(all);
    }

    private static Statistics pooled(double[]... parts) throws IOException {
        List<Part> packed = new ArrayList<>();
        for (double[] part : parts) {
            packed.add(Part.of(part));
        }
        return pooled(packed);
    }

    /** Each quantile lies between the values of ranks near its own. */
    private static void assertQuantiles(double[] values, Statistics found, double tolerance) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int i = 0;
        for (double fraction : LeRobotNames.QUANTILES.values()) {
            double quantile = found.quantiles()[i++][0];
            double low = atRank(sorted, fraction - RANKS);
            double high = atRank(sorted, fraction + RANKS);
            assertTrue(
                    quantile >= low - tolerance && quantile <= high + tolerance,
                    fraction + ": " + quantile + " not from " + low + " to " + high);
        }
    }

    private static double atRank(double[] sorted, double fraction) {
        long rank = Math.round(fraction * (sorted.length - 1));
        return sorted[(int) Math.min(Math.max(rank, 0), sorted.length - 1)];
    }

    private static double[] normal(long seed, int count, double mean) {
        Random random = new Random(seed);
        return DoubleStream.generate(() -> mean + random.nextGaussian())
                .limit(count)
                .toArray();
    }

    @Test
    void partsThatDifferHaveTheQuantilesOfAllTheirValues() throws IOException {
        double[][] parts = IntStream.range(0, 40)
                .mapToObj(i -> normal(i, 700 + 100 * i, i % 7))
                .toArray(double[][]::new);
        double[] all = Arrays.stream(parts).flatMapToDouble(Arrays::stream).toArray();
        assertQuantiles(all, pooled(parts), 0.003);
    }

    @Test
    void flagsHaveNothingInBetween() throws IOException {
        double[] rare = new double[5000];
        Arrays.fill(rare, 0, 400, 1);
        double[] often = new double[3000];
        Arrays.fill(often, 0, 1200, 1);
        Statistics found = pooled(rare, often);
        assertArrayEquals(
                new double[] {0, 0, 0, 1, 1},
                Arrays.stream(found.quantiles()).mapToDouble(q -> q[0]).toArray(),
                0.001);
    }

    @Test
    void aConstantPartCountsAsWhatItIs() throws IOException {
        double[] constant = new double[900];
        Arrays.fill(constant, 5);
        double[] values = normal(1, 100, 0);
        Statistics found = pooled(constant, values);
        assertEquals(5, found.quantiles()[3][0]);
        assertEquals(5, found.quantiles()[4][0]);
        assertEquals(5, pooled(constant, constant).quantiles()[2][0]);
    }

    @Test
    void ofOnePartTheyAreItsOwn() throws IOException {
        double[] values = normal(3, 5000, 0);
        Part part = Part.of(values);
        Statistics found = pooled(List.of(part));
        for (int i = 0; i < found.quantiles().length; i++) {
            assertArrayEquals(part.bounds().quantiles()[i], found.quantiles()[i]);
        }
    }

    @Test
    void withoutFiniteBoundsThereIsNone() throws IOException {
        Statistics found = pooled(new double[] {1, 2, 3}, new double[] {1, Double.POSITIVE_INFINITY});
        assertEquals(Double.NaN, found.quantiles()[2][0]);
        assertEquals(
                Double.NaN,
                pooled(new double[] {1, Double.NaN}, new double[] {1, 2}).quantiles()[2][0]);
    }

    @Test
    void anotherPartsNumbersAreRefused() throws IOException {
        Part part = Part.of(normal(1, 500, 0));
        Part other = Part.of(normal(1, 50, 0));
        PooledQuantiles pooled = new PooledQuantiles(1);
        assertThrows(IOException.class, () -> pooled.add(part.packed(), other.bounds()));
        assertThrows(IOException.class, () -> pooled.add(other.packed(), part.bounds()));
    }
}
