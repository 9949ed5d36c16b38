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

    @Test
    void withNansAnElementThatHadOneIsNanThroughout() {
        List<Step> steps = List.of(
                new Step(0, Map.of("x", NdArray.ofDoubles(new double[] {1, Double.NaN}))),
                new Step(1, Map.of("x", NdArray.ofDoubles(new double[] {3, 5}))));
        FieldStatistics marked = of(steps, "x").withNans();
        assertEquals(NdArray.ofDoubles(new double[] {2, Double.NaN}), marked.mean());
        assertEquals(NdArray.ofDoubles(new double[] {1, Double.NaN}), marked.min());
        assertEquals(
                NdArray.ofDoubles(new double[] {2, Double.NaN}),
                marked.quantiles().get(0.5));
        assertEquals(NdArray.ofLongs(new long[] {0, 1}), marked.nans());
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
