package io.github.roboreel.recorder.video.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.video.file.VideoCodec;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VideoMemoryTest {
    private static final long GIBIBYTE = 1L << 30;

    @Test
    void moreThanHalfOfTheMachineIsComplainedOf() {
        assertEquals(Optional.empty(), new VideoMemory(2, 4 * GIBIBYTE, 8 * GIBIBYTE).complaint());
        assertEquals(
                Optional.of("1024 videos at a time take about 6.5 GiB of the machine's 8.0 GiB;"
                        + " use fewer envs, smaller images, or video.mode sensor, viewport"
                        + " or none"),
                new VideoMemory(1024, 13 * GIBIBYTE / 2, 8 * GIBIBYTE).complaint());
    }

    @Test
    void aVideoTakesWhatWasMeasured() {
        // Resident memory per open video: 13.4 and 4.1 MiB with OpenH264, 18.8 with x264.
        assertEquals(13.4, mebibytes(VideoCodec.OPENH264, 1280, 720), 1);
        assertEquals(4.1, mebibytes(VideoCodec.OPENH264, 640, 360), 0.5);
        assertEquals(18.8, mebibytes(VideoCodec.X264, 1280, 720), 1);
        assertTrue(VideoMemory.of(1, 1).machineBytes() > GIBIBYTE / 8);
    }

    private static double mebibytes(VideoCodec codec, int width, int height) {
        return (double) codec.bytesPerVideo(width, height) / (1 << 20);
    }
}
