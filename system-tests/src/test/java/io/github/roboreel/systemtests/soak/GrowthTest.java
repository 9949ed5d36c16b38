package io.github.roboreel.systemtests.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GrowthTest {
    /** Seconds 0, 10, 20, ...; the heap as given, a handle more each time. */
    private static List<ProcessSample> samples(double... heapMib) {
        List<ProcessSample> samples = new ArrayList<>();
        for (int i = 0; i < heapMib.length; i++) {
            Map<Gauge, Double> figures =
                    Map.of(Gauge.HEAP, heapMib[i], Gauge.NMT, Double.NaN, Gauge.FILE_HANDLES, 40.0 + i);
            samples.add(new ProcessSample(10.0 * i, i, figures));
        }
        return samples;
    }

    @Test
    void mediansOfTheOuterThirdsAreCompared() {
        Growth heap = Growth.of(Gauge.HEAP, samples(10, 11, 90, 5, 6, 7, 30, 31, 32));
        assertEquals(11, heap.first());
        assertEquals(31, heap.last());
        assertEquals(20, heap.growth());
        assertTrue(heap.isTooMuch());
        assertEquals("heap_mib grew from 11.0 to 31.0, by 20.0; expected 16 at most", heap.complaint());
    }

    @Test
    void anOutlierIsNoGrowth() {
        Growth heap = Growth.of(Gauge.HEAP, samples(10, 10, 10, 10, 10, 10, 10, 500, 10));
        assertEquals(0, heap.growth());
        assertFalse(heap.isTooMuch());
    }

    @Test
    void theSlopeIsThatOfTheLineOfLeastSquares() {
        Growth handles = Growth.of(Gauge.FILE_HANDLES, samples(1, 1, 1, 1, 1, 1));
        assertEquals(360, handles.slopePerHour(), 1e-9, "one each 10 s");
        assertEquals(4, handles.growth());
    }

    @Test
    void aLeakOfFileHandlesIsTooMuch() {
        Growth handles = Growth.of(Gauge.FILE_HANDLES, samples(new double[30]));
        assertEquals(20, handles.growth());
        assertTrue(handles.isTooMuch());
    }

    @Test
    void whatIsNotKnownIsNoGrowth() {
        Growth tracked = Growth.of(Gauge.NMT, samples(1, 2, 3, 4));
        assertFalse(tracked.isKnown());
        assertFalse(tracked.isTooMuch());
        assertFalse(Growth.of(Gauge.HEAP, samples(1, 100)).isTooMuch());
    }
}
