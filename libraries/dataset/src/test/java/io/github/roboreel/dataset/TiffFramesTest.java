package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TiffFramesTest {
    private static final int WIDTH = 7;
    private static final int HEIGHT = 5;

    @TempDir
    private Path folder;

    private static byte[] rows() {
        ByteBuffer rows = ByteBuffer.allocate(2 * Float.BYTES * WIDTH * HEIGHT).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; rows.hasRemaining(); i++) {
            rows.putFloat(i == 3 ? Float.NaN : i == 4 ? Float.POSITIVE_INFINITY : i / 7f - 2);
        }
        return rows.array();
    }

    @Test
    void pillowAndJavaReadEveryValue() throws Exception {
        byte[] rows = rows();
        Path raw = Files.write(folder.resolve("rows.raw"), rows);
        for (int frame = 0; frame < 2; frame++) {
            byte[] file = TiffFrames.encode(rows, frame, WIDTH, HEIGHT);
            Files.write(folder.resolve(frame + ".tiff"), file);
            byte[] expected = new byte[rows.length / 2];
            System.arraycopy(rows, frame * expected.length, expected, 0, expected.length);
            assertArrayEquals(expected, TiffFrames.decode(file, WIDTH, HEIGHT));
        }
        assertEquals("F F True", Python.run("""
                import sys, numpy as np
                from PIL import Image
                frames = [Image.open(path) for path in sys.argv[2:]]
                raw = np.fromfile(sys.argv[1], 'f4').reshape(2, 5, 7)
                print(*(f.mode for f in frames), np.stack([np.array(f) for f in frames]).tobytes() == raw.tobytes())
                """, raw, folder.resolve("0.tiff"), folder.resolve("1.tiff")));
    }

    @Test
    void otherPicturesAreRefused() {
        byte[] file = TiffFrames.encode(rows(), 0, WIDTH, HEIGHT);
        assertThrows(IOException.class, () -> TiffFrames.decode(file, WIDTH + 1, HEIGHT));
        byte[] grey = PngFrames.encodeDepth(new byte[2 * WIDTH * HEIGHT], 0, WIDTH, HEIGHT);
        assertThrows(IOException.class, () -> TiffFrames.decode(grey, WIDTH, HEIGHT));
        byte[] cut = java.util.Arrays.copyOf(file, file.length - 40);
        assertThrows(IOException.class, () -> TiffFrames.decode(cut, WIDTH, HEIGHT));
    }
}
