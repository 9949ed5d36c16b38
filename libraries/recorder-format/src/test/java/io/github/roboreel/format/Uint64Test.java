package io.github.roboreel.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class Uint64Test {
    @Property
    void doublesAreTheNearest(@ForAll long bits) {
        double nearest = new BigInteger(Long.toUnsignedString(bits)).doubleValue();
        assertEquals(nearest, Uint64.toDouble(bits));
    }

    @Property
    void wholeNumbersComeBack(@ForAll long bits) {
        long exact = bits & ~0x7ffL;
        assertEquals(exact, Uint64.fromDouble(Uint64.toDouble(exact)));
    }

    @Test
    void numbersOutOfRangeBecomeTheNearest() {
        assertEquals(0, Uint64.fromDouble(-3));
        assertEquals(-1, Uint64.fromDouble(0x1p70));
    }
}
