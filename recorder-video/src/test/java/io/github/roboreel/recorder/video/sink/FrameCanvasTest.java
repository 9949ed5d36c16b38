package io.github.roboreel.recorder.video.sink;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.video.VideoKind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FrameCanvasTest {
    @Test
    void halfSizeIsTheTruncatedMeanOfFourPixels() {
        int[][] red = {
            {10, 11, 200, 201, 0, 1},
            {12, 13, 202, 203, 1, 1},
            {255, 255, 7, 8, 9, 250},
            {255, 254, 9, 11, 8, 251}
        };
        ByteBuffer picture = composed(VideoKind.SENSOR, frame(4, 6, 3, red));
        // (10 + 11 + 12 + 13) / 4 = 11.5, (0 + 1 + 1 + 1) / 4 = 0.75, (255 + 255 + 255 + 254) / 4
        assertArrayEquals(new int[] {11, 201, 0}, row(picture, 0, 3, 16, 0));
        assertArrayEquals(new int[] {254, 8, 129}, row(picture, 1, 3, 16, 0));
        assertArrayEquals(new int[] {12, 202, 1}, row(picture, 0, 3, 16, 1));
    }

    @Test
    void anOddLastRowAndColumnAreLeftOut() {
        int[][] red = {{10, 20, 99}, {30, 40, 99}, {99, 99, 99}};
        ByteBuffer picture = composed(VideoKind.SENSOR, frame(3, 3, 3, red));
        assertArrayEquals(new int[] {25, 25, 25}, row(picture, 0, 3, 16, 0));
    }

    @Test
    void aSinglePixelStaysOne() {
        ByteBuffer picture = composed(VideoKind.SENSOR, frame(1, 1, 3, new int[][] {{77}}));
        assertEquals(77, picture.get(0));
        assertEquals(77, picture.get(3 * (16 * 16 - 1)), "repeated up to the least size");
    }

    @Test
    void camerasStandSideBySideFromTheTopWithBlackBelow() {
        FrameCanvas canvas = canvas(VideoKind.SENSOR, spec("a", 40, 44, 3), spec("b", 64, 40, 3));
        assertEquals(22 + 20, canvas.width());
        assertEquals(32, canvas.height());
        ByteBuffer picture = canvas.compose(new ByteBuffer[] {filled(40 * 44 * 3, 50), filled(64 * 40 * 3, 90)}, 0);
        assertEquals(50, at(picture, 42, 21, 19, 0));
        assertEquals(90, at(picture, 42, 22, 19, 0));
        assertEquals(0, at(picture, 42, 21, 20, 0));
        assertEquals(90, at(picture, 42, 22, 31, 2));
    }

    @Test
    void oddSizesRepeatTheLastColumnAndRow() {
        int[][] red = new int[17][33];
        for (int y = 0; y < 17; y++) {
            for (int x = 0; x < 33; x++) {
                red[y][x] = 2 * x + y;
            }
        }
        ByteBuffer picture = composed(VideoKind.VIEWPORT, frame(17, 33, 3, red));
        assertEquals(2 * 32 + 5, at(picture, 34, 32, 5, 0));
        assertEquals(2 * 32 + 5, at(picture, 34, 33, 5, 0));
        assertEquals(2 * 10 + 16, at(picture, 34, 10, 17, 0));
        assertEquals(2 * 32 + 16, at(picture, 34, 33, 17, 0));
    }

    @Test
    void greyBecomesRgbAndAlphaIsNotShown() {
        FrameCanvas canvas = canvas(VideoKind.VIEWPORT, spec("grey", 16, 16, 1), spec("rgba", 16, 16, 4));
        ByteBuffer rgba = ByteBuffer.allocateDirect(16 * 16 * 4);
        for (int i = 0; i < 16 * 16; i++) {
            rgba.put(new byte[] {1, 2, 3, (byte) 255});
        }
        ByteBuffer picture = canvas.compose(new ByteBuffer[] {null, filled(16 * 16, 120), rgba}, 1);
        for (int channel = 0; channel < 3; channel++) {
            assertEquals(120, at(picture, 32, 7, 7, channel));
            assertEquals(channel + 1, at(picture, 32, 20, 7, channel));
        }
    }

    @Test
    void oneCameraThatFitsIsNotCopied() {
        FrameCanvas canvas = canvas(VideoKind.VIEWPORT, spec("a", 18, 32, 3));
        ByteBuffer frame = filled(18 * 32 * 3, 3);
        assertSame(frame, canvas.compose(new ByteBuffer[] {frame}, 0));
    }

    private static FieldSpec spec(String name, int height, int width, int channels) {
        return new FieldSpec(
                "obs/" + name + "_cam",
                DType.UINT8,
                List.of(height, width, channels),
                "",
                "",
                FieldPhase.STEP,
                true,
                false,
                true);
    }

    private static FrameCanvas canvas(VideoKind kind, FieldSpec... specs) {
        List<Camera> cameras = new ArrayList<>();
        for (Field field : FieldSchema.of(specs).layout(FieldPhase.STEP).images()) {
            cameras.add(new Camera(field, null));
        }
        return new FrameCanvas(new VideoPlan(kind, cameras));
    }

    private static ByteBuffer composed(VideoKind kind, Sized frame) {
        return canvas(kind, spec("a", frame.height, frame.width, 3)).compose(new ByteBuffer[] {frame.bytes}, 0);
    }

    private record Sized(int height, int width, ByteBuffer bytes) {}

    /** Green is one more than red, blue two more; values wrap. */
    private static Sized frame(int height, int width, int channels, int[][] red) {
        ByteBuffer bytes = ByteBuffer.allocateDirect(height * width * channels);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                for (int c = 0; c < channels; c++) {
                    bytes.put((byte) Math.min(255, red[y][x] + c));
                }
            }
        }
        return new Sized(height, width, bytes);
    }

    private static ByteBuffer filled(int size, int value) {
        ByteBuffer bytes = ByteBuffer.allocateDirect(size);
        for (int i = 0; i < size; i++) {
            bytes.put(i, (byte) value);
        }
        return bytes;
    }

    private static int at(ByteBuffer picture, int width, int x, int y, int channel) {
        return picture.get(3 * (y * width + x) + channel) & 0xff;
    }

    private static int[] row(ByteBuffer picture, int y, int count, int width, int channel) {
        int[] values = new int[count];
        for (int x = 0; x < count; x++) {
            values[x] = at(picture, width, x, y, channel);
        }
        return values;
    }
}
