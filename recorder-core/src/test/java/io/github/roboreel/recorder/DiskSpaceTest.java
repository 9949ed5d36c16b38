package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DiskSpaceTest {
    private static final long MEBIBYTE = 1 << 20;

    private final List<String> warnings = new ArrayList<>();
    private long mebibytes = 10_000;
    private boolean isGone;
    private long seconds;

    private final DiskSpace space = new DiskSpace(this::freeBytes, 60, warnings::add);

    private long freeBytes() throws IOException {
        if (isGone) {
            throw new IOException("gone");
        }
        return mebibytes * MEBIBYTE;
    }

    @Test
    void aDiskThatDoesNotShrinkLastsForEver() {
        shrink(0, 40);
        assertEquals(10_000.0 * MEBIBYTE, space.freeBytes());
        assertEquals(Double.POSITIVE_INFINITY, space.secondsLeft());
        shrink(-3, 10);
        assertEquals(Double.POSITIVE_INFINITY, space.secondsLeft());
        assertEquals(List.of(), warnings);
    }

    @Test
    void theRateIsThatOfTheLastTwoMinutes() {
        shrink(100, 10);
        shrink(10, 121);
        assertEquals((10_000 - 1000 - 1200) / 10.0, space.secondsLeft(), 1e-9);
    }

    @Test
    void aMomentIsNoRate() {
        shrink(100, 30);
        assertEquals(Double.POSITIVE_INFINITY, space.secondsLeft());
        shrink(100, 1);
        assertEquals(70.0, space.secondsLeft(), 1e-9);
    }

    @Test
    void sample_openingBurst_isNoRate() {
        shrink(600, 14);
        shrink(1, 17);
        assertEquals(1600.0 - 16, space.secondsLeft(), 1e-9);
        shrink(1, 60);
        assertEquals(List.of(), warnings);
    }

    @Test
    void sample_chunksEvery33Seconds_areARate() {
        for (int i = 0; i < 4; i++) {
            shrink(0, 32);
            shrink(2000, 1);
        }
        shrink(0, 1);
        assertEquals(1, warnings.size());
    }

    @Test
    void oneWarningPerShortage() {
        shrink(100, 95);
        assertEquals(List.of("has 5900 MiB left, which shrink by 100.0 MiB/s: it is full in 59 s"), warnings);
        mebibytes = 100_000;
        shrink(100, 130);
        assertEquals(1, warnings.size());
        mebibytes = 1000;
        shrink(10, 40);
        assertEquals(2, warnings.size());
    }

    @Test
    void aLittleMoreTimeIsNoRecovery() {
        shrink(100, 42);
        assertEquals(59, space.secondsLeft(), 1e-9);
        shrink(40, 61);
        assertEquals(85, space.secondsLeft(), 1);
        shrink(40, 30);
        assertEquals(55, space.secondsLeft(), 1);
        assertEquals(1, warnings.size(), warnings.toString());
    }

    @Test
    void zeroSecondsSwitchTheWarningOff() {
        DiskSpace silent = new DiskSpace(this::freeBytes, 0, warnings::add);
        for (int i = 0; i < 90; i++) {
            mebibytes -= 100;
            silent.sample(TimeUnit.SECONDS.toNanos(i));
        }
        assertEquals(10, silent.secondsLeft(), 1e-9);
        assertEquals(List.of(), warnings);
    }

    @Test
    void aFolderThatIsGoneHasNoRoomToTell() {
        shrink(1, 2);
        isGone = true;
        shrink(1, 1);
        assertTrue(Double.isNaN(space.freeBytes()));
    }

    @Test
    void afterTheRecordingNothingIsARate() {
        shrink(1, 31);
        space.stop();
        shrink(1000, 9);
        assertEquals((10_000.0 - 30) * MEBIBYTE, space.freeBytes());
        assertEquals(10_000 - 30, space.secondsLeft(), 1e-9);
        assertEquals(List.of(), warnings);
    }

    /** Looks once a second. */
    private void shrink(long mebibytesPerSecond, int times) {
        for (int i = 0; i < times; i++) {
            space.sample(TimeUnit.SECONDS.toNanos(seconds++));
            mebibytes -= mebibytesPerSecond;
        }
    }
}
