package io.github.roboreel.recorder.hdf5.deflate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ChunkCodecTest {
    private static final int ROWS = 500;

    /** Every plane is random, constant, or repeats; the JDK's inflater reads what comes out. */
    @Property(tries = 300)
    void anyMixOfPlanesComesBack(
            @ForAll Compression compression,
            @ForAll @IntRange(min = 1, max = 8) int elementBytes,
            @ForAll @IntRange(min = 1, max = 40_000) int elements,
            @ForAll long seed)
            throws DataFormatException {
        byte[] chunk = mixed(elementBytes, elements, new Random(seed));
        try (ChunkCodec codec = compression.codec()) {
            assertArrayEquals(chunk, decoded(encoded(codec, chunk, elementBytes), elementBytes));
        }
    }

    @Test
    void measuredFloatsTakeNoMoreThanWithZlibAlone() {
        byte[] chunk = smoothFloats(13);
        Deflater zlib = new Deflater(4);
        zlib.setInput(shuffled(chunk, 4));
        zlib.finish();
        int whole = zlib.deflate(new byte[2 * chunk.length]);
        zlib.end();
        try (ChunkCodec balanced = Compression.BALANCED.codec();
                ChunkCodec fast = Compression.FAST.codec()) {
            assertTrue(encoded(balanced, chunk, 4).length <= whole, encoded(balanced, chunk, 4).length + " " + whole);
            assertTrue(encoded(fast, chunk, 4).length <= 1.02 * whole);
        }
    }

    @Test
    void constantRowsTakeNextToNothing() {
        byte[] chunk = new byte[ROWS * 24 * 4];
        Arrays.fill(chunk, (byte) 63);
        for (Compression compression : new Compression[] {Compression.FAST, Compression.BALANCED}) {
            try (ChunkCodec codec = compression.codec()) {
                int size = encoded(codec, chunk, 4).length;
                assertTrue(size < chunk.length / 50, compression + ": " + size);
            }
        }
    }

    @Test
    void randomBytesAreToldFromSkewedOnes() {
        RandomnessTest test = new RandomnessTest();
        byte[] bytes = new byte[20_000];
        new Random(1).nextBytes(bytes);
        assertTrue(test.looksRandom(bytes, 0, bytes.length));
        assertTrue(test.looksRandom(bytes, 3, ROWS), "a short piece as well");
        Arrays.fill(bytes, 0, bytes.length / 8, (byte) 0);
        assertFalse(test.looksRandom(bytes, 0, bytes.length));
        assertFalse(test.looksRandom(new byte[ROWS], 0, ROWS));
    }

    private static byte[] mixed(int elementBytes, int elements, Random random) {
        byte[] chunk = new byte[elementBytes * elements];
        for (int plane = 0; plane < elementBytes; plane++) {
            int kind = random.nextInt(3);
            for (int i = 0; i < elements; i++) {
                int value = kind == 0 ? random.nextInt() : kind == 1 ? plane : i % 7;
                chunk[i * elementBytes + plane] = (byte) value;
            }
        }
        return chunk;
    }

    private static byte[] smoothFloats(int width) {
        ByteBuffer floats = ByteBuffer.allocate(ROWS * width * 4).order(ByteOrder.LITTLE_ENDIAN);
        Random random = new Random(2);
        for (int row = 0; row < ROWS; row++) {
            for (int column = 0; column < width; column++) {
                double noise = 1e-3 * random.nextGaussian();
                floats.putFloat((float) (Math.sin(row / 15.0 * (0.3 + 0.1 * column)) + noise));
            }
        }
        return floats.array();
    }

    private static byte[] encoded(ChunkCodec codec, byte[] chunk, int elementBytes) {
        ByteBuffer target = ByteBuffer.allocateDirect(ChunkCodec.bound(chunk.length));
        byte[] stream = new byte[codec.encode(chunk, chunk.length, elementBytes, target, 0)];
        target.get(0, stream);
        return stream;
    }

    private static byte[] decoded(byte[] stream, int elementBytes) throws DataFormatException {
        Inflater inflater = new Inflater();
        inflater.setInput(stream);
        byte[] planes = new byte[1 << 22];
        int size = inflater.inflate(planes);
        inflater.inflate(new byte[1]);
        assertTrue(inflater.finished(), "the stream ends, and its checksum holds");
        assertEquals(0, inflater.getRemaining(), "nothing stands behind it");
        inflater.end();
        return unshuffled(Arrays.copyOf(planes, size), elementBytes);
    }

    private static byte[] shuffled(byte[] chunk, int elementBytes) {
        int count = chunk.length / elementBytes;
        byte[] planes = new byte[chunk.length];
        for (int i = 0; i < chunk.length; i++) {
            planes[i % elementBytes * count + i / elementBytes] = chunk[i];
        }
        return planes;
    }

    private static byte[] unshuffled(byte[] planes, int elementBytes) {
        int count = planes.length / elementBytes;
        byte[] chunk = new byte[planes.length];
        for (int i = 0; i < chunk.length; i++) {
            chunk[i] = planes[i % elementBytes * count + i / elementBytes];
        }
        return chunk;
    }
}
