package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArrayDigestsTest {
    private static final String CLOCK = "infos/t";

    private final ArrayDigests written = new ArrayDigests();
    private final ArrayDigests read = new ArrayDigests();

    private static void add(ArrayDigests digests, DType dtype, int... rows) {
        digests.begin(CLOCK, dtype, List.of(), rows.length);
        for (int row : rows) {
            digests.add(CLOCK, new byte[] {(byte) row, 0});
        }
    }

    @Test
    void theSameArraysAreEqual() {
        add(written, DType.INT16, 1, 2);
        add(written, DType.INT16, 3);
        add(read, DType.INT16, 1, 2);
        add(read, DType.INT16, 3);
        assertDoesNotThrow(() -> written.requireEqual(read));
        assertEquals(2, written.arrays());
    }

    @Test
    void aRowOfTheNextEpisodeIsADifference() {
        add(written, DType.INT16, 1, 2);
        add(written, DType.INT16, 3);
        add(read, DType.INT16, 1);
        add(read, DType.INT16, 2, 3);
        requireDifference();
    }

    @Test
    void anotherTypeIsADifference() {
        add(written, DType.INT16, 1, 2);
        add(read, DType.UINT16, 1, 2);
        requireDifference();
    }

    private void requireDifference() {
        String message = assertThrows(IOException.class, () -> written.requireEqual(read))
                .getMessage();
        assertTrue(message.startsWith("infos/t reads back differently"), message);
    }
}
