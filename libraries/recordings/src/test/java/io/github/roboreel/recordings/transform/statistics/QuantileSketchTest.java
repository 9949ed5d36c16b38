package io.github.roboreel.recordings.transform.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class QuantileSketchTest {
    private static final double[] FRACTIONS = {0, 0.01, 0.1, 0.5, 0.9, 0.99, 1};

    private static final int MAX_CELLS = 4096;

    private static QuantileSketch of(int maxCells, double... numbers) {
        QuantileSketch sketch = new QuantileSketch(maxCells);
        for (double number : numbers) {
            sketch.add(number);
        }
        return sketch;
    }

    private static byte[] state(QuantileSketch sketch) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        sketch.write(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static QuantileSketch read(byte[] state, int maxCells) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(state));
        QuantileSketch sketch = QuantileSketch.read(in, maxCells);
        assertEquals(0, in.available());
        return sketch;
    }

    /** As numpy's quantile with its method "linear". */
    private static double exact(double[] sorted, double fraction) {
        double rank = fraction * (sorted.length - 1);
        int below = (int) rank;
        double low = sorted[below];
        double high = sorted[Math.min(below + 1, sorted.length - 1)];
        return low == high ? low : low + (rank - below) * (high - low);
    }

    /** Of very different sizes, both signs, some of them often, now and then an infinity. */
    private static double[] numbers(Random random, int count) {
        double[] numbers = new double[count];
        double spread = 20 * random.nextDouble();
        double centre = random.nextBoolean() ? 0 : 1e6 * random.nextGaussian();
        boolean hasInfinities = random.nextInt(4) == 0;
        for (int i = 0; i < count; i++) {
            double size = Math.exp(spread * random.nextGaussian());
            numbers[i] = switch (random.nextInt(hasInfinities ? 12 : 10)) {
                case 0 -> -0.0;
                case 1 -> 0.5;
                case 2 -> -size;
                case 3 -> random.nextInt(5) * Double.MIN_VALUE;
                case 10 -> Double.POSITIVE_INFINITY;
                case 11 -> Double.NEGATIVE_INFINITY;
                default -> centre + size;
            };
        }
        return numbers;
    }

    @Property(tries = 200)
    void upToAsManyValuesAsCellsQuantilesAreExact(@ForAll long seed, @ForAll @IntRange(min = 1, max = 64) int values) {
        Random random = new Random(seed);
        double[] few = numbers(random, values);
        double[] all = new double[700];
        Arrays.setAll(all, i -> few[random.nextInt(values)] + 0.0);
        QuantileSketch sketch = of(64, all);
        Arrays.sort(all);
        for (double fraction : FRACTIONS) {
            assertEquals(exact(all, fraction), sketch.quantile(fraction));
        }
    }

    @Property(tries = 60)
    void whatIsKeptDependsNeitherOnTheOrderNorOnWhoCollectedWhat(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 9000) int count, @ForAll @IntRange(max = 9000) int at)
            throws IOException {
        Random random = new Random(seed);
        int maxCells = 2 + random.nextInt(3000);
        double[] numbers = numbers(random, count);
        byte[] expected = state(of(maxCells, numbers));
        double[] sorted = numbers.clone();
        Arrays.sort(sorted);
        assertArrayEquals(expected, state(of(maxCells, sorted)));
        int cut = Math.min(at, count);
        QuantileSketch first = of(maxCells, Arrays.copyOf(sorted, cut));
        QuantileSketch second = of(maxCells, Arrays.copyOfRange(sorted, cut, count));
        second.add(first);
        assertArrayEquals(expected, state(second));
    }

    @Property(tries = 60)
    void theStateIsReadBackAndContinuedAlike(@ForAll long seed, @ForAll @IntRange(max = 6000) int count)
            throws IOException {
        Random random = new Random(seed);
        QuantileSketch sketch = of(300, numbers(random, count));
        QuantileSketch copy = read(state(sketch), 300);
        for (double number : numbers(random, 500)) {
            sketch.add(number);
            copy.add(number);
        }
        assertArrayEquals(state(sketch), state(copy));
    }

    /** A cell is as wide as the dropped bits make it. */
    @Property(tries = 20)
    void aQuantileIsRightToACell(@ForAll long seed) {
        Random random = new Random(seed);
        double[] numbers = numbers(random, 40_000);
        Arrays.setAll(numbers, i -> Double.isFinite(numbers[i]) ? numbers[i] : i);
        QuantileSketch sketch = of(MAX_CELLS, numbers);
        Arrays.sort(numbers);
        double relative = Math.scalb(1.0, sketch.droppedBits() - 52);
        for (double fraction : FRACTIONS) {
            int below = (int) (fraction * (numbers.length - 1));
            double next = numbers[Math.min(below + 1, numbers.length - 1)];
            double size = Math.max(Math.abs(numbers[below]), Math.abs(next));
            double tolerance = relative * Math.max(size, Double.MIN_NORMAL);
            assertEquals(exact(numbers, fraction), sketch.quantile(fraction), tolerance, "" + fraction);
        }
    }

    @Test
    void sixBitsAreKeptOfValuesOfBothSignsBetweenAMillionthAndOne() {
        Random random = new Random(7);
        QuantileSketch sketch = new QuantileSketch(MAX_CELLS);
        for (int i = 0; i < 1_000_000; i++) {
            double size = Math.pow(10, -6 * random.nextDouble());
            sketch.add(random.nextBoolean() ? size : -size);
        }
        assertEquals(52 - 6, sketch.droppedBits());
    }

    /** Rank errors stay far below a percent where values are dense or the largest far away. */
    @Test
    void quantilesOfManyAreNearTheirRank() {
        assertRanks(u -> 1000 + Math.exp(4 * u));
        assertRanks(u -> Math.exp(9 * u) - 30);
        assertRanks(u -> 2 * u - 1);
        assertRanks(u -> Math.tan(Math.PI * (u - 0.5)));
        assertRanks(u -> Math.pow(u, 9));
        assertRanks(u -> 1e9 + u);
    }

    private static void assertRanks(DoubleUnaryOperator number) {
        double[] numbers = new Random(4).doubles(60_000).map(number).toArray();
        QuantileSketch all = of(MAX_CELLS, numbers);
        Arrays.sort(numbers);
        for (double fraction : FRACTIONS) {
            double value = all.quantile(fraction);
            int at = Arrays.binarySearch(numbers, value);
            double rank = (at < 0 ? -at - 1 : at) / (double) (numbers.length - 1);
            assertEquals(fraction, rank, 0.002, "rank of " + value);
        }
    }

    @Test
    void infinitiesAreQuantilesLikeOthers() {
        double infinity = Double.POSITIVE_INFINITY;
        assertEquals(infinity, of(64, 1, 2, infinity).quantile(1));
        assertEquals(2, of(64, 1, 2, infinity).quantile(0.5));
        assertEquals(-infinity, of(64, -infinity, -infinity, 3).quantile(0.5));
        assertEquals(Double.NaN, of(64, -infinity, infinity).quantile(0.5));
    }

    /** Where cells are wider than a binade, the last one ends at the largest double. */
    @Test
    void theLargestNumbersStayInTheirCell() {
        QuantileSketch sketch = new QuantileSketch(128);
        for (int i = 0; i < 300; i++) {
            sketch.add(Math.pow(10, i));
            sketch.add(-Math.pow(10, i));
        }
        for (int i = 0; i < 2000; i++) {
            sketch.add(i % 2 == 0 ? 1.5e308 : 1.7e308);
            sketch.add(i % 2 == 0 ? -1.5e308 : -1.7e308);
        }
        assertTrue(sketch.droppedBits() > 52, "wide cells");
        assertTrue(sketch.quantile(0.9) > 1e307, sketch.quantile(0.9) + "");
        assertTrue(sketch.quantile(0.1) < -1e307, sketch.quantile(0.1) + "");
    }

    @Test
    void ofNoNumbersThereIsNone() {
        assertEquals(Double.NaN, new QuantileSketch(64).quantile(0.5));
    }

    @Test
    void theStateOfMillionsIsSmall() throws IOException {
        QuantileSketch sketch = new QuantileSketch(MAX_CELLS);
        for (int i = 0; i < 1_000_000; i++) {
            sketch.add(Math.sin(i));
        }
        int bytes = state(sketch).length;
        assertTrue(bytes < 5 * MAX_CELLS, bytes + " bytes");
    }

    @Test
    void aStateThatIsNoneIsRefused() throws IOException {
        byte[] state = state(of(100, numbers(new Random(1), 1000)));
        assertThrows(IOException.class, () -> read(Arrays.copyOf(state, state.length - 1), 100));
        assertThrows(IOException.class, () -> read(state, 40));
        for (int at = 0; at < state.length; at++) {
            byte[] changed = state.clone();
            changed[at] ^= (byte) 0xff;
            try {
                QuantileSketch.read(new DataInputStream(new ByteArrayInputStream(changed)), 100)
                        .quantile(0.5);
            } catch (IOException refused) {
                // Or it is another state that is possible.
            }
        }
    }
}
