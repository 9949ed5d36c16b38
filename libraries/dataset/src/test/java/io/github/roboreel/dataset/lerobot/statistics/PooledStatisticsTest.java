package io.github.roboreel.dataset.lerobot.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PooledStatisticsTest {
    @Test
    void theSpreadOfTheMeansCounts() {
        // 1, 3 and 8, 8, 8, 8.
        Statistics result = of(1, 3, 2, 1, 2).plus(of(8, 8, 8, 0, 4));
        assertArrayEquals(new double[] {1}, result.min());
        assertArrayEquals(new double[] {8}, result.max());
        assertArrayEquals(new double[] {6}, result.mean(), 1e-12);
        assertArrayEquals(new double[] {Math.sqrt(50 / 6.0)}, result.std(), 1e-12);
        assertEquals(6, result.count());
        assertArrayEquals(new double[] {2}, result.quantiles()[0]);
        assertArrayEquals(new double[] {8}, result.quantiles()[4]);
    }

    private static Statistics of(double min, double max, double mean, double std, long count) {
        double[] quantile = {mean};
        return new Statistics(
                new double[] {min},
                new double[] {max},
                quantile,
                new double[] {std},
                new double[][] {quantile, quantile, quantile, quantile, quantile},
                count);
    }
}
