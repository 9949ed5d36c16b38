package io.github.roboreel.recorder.hdf5.deflate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.hdf5.staging.FrameChunks;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageCodecTest {
    private static final int HEIGHT = 180;
    private static final int WIDTH = 320;
    private static final FieldSchema SCHEMA = FieldSchema.of(
            FieldSpec.image("obs/rgb", HEIGHT, WIDTH),
            FieldSpec.image("obs/grey", DType.UINT8, HEIGHT, WIDTH, 1),
            FieldSpec.image("obs/rgba", DType.UINT8, HEIGHT, WIDTH, 4),
            FieldSpec.image("obs/depth_mm", DType.UINT16, HEIGHT, WIDTH, 1),
            FieldSpec.image("obs/depth_m", DType.FLOAT32, HEIGHT, WIDTH, 1),
            FieldSpec.image("obs/mask", HEIGHT, WIDTH).withoutNoise());

    /** An image of one channel is a plane already; what is not compressed stays whole. */
    @ParameterizedTest
    @CsvSource({
        "fast, auto, '3,1,4,1,1,1'",
        "fast, planes, '3,1,4,1,1,3'",
        "fast, frames, '1,1,1,1,1,1'",
        "balanced, auto, '3,1,4,1,1,1'",
        "none, planes, '1,1,1,1,1,1'"
    })
    void everyFrameComesBack(String compression, String cut, String planes) throws Exception {
        RecorderConfig config = RecorderConfig.builder()
                .set(Hdf5Settings.COMPRESSION, compression)
                .set(Hdf5Settings.IMAGE_CHUNKS, cut)
                .build();
        FrameChunks chunks = FrameChunks.ofNewRun(SCHEMA, config);
        assertEquals(planes, chunks.planes());
        assertEquals(chunks.all(), FrameChunks.parse(SCHEMA, planes).all());
        ImageCodec codec = Compression.of(config).imageCodec();
        for (int image = 0; image < 6; image++) {
            List<FrameChunk> cuts = chunks.ofImage(image);
            byte[] frame = noisyRamp(cuts.get(0).image().rowBytes());
            boolean bytes = cuts.get(0).image().spec().dtype().bytes() == 1;
            assertEquals(compression.equals("none") && bytes, codec.copies(cuts));
            List<byte[]> streams = encoded(codec, cuts, frame);
            assertArrayEquals(frame, decoded(streams, cuts));
            int size = streams.stream().mapToInt(stream -> stream.length).sum();
            assertEquals(!compression.equals("none"), size < frame.length, "compressed");
        }
    }

    @Test
    void stagingWithoutThatNoteHasWholeFrames() {
        assertEquals("1,1,1,1,1,1", FrameChunks.parse(SCHEMA, "").planes());
        for (String other : new String[] {"3,1", "3,1,2,1,1,1", "0,1,4,1,1,1", "3,1,4,2,1,1"}) {
            assertThrows(IllegalArgumentException.class, () -> FrameChunks.parse(SCHEMA, other), other);
        }
    }

    /** Planes are the point of it where a picture has noise, whole frames where it has none. */
    @Test
    void planesOfANoisyPictureAreSmaller() throws IOException {
        ImageCodec codec = Compression.FAST.imageCodec();
        FrameChunks planes = FrameChunks.parse(SCHEMA, "3,1,4,1,1,1");
        FrameChunks frames = FrameChunks.wholeFrames(SCHEMA);
        byte[] noisy = noisyRamp(HEIGHT * WIDTH * 3);
        assertTrue(size(codec, planes, noisy) < 0.8 * size(codec, frames, noisy));
        byte[] flat = flatDiscs();
        assertTrue(size(codec, frames, flat) < 0.8 * size(codec, planes, flat));
    }

    private static int size(ImageCodec codec, FrameChunks chunks, byte[] frame) throws IOException {
        List<byte[]> streams = encoded(codec, chunks.ofImage(0), frame);
        return streams.stream().mapToInt(stream -> stream.length).sum();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 65534, 65535, 65536, 131_070, 131_071})
    void aStoredChunkEndsWhereverABlockEnds(int size) throws DataFormatException {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        ByteBuffer direct = ByteBuffer.allocateDirect(size + 3).put(bytes);
        ByteBuffer target = ByteBuffer.allocateDirect(7 + ImageCodec.bound(size));
        byte[] stream = new byte[Compression.NONE.imageCodec().store(direct, size, target, 7)];
        target.get(7, stream);
        assertArrayEquals(bytes, inflated(stream, size));
    }

    private static List<byte[]> encoded(ImageCodec codec, List<FrameChunk> chunks, byte[] frame) throws IOException {
        ByteBuffer direct = ByteBuffer.allocateDirect(frame.length + 10).put(frame);
        List<byte[]> streams = new ArrayList<>();
        codec.encode(direct, chunks, (chunk, bytes, size) -> {
            assertEquals(chunks.get(streams.size()), chunk, "in order");
            streams.add(Arrays.copyOf(bytes, size));
        });
        return streams;
    }

    private static byte[] decoded(List<byte[]> streams, List<FrameChunk> chunks) throws DataFormatException {
        byte[] frame = new byte[chunks.get(0).image().rowBytes()];
        for (FrameChunk chunk : chunks) {
            byte[] plane = inflated(streams.get(chunk.plane()), chunk.sizeBytes());
            int elementBytes = chunk.image().spec().dtype().bytes();
            int elements = plane.length / elementBytes;
            for (int i = 0; i < plane.length; i++) {
                int at = i % elements * elementBytes + i / elements;
                frame[at * chunk.numPlanes() + chunk.plane()] = plane[i];
            }
        }
        return frame;
    }

    private static byte[] inflated(byte[] stream, int size) throws DataFormatException {
        Inflater inflater = new Inflater();
        inflater.setInput(stream);
        byte[] bytes = new byte[size + 1];
        assertEquals(size, inflater.inflate(bytes));
        assertTrue(inflater.finished(), "the stream ends, and its checksum holds");
        assertFalse(inflater.getRemaining() > 0, "nothing stands behind it");
        inflater.end();
        return Arrays.copyOf(bytes, size);
    }

    private static byte[] noisyRamp(int size) {
        byte[] frame = new byte[size];
        Random random = new Random(4);
        int channels = size / HEIGHT / WIDTH;
        for (int i = 0; i < size; i++) {
            int pixel = i / channels;
            int base = i % channels == 0 ? pixel % WIDTH / 2 : pixel / WIDTH + 40 * (i % channels);
            frame[i] = (byte) (base + random.nextInt(7));
        }
        return frame;
    }

    private static byte[] flatDiscs() {
        byte[] frame = new byte[HEIGHT * WIDTH * 3];
        for (int i = 0; i < frame.length; i++) {
            int x = i / 3 % WIDTH % 60 - 30;
            int y = i / 3 / WIDTH % 60 - 30;
            double shade = Math.max(0.3, 1.1 - (x * x + y * y) / 900.0);
            frame[i] = (byte) (x * x + y * y < 700 ? (60 + 60 * (i % 3)) * shade : 190);
        }
        return frame;
    }
}
