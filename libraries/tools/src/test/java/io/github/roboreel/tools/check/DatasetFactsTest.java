package io.github.roboreel.tools.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatasetFactsTest {
    /** Shapes of rows and chunks, sizes joined by x. */
    @ParameterizedTest
    @CsvSource({
        "float32, 8, 500x8, true",
        "float32, 8, 250x8, false",
        "float32, 8, 1x8, false",
        "float32, 8, 500x4, false",
        "uint16, 240x320, 5x240x320, true",
        "uint16, 240x320, 2x240x320, true",
        "uint16, 240x320, 1x240x320, true",
        "uint16, 240x320, 7x240x320, false",
        "uint16, 240x320, 500x240x320, true",
        "float64, 1080x1920, 1x1080x1920, true",
        "float64, 1080x1920, 2x1080x1920, false",
        "text, 20, 500, true",
        "uint8, 24x32x3, 1x24x32x3, true",
        "uint8, 24x32x3, 2x24x32x3, false",
    })
    void aChunkIsWholeRows(String dtype, String rowShape, String chunkShape, boolean expected) {
        DatasetFacts facts = new DatasetFacts(dtype, 7, sizes(rowShape), sizes(chunkShape), List.of(), "", "", true);
        assertEquals(expected, facts.hasWholeRowChunks());
    }

    private static List<Long> sizes(String text) {
        return Stream.of(text.split("x")).map(Long::valueOf).toList();
    }
}
