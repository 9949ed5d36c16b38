package io.github.roboreel.format.fault;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UndoTest {
    @Test
    void everyStepIsTriedAndWhatFailsIsAttached() {
        IOException failure = new IOException("cannot be written");
        IOException notClosed = new IOException("cannot be closed");
        OutOfMemoryError noMemory = new OutOfMemoryError("heap");
        List<String> done = new ArrayList<>();
        Undo.after(
                failure,
                () -> {
                    throw notClosed;
                },
                () -> {
                    throw noMemory;
                },
                () -> {
                    throw failure;
                },
                () -> done.add("deleted"));
        assertEquals(List.of("deleted"), done);
        assertArrayEquals(new Throwable[] {notClosed, noMemory}, failure.getSuppressed());
    }
}
