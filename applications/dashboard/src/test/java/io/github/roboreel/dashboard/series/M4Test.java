package io.github.roboreel.dashboard.series;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Rows that a chart needs, against all rows looked at one by one. */
class M4Test {
    private static final double[] SPECIAL = {
        Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0, Double.MAX_VALUE, -Double.MAX_VALUE
    };

    private static M4 of(double[] values, long from, int width, int block) {
        M4 m4 = new M4(from, from + values.length, width);
        for (int at = 0; at < values.length; at += block) {
            int count = Math.min(block, values.length - at);
            m4.accept(Arrays.copyOfRange(values, at, at + count), count);
        }
        return m4;
    }

    /** First, least, greatest, last and first not finite of each column; all of few. */
    private static TreeSet<Integer> expected(double[] values, int width) {
        TreeSet<Integer> rows = new TreeSet<>();
        int count = values.length;
        for (int column = 0; column < width && count > 4L * width; column++) {
            int first = -1;
            int least = -1;
            int greatest = -1;
            int gap = -1;
            int last = -1;
            for (int row = 0; row < count; row++) {
                if ((long) row * width / count != column) {
                    continue;
                }
                first = first < 0 ? row : first;
                last = row;
                if (!Double.isFinite(values[row])) {
                    gap = gap < 0 ? row : gap;
                    continue;
                }
                least = least < 0 || values[row] < values[least] ? row : least;
                greatest = greatest < 0 || values[row] > values[greatest] ? row : greatest;
            }
            rows.addAll(Arrays.asList(first, least, greatest, gap, last));
        }
        for (int row = 0; row < count && count <= 4L * width; row++) {
            rows.add(row);
        }
        rows.remove(-1);
        return rows;
    }

    @Property(tries = 300)
    void keepsWhatBruteForceKeeps(
            @ForAll @IntRange(max = 3000) int count,
            @ForAll @IntRange(min = 1, max = 200) int width,
            @ForAll @IntRange(min = 1, max = 700) int block,
            @ForAll @IntRange(max = 1000) int from,
            @ForAll long seed) {
        Random random = new Random(seed);
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = random.nextInt(20) == 0 ? SPECIAL[random.nextInt(SPECIAL.length)] : random.nextInt(50) - 25;
        }
        M4 m4 = of(values, from, width, block);
        TreeSet<Integer> rows = expected(values, width);
        assertArrayEquals(rows.stream().mapToInt(row -> row + from).toArray(), m4.steps());
        assertArrayEquals(rows.stream().mapToDouble(row -> values[row]).toArray(), m4.values());
        assertEquals(
                Arrays.stream(values)
                        .filter(Double::isFinite)
                        .boxed()
                        .min(Double::compare)
                        .map(v -> v + 0.0),
                Optional.ofNullable(m4.least()).map(v -> v + 0.0));
        assertEquals(
                Arrays.stream(values)
                        .filter(Double::isFinite)
                        .boxed()
                        .max(Double::compare)
                        .map(v -> v + 0.0),
                Optional.ofNullable(m4.greatest()).map(v -> v + 0.0));
    }

    @Test
    void aSpikeOfOneRowInAMillionSurvives() {
        double[] values = new double[1_000_000];
        for (int i = 0; i < values.length; i++) {
            values[i] = Math.sin(i / 1e4);
        }
        values[612_345] = 50;
        M4 m4 = of(values, 0, 1000, 4096);
        int spike = Arrays.binarySearch(m4.steps(), 612_345);
        assertTrue(spike >= 0, "the spike's row is kept");
        assertEquals(50, m4.values()[spike]);
        assertEquals(50.0, m4.greatest());
        assertTrue(m4.values().length <= 5000, m4.values().length + " points");
        assertEquals(0, m4.steps()[0]);
        assertEquals(999_999, m4.steps()[m4.steps().length - 1]);
    }

    @Test
    void aSeriesWithoutANumberHasNoBounds() {
        M4 m4 = of(new double[] {Double.NaN, Double.NaN}, 7, 1, 1);
        assertNull(m4.least());
        assertNull(m4.greatest());
        assertArrayEquals(new int[] {7, 8}, m4.steps());
        assertEquals(0, of(new double[0], 0, 10, 1).steps().length);
    }
}
