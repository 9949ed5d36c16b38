package io.github.roboreel.dataset.lerobot.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class VectorStatisticsTest {
    @Test
    void elementsAreKeptApart() throws IOException {
        Statistics found = of(2, 1, 10, 2, 10, 3, 10, 6, 10);
        assertArrayEquals(new double[] {1, 10}, found.min());
        assertArrayEquals(new double[] {6, 10}, found.max());
        assertArrayEquals(new double[] {3, 10}, found.mean());
        assertArrayEquals(new double[] {Math.sqrt(14 / 4.0), 0}, found.std(), 1e-12);
        assertArrayEquals(new double[] {2.5, 10}, found.quantiles()[2], 5 / 5000.0);
        assertEquals(4, found.count());
    }

    @Test
    void whatIsNoNumberIsNotHidden() throws IOException {
        Statistics found = of(2, Double.NaN, 1, 2, 3);
        for (double[] values : found.values().values()) {
            assertEquals(Double.NaN, values[0]);
        }
        assertEquals(2, found.mean()[1]);
        assertEquals(2, found.quantiles()[2][1], 2 / 5000.0);
    }

    @Test
    void aSingleFrameIsItsOwnQuantile() throws IOException {
        Statistics found = of(1, 7);
        for (double[] quantile : found.quantiles()) {
            assertArrayEquals(new double[] {7}, quantile);
        }
        assertArrayEquals(new double[] {0}, found.std());
    }

    private static Statistics of(int elements, double... values) throws IOException {
        VectorStatistics.Values all = visitor -> {
            for (int i = 0; i < values.length; i++) {
                visitor.value(i % elements, values[i]);
            }
        };
        return VectorStatistics.of(all, elements, values.length / elements);
    }
}
