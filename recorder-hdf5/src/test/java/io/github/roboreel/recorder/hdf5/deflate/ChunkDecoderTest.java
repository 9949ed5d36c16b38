package io.github.roboreel.recorder.hdf5.deflate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a shuffle written as the filter's definition says, and the JDK's deflater. */
class ChunkDecoderTest {
    private static final int ELEMENTS = 333;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 8, 24})
    void givesBackWhatWasShuffledAndDeflated(int elementBytes) throws DataFormatException {
        byte[] values = values(elementBytes);
        byte[] stored = deflated(shuffled(values, elementBytes));
        try (ChunkDecoder decoder = new ChunkDecoder()) {
            byte[] chunk = new byte[values.length];
            decoder.inflate(stored, chunk, elementBytes);
            assertArrayEquals(values, chunk);
            decoder.unshuffle(shuffled(values, elementBytes), chunk, elementBytes);
            assertArrayEquals(values, chunk);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void givesBackWhatOurCodecWrites(int elementBytes) throws DataFormatException {
        byte[] values = values(elementBytes);
        ByteBuffer target = ByteBuffer.allocateDirect(ChunkCodec.bound(values.length));
        int size;
        try (ChunkCodec codec = new ChunkCodec(new ZlibDeflater(1))) {
            size = codec.encode(values, values.length, elementBytes, target, 0);
        }
        byte[] stored = new byte[size];
        target.get(0, stored);
        try (ChunkDecoder decoder = new ChunkDecoder()) {
            byte[] chunk = new byte[values.length];
            decoder.inflate(stored, chunk, elementBytes);
            assertArrayEquals(values, chunk);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 20})
    void aStreamThatIsCutOrDamagedIsRefused(int kept) {
        byte[] stored = deflated(values(4));
        byte[] chunk = new byte[4 * ELEMENTS];
        try (ChunkDecoder decoder = new ChunkDecoder()) {
            assertThrows(DataFormatException.class, () -> decoder.inflate(Arrays.copyOf(stored, kept), chunk, 4));
            stored[kept] ^= 0x55;
            assertThrows(DataFormatException.class, () -> decoder.inflate(stored, chunk, 4));
            stored[kept] ^= 0x55;
            assertThrows(DataFormatException.class, () -> decoder.inflate(stored, new byte[chunk.length + 1], 1));
            assertThrows(DataFormatException.class, () -> decoder.inflate(stored, new byte[chunk.length - 1], 1));
        }
    }

    private static byte[] values(int elementBytes) {
        byte[] values = new byte[ELEMENTS * elementBytes];
        new Random(elementBytes).nextBytes(values);
        Arrays.fill(values, 0, values.length / 2, (byte) 7);
        return values;
    }

    private static byte[] shuffled(byte[] values, int elementBytes) {
        byte[] planes = new byte[values.length];
        for (int element = 0; element < ELEMENTS; element++) {
            for (int plane = 0; plane < elementBytes; plane++) {
                planes[plane * ELEMENTS + element] = values[element * elementBytes + plane];
            }
        }
        return planes;
    }

    private static byte[] deflated(byte[] bytes) {
        Deflater deflater = new Deflater(4);
        deflater.setInput(bytes);
        deflater.finish();
        byte[] out = new byte[bytes.length + 100];
        int size = deflater.deflate(out);
        deflater.end();
        return Arrays.copyOf(out, size);
    }
}
