package io.github.roboreel.recorder.hdf5.deflate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class HuffmanCodeTest {
    private static final int SYMBOLS = 286;

    /** Readers refuse codes that are not complete, and lengths that the format has no number for. */
    @Property(tries = 500)
    void everyCodeIsCompleteAndShortEnough(
            @ForAll @IntRange(min = 0, max = SYMBOLS) int used,
            @ForAll @IntRange(min = 9, max = 15) int longest,
            @ForAll @IntRange(min = 0, max = 30) int skew,
            @ForAll long seed) {
        HuffmanCode code = new HuffmanCode(SYMBOLS, longest);
        int[] counts = counts(used, skew, new Random(seed));
        code.fit(counts);
        double sum = 0;
        for (int symbol = 0; symbol < SYMBOLS; symbol++) {
            int length = code.length(symbol);
            assertTrue(length <= longest, "length " + length);
            assertTrue(counts[symbol] == 0 || length > 0, "symbol " + symbol + " has a code");
            sum += length == 0 ? 0 : Math.pow(2, -length);
        }
        assertEquals(1, sum, "Kraft's sum");
    }

    @Property(tries = 200)
    void aCodeTakesLittleMoreThanTheEntropy(@ForAll @IntRange(min = 2, max = SYMBOLS) int used, @ForAll long seed) {
        HuffmanCode code = new HuffmanCode(SYMBOLS, 14);
        int[] counts = counts(used, 3, new Random(seed));
        code.fit(counts);
        double total = 0;
        for (int count : counts) {
            total += count;
        }
        double entropy = 0;
        for (int count : counts) {
            entropy -= count == 0 ? 0 : count * Math.log(count / total) / Math.log(2);
        }
        assertTrue(code.bits(counts) <= entropy + 0.2 * total + 64, "bits");
    }

    /** Fibonacci's numbers make the longest codes there are. */
    @Test
    void longCodesAreCut() {
        int[] counts = new int[SYMBOLS];
        counts[0] = 1;
        counts[1] = 1;
        for (int i = 2; i < 40; i++) {
            counts[i] = counts[i - 1] + counts[i - 2];
        }
        HuffmanCode code = new HuffmanCode(SYMBOLS, 14);
        code.fit(counts);
        assertEquals(1, code.length(39));
        assertEquals(14, code.length(0));
    }

    private static int[] counts(int used, int skew, Random random) {
        int[] counts = new int[SYMBOLS];
        for (int i = 0; i < used; i++) {
            int most = 1 << Math.min(22, 1 + random.nextInt(skew + 1));
            counts[random.nextInt(SYMBOLS)] = 1 + random.nextInt(most);
        }
        return counts;
    }
}
