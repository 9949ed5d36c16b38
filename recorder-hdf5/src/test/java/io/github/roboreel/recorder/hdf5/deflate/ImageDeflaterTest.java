package io.github.roboreel.recorder.hdf5.deflate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ImageDeflaterTest {
    private static final int WIDTH = 320;
    private static final int HEIGHT = 240;

    /** What a part of a picture looks like. */
    enum Texture {
        RANDOM,
        EVEN,
        RAMP_WITH_NOISE,
        SMOOTH_WITH_NOISE,
        ROWS_ALIKE,
        SHAPES,
        FEW_VALUES,
        SPARSE;

        private int value(int x, int y, Random random) {
            return switch (this) {
                case RANDOM -> random.nextInt();
                case EVEN -> 77;
                case RAMP_WITH_NOISE -> x + random.nextInt(7);
                case SMOOTH_WITH_NOISE ->
                    (int) (128 + 90 * Math.sin(x / 31.0) * Math.cos(y / 23.0) + 2 * random.nextGaussian());
                case ROWS_ALIKE -> x * x / 7;
                case SHAPES -> Math.hypot(x % 50 - 25, y % 50 - 25) < 20 ? x / 3 + y / 5 : 12;
                case FEW_VALUES -> y / 4 + random.nextInt(4);
                case SPARSE -> random.nextInt(40) == 0 ? random.nextInt() : 0;
            };
        }
    }

    /** Textures in bands of any height, down to parts of a row, of any size. */
    @Property(tries = 300)
    void anyPictureComesBack(
            @ForAll @IntRange(min = 0, max = 70_000) int size,
            @ForAll @IntRange(min = 1, max = 40_000) int rowBytes,
            @ForAll @IntRange(min = 1, max = 4) int pixelBytes,
            @ForAll @IntRange(min = 1, max = 20_000) int band,
            @ForAll long seed)
            throws DataFormatException {
        byte[] picture = new byte[size];
        Random random = new Random(seed);
        Texture texture = Texture.EVEN;
        for (int i = 0; i < size; i++) {
            if (i % band == 0) {
                texture = Texture.values()[random.nextInt(Texture.values().length)];
            }
            picture[i] = (byte) texture.value(i % rowBytes, i / rowBytes, random);
        }
        byte[] stream = deflated(picture, rowBytes, pixelBytes);
        assertArrayEquals(picture, inflated(stream, size));
        assertTrue(stream.length <= mostBytes(size), stream.length + " of " + size);
    }

    /** Sizes around those at which pieces, stored blocks and looks ahead end. */
    @ParameterizedTest
    @EnumSource(Texture.class)
    void everySizeComesBack(Texture texture) throws DataFormatException {
        byte[] picture = picture(texture, 65_600);
        for (int around : new int[] {0, 20, 64, 4096, 6144, 8192, 12_288, 65_535}) {
            for (int size = Math.max(0, around - 20); size <= around + 20; size++) {
                byte[] part = Arrays.copyOf(picture, size);
                assertArrayEquals(part, inflated(deflated(part, WIDTH, 1), size), "size " + size);
            }
        }
    }

    /** One deflater for all, as a compressor's thread has it: nothing is left from before. */
    @Test
    void theSameComesOutEveryTime() {
        ImageDeflater deflater = new ImageDeflater();
        byte[] target = new byte[ImageDeflater.bound(WIDTH * HEIGHT)];
        byte[][] first = new byte[Texture.values().length][];
        for (int round = 0; round < 2; round++) {
            for (Texture texture : Texture.values()) {
                byte[] picture = picture(texture, WIDTH * HEIGHT);
                ImageDeflater.Grid grid = new ImageDeflater.Grid(WIDTH, 1);
                int size = deflater.deflate(picture, picture.length, grid, target);
                byte[] stream = Arrays.copyOf(target, size);
                if (round == 0) {
                    first[texture.ordinal()] = stream;
                }
                assertArrayEquals(first[texture.ordinal()], stream, texture.toString());
            }
        }
    }

    @Test
    void randomBytesAreStored() {
        byte[] picture = picture(Texture.RANDOM, WIDTH * HEIGHT);
        byte[] stream = deflated(picture, WIDTH, 1);
        assertEquals(mostBytes(picture.length), stream.length);
        byte[] inside = Arrays.copyOfRange(stream, 7, 7 + 1000);
        assertArrayEquals(Arrays.copyOf(picture, 1000), inside, "as they are");
    }

    @ParameterizedTest
    @EnumSource(
            value = Texture.class,
            names = {"RAMP_WITH_NOISE", "SMOOTH_WITH_NOISE", "ROWS_ALIKE", "EVEN", "FEW_VALUES"})
    void aPlaneTakesLittleMoreThanWithZlib(Texture texture) {
        byte[] picture = picture(texture, WIDTH * HEIGHT);
        int ours = deflated(picture, WIDTH, 1).length;
        Deflater zlib = new Deflater(4);
        zlib.setInput(picture);
        zlib.finish();
        int theirs = zlib.deflate(new byte[2 * picture.length]);
        zlib.end();
        assertTrue(ours <= 1.1 * theirs + 100, ours + " against " + theirs);
    }

    /** An unrelated inflater, that of Python's zlib, takes the streams too. */
    @Test
    void pythonReadsTheStreams() throws Exception {
        ByteArrayOutputStream streams = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(streams);
        for (Texture texture : Texture.values()) {
            for (int size : new int[] {0, 1, 5000, WIDTH * HEIGHT}) {
                byte[] picture = picture(texture, size);
                write(out, deflated(picture, WIDTH, 1));
                write(out, picture);
            }
        }
        Process python = new ProcessBuilder("/usr/bin/python3", "-c", COMPARE)
                .redirectErrorStream(true)
                .start();
        try (var stdin = python.getOutputStream()) {
            streams.writeTo(stdin);
        }
        String said = new String(python.getInputStream().readAllBytes()).strip();
        assertEquals(4 * Texture.values().length + " equal", said);
        assertEquals(0, python.waitFor());
    }

    private static final String COMPARE = """
            import struct, sys, zlib
            def take():
                size = sys.stdin.buffer.read(4)
                return sys.stdin.buffer.read(struct.unpack('>i', size)[0]) if size else None
            equal = 0
            while (stream := take()) is not None:
                inflater = zlib.decompressobj()
                assert inflater.decompress(stream) == take() and inflater.eof
                assert not inflater.unused_data
                equal += 1
            print(equal, 'equal')
            """;

    private static void write(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static byte[] picture(Texture texture, int size) {
        byte[] picture = new byte[size];
        Random random = new Random(5);
        for (int i = 0; i < size; i++) {
            picture[i] = (byte) texture.value(i % WIDTH, i / WIDTH, random);
        }
        return picture;
    }

    /** Header, blocks that hold the bytes as they are, checksum. */
    private static int mostBytes(int size) {
        int blocks = Math.max(1, (size + StoredBlocks.MAX_BYTES - 1) / StoredBlocks.MAX_BYTES);
        return 2 + size + 5 * blocks + 4;
    }

    private static byte[] deflated(byte[] picture, int rowBytes, int pixelBytes) {
        byte[] target = new byte[ImageDeflater.bound(picture.length)];
        ImageDeflater.Grid grid = new ImageDeflater.Grid(rowBytes, pixelBytes);
        int size = new ImageDeflater().deflate(picture, picture.length, grid, target);
        return Arrays.copyOf(target, size);
    }

    private static byte[] inflated(byte[] stream, int size) throws DataFormatException {
        Inflater inflater = new Inflater();
        inflater.setInput(stream);
        byte[] picture = new byte[size + 1];
        int inflated = inflater.inflate(picture);
        assertTrue(inflater.finished(), "the stream ends, and its checksum holds");
        assertEquals(0, inflater.getRemaining(), "nothing stands behind it");
        inflater.end();
        assertEquals(size, inflated);
        return Arrays.copyOf(picture, size);
    }
}
