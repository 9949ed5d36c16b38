package io.github.roboreel.dataset.rlds;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.ExportRefusedException;
import org.junit.jupiter.api.Test;

class MemoryTest {
    private final Memory memory = new Memory("shard 1, record 2", 4 << 20);

    @Test
    void isTakenUpToItsLastByte() {
        memory.take(3 << 20);
        memory.take(1 << 20);
        assertDoesNotThrow(() -> memory.take(0));
        assertThrows(ExportRefusedException.class, () -> memory.take(1));
    }

    @Test
    void whatIsOnlyRequiredIsNotTaken() {
        memory.require(4 << 20);
        memory.require(4 << 20);
        assertThrows(ExportRefusedException.class, () -> memory.require((4 << 20) + 1));
        assertDoesNotThrow(() -> memory.take(4 << 20));
    }

    @Test
    void aRefusedPartIsNotTaken() {
        assertThrows(ExportRefusedException.class, () -> memory.take(5 << 20));
        assertDoesNotThrow(() -> memory.take(4 << 20));
    }

    @Test
    void lengthsThatOverflowAreRefused() {
        memory.take(1);
        assertThrows(ExportRefusedException.class, () -> memory.take(Long.MAX_VALUE));
        assertThrows(ExportRefusedException.class, () -> memory.take(-1));
    }

    @Test
    void theSentenceNamesThePlaceAndTheLimit() {
        String message = assertThrows(ExportRefusedException.class, () -> memory.take(5 << 20))
                .getMessage();
        assertTrue(message.startsWith("shard 1, record 2 needs more than 4 MiB"), message);
    }

    @Test
    void aValueThatGrowsHasAQuarterOfWhatIsLeft() {
        assertEquals(1 << 20, memory.mostOfOne());
        memory.take(2 << 20);
        assertEquals(1 << 19, memory.mostOfOne());
        assertEquals(Integer.MAX_VALUE / 4, new Memory("all", Long.MAX_VALUE).mostOfOne());
    }
}
