package io.github.roboreel.systemtests.formula;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.github.roboreel.format.DType;
import org.junit.jupiter.api.Test;

class FormulaTest {
    @Test
    void theFormulaIsTheTortures() {
        assertEquals(0, Formula.m(0, 0, 0));
        assertEquals((31 * 40 + 7 * 5 + 101 * 3) % 1000, Formula.m(3, 40, 5));
        assertEquals(578, Formula.m(3, 40, 5));
    }

    @Test
    void runsDifferInTheSameEnvAndStep() {
        assertNotEquals(Formula.m(Formula.key(0, 2), 7, 0), Formula.m(Formula.key(1, 2), 7, 0));
    }

    @Test
    void readersFindWhatTheDtypeHolds() {
        assertEquals((double) 0.999f, Formula.stored(DType.FLOAT32, 999));
        assertEquals(0.999, Formula.stored(DType.FLOAT64, 999));
        assertEquals(999, Formula.stored(DType.INT64, 999));
        assertEquals(999 - 3 * 256, Formula.stored(DType.UINT8, 999));
        assertEquals(1, Formula.stored(DType.BOOL, 999));
    }

    /** Expected values are numpy's. */
    @Test
    void halvesAreRoundedToTheNearest() {
        assertEquals(0.0, Formula.stored(DType.FLOAT16, 0));
        assertEquals(0.0010004043579101562, Formula.stored(DType.FLOAT16, 1));
        assertEquals(0.0999755859375, Formula.stored(DType.FLOAT16, 100));
        assertEquals(0.5, Formula.stored(DType.FLOAT16, 500));
        assertEquals(0.9990234375, Formula.stored(DType.FLOAT16, 999));
    }
}
