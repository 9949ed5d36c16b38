package io.github.roboreel.recordings.transform.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import io.github.roboreel.recordings.transform.EpisodeSteps;
import io.github.roboreel.recordings.transform.Episodes;
import io.github.roboreel.recordings.transform.Facts;
import io.github.roboreel.recordings.transform.Steps;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StatisticsTest {
    private static FieldStatistics of(List<Step> steps, String path) {
        StatisticsCollector collector = new StatisticsCollector(ValidFields.ALL);
        steps.forEach(collector::add);
        return collector.statistics().get(path);
    }

    private static List<Step> steps(double... values) {
        return Arrays.stream(values)
                .mapToObj(value -> new Step(0, Map.of("x", NdArray.of(value))))
                .toList();
    }

    @Test
    void nansAreCountedAndLeftOut() {
        FieldStatistics statistics = of(steps(1, Double.NaN, 3), "x");
        assertEquals(2, statistics.count().getLong(0));
        assertEquals(1, statistics.nans().getLong(0));
        assertEquals(2, statistics.mean().getDouble(0));
        assertEquals(1, statistics.std().getDouble(0));
        assertEquals(Math.sqrt(2), statistics.sampleStd().getDouble(0), 1e-15);
        FieldStatistics none = of(steps(Double.NaN), "x");
        assertEquals(Double.NaN, none.min().getDouble(0));
        assertEquals(Double.NaN, none.quantiles().get(0.5).getDouble(0));
    }

    /** 3 * 0.1 / 3 is not 0.1. */
    @Test
    void aConstantHasItselfAsMeanAndNoDeviationHoweverItsPartsAreJoined() {
        StatisticsCollector joined = new StatisticsCollector(ValidFields.ALL);
        for (int part = 0; part < 3; part++) {
            StatisticsCollector one = new StatisticsCollector(ValidFields.ALL);
            steps(0.1, 0.1, 0.1).forEach(one::add);
            joined.add(one);
        }
        FieldStatistics statistics = joined.statistics().get("x");
        assertEquals(0.1, statistics.mean().getDouble(0));
        assertEquals(0, statistics.std().getDouble(0));
    }

    /** Rank errors stay far below a percent, in parts of the data that no digest of a part could hold exactly. */
    @Test
    void quantilesOfManyAreNearTheirRank() {
        Random random = new Random(4);
        double[] numbers =
                random.doubles(60_000).map(u -> 1000 + Math.exp(4 * u)).toArray();
        Digest all = new Digest();
        for (int part = 0; part < 6; part++) {
            Digest digest = new Digest();
            for (int i = 0; i < 10_000; i++) {
                digest.add(numbers[10_000 * part + i]);
            }
            all.add(digest);
        }
        Arrays.sort(numbers);
        for (double fraction : new double[] {0, 0.01, 0.1, 0.5, 0.9, 0.99, 1}) {
            double value = all.quantile(fraction);
            int at = Arrays.binarySearch(numbers, value);
            double rank = (at < 0 ? -at - 1 : at) / (double) (numbers.length - 1);
            assertEquals(fraction, rank, 0.002, "rank of " + value);
        }
    }

    @Test
    void picturesAreCountedByChannel() {
        byte[] pixels = {0, 10, (byte) 200, 2, 20, (byte) 250};
        NdArray picture = NdArray.wrap(DType.UINT8, ByteBuffer.wrap(pixels), 1, 2, 3);
        List<Step> steps = List.of(new Step(0, Map.of("image", picture)), new Step(1, Map.of("image", picture)));
        FieldStatistics statistics = of(steps, "image");
        assertEquals(NdArray.ofDoubles(new double[] {1, 15, 225}), statistics.mean());
        assertEquals(NdArray.ofDoubles(new double[] {1, 5, 25}), statistics.std());
        assertEquals(NdArray.ofDoubles(new double[] {2, 20, 250}), statistics.max());
        assertEquals(
                NdArray.ofDoubles(new double[] {1, 15, 225}),
                statistics.quantiles().get(0.5));
        assertEquals(NdArray.ofLongs(new long[] {4, 4, 4}), statistics.count());
    }

    @Test
    void anotherShapeAndABrokenEpisodeAreNamed() {
        List<Step> unlike = new ArrayList<>(steps(1));
        unlike.add(new Step(3, Map.of("x", NdArray.ofDoubles(new double[2]))));
        String message = assertThrows(IllegalArgumentException.class, () -> of(unlike, "x"))
                .getMessage();
        assertEquals("step 3: 'x' is float64[2], before it had the shape []", message);
        Episodes broken = Episodes.of(List.of(new EpisodeSteps(Facts.of(0, 0.1), (Steps) () -> {
            throw new IOException("gone");
        })));
        IOException failure = assertThrows(IOException.class, () -> EpisodeStatistics.of(broken, ValidFields.ALL, 2));
        assertTrue(failure.getMessage().contains("gone"), failure.getMessage());
    }
}
