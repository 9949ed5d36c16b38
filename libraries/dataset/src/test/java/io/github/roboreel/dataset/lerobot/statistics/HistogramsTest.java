package io.github.roboreel.dataset.lerobot.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class HistogramsTest {
    @Test
    void quantilesLieBetweenTheNearestValues() {
        Histograms histograms = new Histograms(new double[] {0}, new double[] {10});
        for (double value : new double[] {0, 1, 2, 10}) {
            histograms.add(0, value);
        }
        assertEquals(1.5, histograms.quantiles()[2][0], 10 / 5000.0);
        assertEquals(0.3, histograms.quantiles()[1][0], 10 / 5000.0);
        assertEquals(7.6, histograms.quantiles()[3][0], 10 / 5000.0);
    }

    @Test
    void aConstantIsItsOwnQuantile() {
        Histograms histograms = new Histograms(new double[] {3}, new double[] {3});
        histograms.add(0, 3);
        assertEquals(3, histograms.quantiles()[4][0]);
    }

    @Test
    void withoutFiniteBoundsThereIsNone() {
        double[] min = {Double.NaN, 0, Double.NEGATIVE_INFINITY};
        double[] max = {Double.NaN, Double.POSITIVE_INFINITY, 0};
        Histograms histograms = new Histograms(min, max);
        for (int element = 0; element < min.length; element++) {
            histograms.add(element, 0);
            assertEquals(Double.NaN, histograms.quantiles()[2][element]);
        }
    }
}
