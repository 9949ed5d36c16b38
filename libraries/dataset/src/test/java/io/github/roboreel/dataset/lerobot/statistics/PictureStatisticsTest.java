package io.github.roboreel.dataset.lerobot.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PictureStatisticsTest {
    @Test
    void shortEpisodesAreLookedAtInFullAndLongOnesEvenly() {
        assertEquals(1, sampled(1).length);
        assertEquals(99, sampled(99).length);
        assertEquals(100, sampled(101).length);
        assertEquals(1000, sampled(10_000).length);
        int[] frames = sampled(300);
        assertEquals(100, frames.length);
        assertEquals(0, frames[0]);
        assertEquals(3, frames[1]);
        assertEquals(299, frames[99]);
    }

    private static int[] sampled(int steps) {
        return IntStream.range(0, steps)
                .filter(frame -> PictureStatistics.isSampled(frame, steps))
                .toArray();
    }

    @Test
    void coloursAreKeptApartFrom0To1() {
        PictureStatistics statistics = new PictureStatistics();
        statistics.add(new byte[] {0, (byte) 255, 51, 0, (byte) 255, 102}, 0, 2, 1);
        Statistics result = statistics.result();
        assertArrayEquals(new double[] {0, 1, 0.2}, result.min(), 1e-12);
        assertArrayEquals(new double[] {0, 1, 0.4}, result.max(), 1e-12);
        assertArrayEquals(new double[] {0, 1, 0.3}, result.mean(), 1e-12);
        assertArrayEquals(new double[] {0, 0, 0.1}, result.std(), 1e-12);
        assertArrayEquals(new double[] {0, 1, 0.3}, result.quantiles()[2], 1e-12);
        assertEquals(1, result.count());
    }

    @Test
    void ofLargePicturesSomePixelsAreLookedAt() {
        int width = 320;
        int height = 4;
        byte[] rgb = new byte[3 * width * height];
        for (int y = 1; y < height; y += 2) {
            Arrays.fill(rgb, 3 * width * y, 3 * width * (y + 1), (byte) 200);
        }
        PictureStatistics statistics = new PictureStatistics();
        statistics.add(rgb, 0, width, height);
        assertEquals(0, statistics.result().max()[0], "odd rows are between the pixels");
    }
}
