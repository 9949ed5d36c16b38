package io.github.roboreel.recorder.hdf5.lib;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextHeapTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 4096",
        "4064, 4096",
        "4065, 4104",
        "5040, 5072",
    })
    void bytes_ofOneText_isACollectionThatHoldsIt(long length, long expected) {
        TextHeap heap = new TextHeap();
        heap.add(length);
        assertEquals(expected, heap.bytes());
    }

    @ParameterizedTest
    @CsvSource({"100, 4096", "200, 8192"})
    void bytes_ofShortTextsBesideALongOne_areCollectionsOfTheirOwn(int texts, long shared) {
        TextHeap heap = new TextHeap();
        heap.add(5040);
        for (int i = 0; i < texts; i++) {
            heap.add(20);
        }
        assertEquals(5072 + shared, heap.bytes());
    }

    @Test
    void bytes_ofTextsThatShareNoCollection_areOneForEach() {
        TextHeap heap = new TextHeap();
        for (int i = 0; i < 3; i++) {
            heap.add(2500);
        }
        heap.add(1500);
        assertEquals(3 * 4096, heap.bytes());
    }
}
