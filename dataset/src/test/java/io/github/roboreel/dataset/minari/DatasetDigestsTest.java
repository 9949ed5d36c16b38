package io.github.roboreel.dataset.minari;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class DatasetDigestsTest {
    private static final StoredArray CLOCK = new StoredArray("infos/t", DType.INT16, List.of(), false);

    private final DatasetDigests written = new DatasetDigests();
    private final DatasetDigests read = new DatasetDigests();

    private static void add(DatasetDigests digests, long episode, StoredArray array, int... rows) {
        digests.begin(episode, array, rows.length);
        for (int row : rows) {
            digests.rows(array, new byte[] {(byte) row, 0});
        }
    }

    @Test
    void theSameArraysAreEqual() {
        add(written, 0, CLOCK, 1, 2);
        add(written, 1, CLOCK, 3);
        add(read, 0, CLOCK, 1, 2);
        add(read, 1, CLOCK, 3);
        assertDoesNotThrow(() -> written.requireEqual(read));
        assertEquals(2, written.arrays());
    }

    @Test
    void aRowOfTheNextEpisodeIsADifference() {
        add(written, 0, CLOCK, 1, 2);
        add(written, 1, CLOCK, 3);
        add(read, 0, CLOCK, 1);
        add(read, 1, CLOCK, 2, 3);
        requireDifference();
    }

    @Test
    void anotherTypeIsADifference() {
        add(written, 0, CLOCK, 1, 2);
        add(read, 0, new StoredArray("infos/t", DType.UINT16, List.of(), false), 1, 2);
        requireDifference();
    }

    private void requireDifference() {
        String message = assertThrows(IOException.class, () -> written.requireEqual(read))
                .getMessage();
        assertTrue(message.startsWith("infos/t reads back differently"), message);
    }
}
