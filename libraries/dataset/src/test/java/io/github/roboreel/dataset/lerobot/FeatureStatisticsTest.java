package io.github.roboreel.dataset.lerobot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.roboreel.format.DType;
import io.github.roboreel.recordings.transform.statistics.FieldCollector;
import io.github.roboreel.recordings.transform.statistics.LeRobotNames;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FeatureStatisticsTest {
    private static LeRobotFeature picture(long height, long width, long channels) {
        DType pixels = channels == 1 ? DType.UINT16 : DType.UINT8;
        return LeRobotFeature.picture("observation.images.front", "image", height, width, pixels, Map.of());
    }

    private static LeRobotFeature vector(long... shape) {
        List<Long> sizes = Arrays.stream(shape).boxed().toList();
        return new LeRobotFeature("action", "float32", sizes, Optional.empty(), Map.of());
    }

    @Test
    void framesOfShortEpisodesAreAllSampledAndOfLongOnesEvenly() {
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
                .filter(frame -> FeatureStatistics.isSampled(frame, steps))
                .toArray();
    }

    @Test
    void coloursAreFrom0To1AndApart() {
        FeatureStatistics statistics = new FeatureStatistics(picture(1, 2, 3));
        statistics.addPicture(new byte[] {0, (byte) 255, 51, 0, (byte) 255, 102}, 0);
        Map<String, double[]> result = statistics.values();
        assertArrayEquals(new double[] {0, 1, 0.2}, result.get("min"), 1e-12);
        assertArrayEquals(new double[] {0, 1, 0.4}, result.get("max"), 1e-12);
        assertArrayEquals(new double[] {0, 1, 0.3}, result.get("mean"), 1e-12);
        assertArrayEquals(new double[] {0, 0, 0.1}, result.get("std"), 1e-12);
        assertArrayEquals(new double[] {0, 1, 0.3}, result.get("q50"), 1e-12);
        assertEquals(1, statistics.frames());
        assertEquals(List.of(1L), statistics.json().get("count"));
    }

    @Test
    void ofLargePicturesPixelsBetweenTheSampledRowsDoNotCount() {
        int width = 320;
        int height = 4;
        byte[] rgb = new byte[3 * width * height];
        for (int y = 1; y < height; y += 2) {
            Arrays.fill(rgb, 3 * width * y, 3 * width * (y + 1), (byte) 200);
        }
        FeatureStatistics statistics = new FeatureStatistics(picture(height, width, 3));
        statistics.addPicture(rgb, 0);
        assertEquals(0, statistics.values().get("max")[0]);
    }

    @Test
    void depthIsInItsUnit() throws IOException {
        FeatureStatistics statistics = new FeatureStatistics(picture(1, 2, 1));
        statistics.addPicture(new byte[] {9, 9, 0x10, 0x27, (byte) 0xff, (byte) 0xff}, 2);
        assertArrayEquals(new double[] {10_000}, statistics.values().get("min"));
        assertArrayEquals(new double[] {65_535}, statistics.values().get("max"));
        assertEquals(
                statistics.json().get("count"),
                packedAndRead(picture(1, 2, 1), statistics).json().get("count"));
    }

    @Test
    void picturesInPartsReadBackAndJoinedEqualTheWholeToTheBit() throws IOException {
        LeRobotFeature camera = picture(1, 1, 3);
        FeatureStatistics whole = new FeatureStatistics(camera);
        FeatureStatistics joined = new FeatureStatistics(camera);
        for (int part = 0; part < 3; part++) {
            FeatureStatistics own = new FeatureStatistics(camera);
            for (int i = 0; i < 40; i++) {
                byte[] pixel = {(byte) (i * part), (byte) (17 * i), (byte) part};
                whole.addPicture(pixel, 0);
                own.addPicture(pixel, 0);
            }
            joined.add(packedAndRead(camera, own));
        }
        assertSame(whole, joined);
        assertEquals(120, joined.frames());
    }

    @Test
    void vectorsInPartsReadBackAndJoinedEqualTheWholeToTheBit() throws IOException {
        LeRobotFeature vector = vector(2, 3);
        Random random = new Random(5);
        FeatureStatistics whole = new FeatureStatistics(vector);
        FeatureStatistics joined = new FeatureStatistics(vector);
        for (int part = 0; part < 4; part++) {
            FeatureStatistics own = new FeatureStatistics(vector);
            for (int row = 0; row < 2000 * part + 1; row++) {
                double[] values = {
                    random.nextGaussian(), row, 3, part, random.nextInt(50) == 0 ? Double.NaN : row, 1e9 + row * 1e-3
                };
                for (int element = 0; element < values.length; element++) {
                    whole.add(element, values[element]);
                    own.add(element, values[element]);
                }
            }
            joined.add(packedAndRead(vector, own));
        }
        assertSame(whole, joined);
        assertEquals(Double.NaN, joined.values().get("min")[4]);
        assertEquals(3, joined.values().get("q99")[2]);
        assertEquals(0, joined.values().get("std")[2]);
        Object[] rows = (Object[]) joined.json().get("mean");
        assertEquals(2, rows.length);
        assertArrayEquals(Arrays.copyOf(joined.values().get("mean"), 3), (double[]) rows[0]);
    }

    private static void assertSame(FeatureStatistics expected, FeatureStatistics found) {
        for (String name : LeRobotNames.statistics()) {
            assertArrayEquals(expected.values().get(name), found.values().get(name), name);
        }
    }

    @Test
    void aSingleFrameIsItsOwnQuantile() {
        FeatureStatistics statistics = new FeatureStatistics(vector(1));
        statistics.add(0, 7);
        LeRobotNames.QUANTILES
                .keySet()
                .forEach(name -> assertEquals(7, statistics.values().get(name)[0]));
        assertEquals(0, statistics.values().get("std")[0]);
    }

    private static FeatureStatistics packedAndRead(LeRobotFeature feature, FeatureStatistics statistics)
            throws IOException {
        JsonMapper mapper = new JsonMapper();
        JsonNode json = mapper.readTree(mapper.writeValueAsString(statistics.packed()));
        return FeatureStatistics.of(feature, json);
    }

    @Test
    void aPackedPartOfAnotherFeatureIsRefused() throws IOException {
        FeatureStatistics statistics = new FeatureStatistics(vector(3));
        for (LeRobotFeature other : List.of(vector(2), picture(1, 1, 3))) {
            IOException refused =
                    assertThrows(IOException.class, () -> FeatureStatistics.of(other, statistics.packed()));
            assertEquals(
                    "what is known of a part of the dataset is not what this version notes; make the part again",
                    refused.getMessage());
        }
        JsonNode none = new JsonMapper().readTree("{}");
        assertThrows(IOException.class, () -> FeatureStatistics.of(vector(3), none));
    }

    @Test
    void vectorsBeyondTheLimitHaveNoQuantiles() {
        LeRobotFeature large = vector(FieldCollector.MAX_WITH_QUANTILES + 1);
        assertEquals(List.of("min", "max", "mean", "std"), FeatureStatistics.names(large));
        assertEquals(
                FeatureStatistics.names(large),
                List.copyOf(new FeatureStatistics(large).values().keySet()));
        LeRobotFeature small = vector(FieldCollector.MAX_WITH_QUANTILES);
        assertEquals(LeRobotNames.statistics(), FeatureStatistics.names(small));
        assertEquals(
                LeRobotNames.statistics(),
                List.copyOf(new FeatureStatistics(small).values().keySet()));
    }
}
