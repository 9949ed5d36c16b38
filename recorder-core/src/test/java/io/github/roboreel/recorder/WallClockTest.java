package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.SetAside;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A wall clock that is set back, by an operator or by NTP, in the middle of a recording. */
class WallClockTest {
    @TempDir
    private Path folder;

    @Test
    void timestampsGoOnThoughTheClockIsSetBack() {
        AtomicLong wallMillis = new AtomicLong(1_700_000_000_000L);
        AtomicLong monotonicNanos = new AtomicLong(-5);
        WallClock clock = new WallClock(wallMillis::get, monotonicNanos::get);
        assertEquals(1_700_000_000_000_000_000L, clock.epochNanos());
        long last = clock.epochNanos();
        for (int step = 0; step < 10; step++) {
            wallMillis.addAndGet(-3_600_000);
            monotonicNanos.addAndGet(1_000_000);
            assertEquals(last + 1_000_000, clock.epochNanos());
            last = clock.epochNanos();
        }
    }

    @Test
    void anAsideNameIsFreeThoughItsTimeCameTwice() throws Exception {
        Path file = folder.resolve("log.json");
        Files.writeString(file, "one");
        Path first = SetAside.move(file).orElseThrow();
        Files.writeString(file, "two");
        Path second = SetAside.move(file).orElseThrow();
        assertNotEquals(first, second);
        assertEquals("one", Files.readString(first));
        assertEquals("two", Files.readString(second));
        assertTrue(Files.notExists(file));
    }
}
