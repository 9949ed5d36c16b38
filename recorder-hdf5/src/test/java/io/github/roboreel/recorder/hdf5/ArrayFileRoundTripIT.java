package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.spi.files.ArrayFileFormat;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import io.github.roboreel.recorder.spi.files.ArrayFileWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Assume;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** However rows are cut into blocks, chunks and openings of the file, they come back. */
class ArrayFileRoundTripIT {
    @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
    void rowsComeBack(
            @ForAll DType dtype,
            @ForAll @Size(max = 3) List<@LongRange(min = 1, max = 4) Long> rowShape,
            @ForAll @IntRange(min = 1, max = 20) int chunkRows,
            @ForAll boolean compressed,
            @ForAll @Size(min = 1, max = 6) List<@IntRange(max = 45) Integer> blocks,
            @ForAll boolean reopening,
            @ForAll long seed)
            throws IOException {
        Assume.that(!dtype.isText() || !rowShape.isEmpty());
        Path folder = Files.createTempDirectory("roboreel-arrays");
        Path file = folder.resolve("a.hdf5");
        try {
            int rowBytes =
                    dtype.bytes() * (int) rowShape.stream().mapToLong(n -> n).reduce(1, (a, b) -> a * b);
            int rows = blocks.stream().mapToInt(n -> n).sum();
            byte[] values = values(dtype, rows * rowBytes, seed);
            create(file, dtype, rowShape, chunkRows, compressed);
            write(file, blocks, rowBytes, values, reopening);
            try (ArrayFileReader reader = ArrayFileFormat.hdf5().open(file)) {
                assertEquals(dtype, reader.info("g/a").dtype());
                assertEquals(rowShape, reader.info("g/a").rowShape());
                assertEquals(rows, reader.info("g/a").rows());
                assertArrayEquals(values, reader.readBytes("g/a", 0, rows));
                int from = rows / 3;
                assertArrayEquals(
                        Arrays.copyOfRange(values, from * rowBytes, values.length),
                        reader.readBytes("g/a", from, rows));
            }
        } finally {
            Files.deleteIfExists(file);
            Files.delete(folder);
        }
    }

    private static byte[] values(DType dtype, int bytes, long seed) {
        byte[] values = new byte[bytes];
        new Random(seed).nextBytes(values);
        if (dtype == DType.BOOL) {
            for (int i = 0; i < bytes; i++) {
                values[i] &= 1;
            }
        }
        return values;
    }

    private static void create(Path file, DType dtype, List<Long> rowShape, int chunkRows, boolean compressed)
            throws IOException {
        try (ArrayFileWriter writer = ArrayFileFormat.hdf5().create(file)) {
            writer.array("g/a", dtype, rowShape, chunkRows, compressed);
        }
    }

    private static void write(Path file, List<Integer> blocks, int rowBytes, byte[] values, boolean reopening)
            throws IOException {
        ArrayFileWriter writer = ArrayFileFormat.hdf5().append(file);
        int at = 0;
        for (int rows : blocks) {
            writer.append("g/a", Arrays.copyOfRange(values, at, at + rows * rowBytes));
            at += rows * rowBytes;
            if (reopening) {
                writer.close();
                writer = ArrayFileFormat.hdf5().append(file);
            }
        }
        writer.close();
    }
}
