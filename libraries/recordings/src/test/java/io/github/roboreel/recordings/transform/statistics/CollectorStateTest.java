package io.github.roboreel.recordings.transform.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Collectors travel between processes. */
class CollectorStateTest {
    private static final int BYTES_OF_PICTURE = 2 * 2 * 3;

    /** Numbers with NaNs, large ones and zeros of both signs; a field of three, a scalar, a picture, a large field. */
    private static StatisticsCollector collector(Random random, int steps) {
        StatisticsCollector collector = new StatisticsCollector(ValidFields.ALL);
        for (int i = 0; i < steps; i++) {
            byte[] pixels = new byte[BYTES_OF_PICTURE];
            random.nextBytes(pixels);
            collector.add(new Step(
                    i,
                    Map.of(
                            "x", NdArray.ofDoubles(new double[] {number(random), number(random), i}),
                            "scalar", NdArray.of(random.nextFloat()),
                            "image", NdArray.wrap(DType.UINT8, ByteBuffer.wrap(pixels), 2, 2, 3))));
        }
        if (steps > 0) {
            float[] values = new float[FieldCollector.MAX_WITH_QUANTILES + 1];
            for (int i = 0; i < values.length; i++) {
                values[i] = random.nextFloat();
            }
            NdArray large = NdArray.ofFloats(values);
            collector.add(new Step(steps, Map.of("large", large)));
        }
        return collector;
    }

    private static double number(Random random) {
        double[] odd = {Double.NaN, -0.0, 0.0, 1e150, Double.MIN_VALUE};
        return random.nextInt(20) == 0 ? odd[random.nextInt(odd.length)] : Math.exp(8 * random.nextGaussian());
    }

    @Property(tries = 25)
    void theStateHoldsEveryBitAndGoesOnAlike(
            @ForAll long seed, @ForAll @IntRange(max = 2600) int steps, @ForAll @IntRange(max = 1200) int more) {
        Random random = new Random(seed);
        StatisticsCollector first = collector(random, steps);
        StatisticsCollector copy = StatisticsCollector.of(first.state(), ValidFields.ALL);
        assertArrayEquals(first.state(), copy.state());
        StatisticsCollector next = collector(random, more);
        first.add(next);
        copy.add(StatisticsCollector.of(next.state(), ValidFields.ALL));
        assertEquals(first.statistics(), copy.statistics());
        assertArrayEquals(first.state(), copy.state());
    }

    @Test
    void whatIsNoStateIsRefusedInOneSentence() {
        byte[] state = collector(new Random(1), 3).state();
        for (int length : new int[] {0, 1, 5, 20, state.length - 1, state.length + 1}) {
            assertRefused(Arrays.copyOf(state, length));
        }
        byte[] other = state.clone();
        other[0] = 9;
        assertRefused(other);
        byte[] vast = new byte[] {2, 0, 0, 0, 1, 0, 1, 'x', 0, 0, 0, 0, 1, 0x7f, -1, -1, -1, 0};
        assertRefused(vast);
    }

    /** Whatever the bytes, a state is refused in one sentence, or gives statistics. */
    @Test
    void damagedStatesAreRefusedOrRead() {
        byte[] state = collector(new Random(1), 3).state();
        Random random = new Random(2);
        for (int i = 0; i < 100; i++) {
            // Half of them outside the large field, which comes last.
            int at = random.nextInt(i % 2 == 0 ? 1200 : state.length);
            byte[] damaged = state.clone();
            damaged[at] ^= (byte) (1 + random.nextInt(255));
            try {
                StatisticsCollector.of(damaged, ValidFields.ALL).statistics();
            } catch (IllegalArgumentException e) {
                assertTrue(e.getMessage().startsWith("the state of a collector cannot be read ("), e.getMessage());
            }
        }
    }

    @Test
    void aSumThatNoNumbersHaveIsRefused() {
        StatisticsCollector collector = new StatisticsCollector(ValidFields.ALL);
        collector.add(new Step(0, Map.of("x", NdArray.of(1.0))));
        byte[] state = collector.state();
        // Version, number of fields, path, levels, axes, count and count of NaNs come before.
        int sum = 1 + 4 + 3 + 4 + 1 + 8 + 8;
        assertEquals(1.0, ByteBuffer.wrap(state).getDouble(sum));
        for (double wrong : new double[] {Double.POSITIVE_INFINITY, Double.NaN}) {
            byte[] damaged = state.clone();
            ByteBuffer.wrap(damaged).putDouble(sum, wrong);
            assertRefused(damaged);
        }
    }

    private static void assertRefused(byte[] state) {
        String message = assertThrows(
                        IllegalArgumentException.class, () -> StatisticsCollector.of(state, ValidFields.ALL))
                .getMessage();
        assertTrue(message.startsWith("the state of a collector cannot be read ("), message);
    }
}
