package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.fault.FileFaultException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.SmallDisk;
import io.github.roboreel.recorder.spi.files.ArrayFileFormat;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import io.github.roboreel.recorder.spi.files.ArrayFileWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An array file that outgrows its disk. */
class ArrayFileFullDiskIT {
    private static final byte[] ROWS = new byte[10_000];

    static {
        new Random(1).nextBytes(ROWS);
    }

    @TempDir
    Path mountPoint;

    @Test
    void aFullDiskIsReportedAndTheNextFileIsWhole() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(mountPoint, 500)) {
            Path file = disk.root().resolve("full.hdf5");
            IOException failure = assertThrows(IOException.class, () -> write(file, 100));
            assertTrue(failure.getMessage().contains("the disk is full"), failure.getMessage());
            assertEquals(List.of(), descriptorsOf("full.hdf5"));
            Files.delete(file);
            disk.resize(5000);
            Path next = disk.root().resolve("next.hdf5");
            write(next, 100);
            try (ArrayFileReader reader = ArrayFileFormat.hdf5().open(next)) {
                assertEquals(1_000_000, reader.info("rows").rows());
                assertArrayEquals(ROWS, reader.readBytes("rows", 990_000, 1_000_000));
            }
        }
    }

    @Test
    void arraysInOnePieceReportAFullDisk() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(mountPoint, 500)) {
            for (Piece piece : List.<Piece>of(
                    (writer, name) -> writer.fixed(name, DType.UINT8, List.of(), ROWS),
                    (writer, name) -> writer.texts(name, List.of("a".repeat(ROWS.length))))) {
                Path file = disk.root().resolve("full.hdf5");
                FileFaultException failure = assertThrows(FileFaultException.class, () -> writePieces(file, piece));
                assertEquals(Kind.DISK_FULL, failure.kind(), failure.getMessage());
                assertEquals(List.of(), descriptorsOf("full.hdf5"));
                Files.delete(file);
            }
        }
    }

    private interface Piece {
        void to(ArrayFileWriter writer, String name) throws IOException;
    }

    private static void writePieces(Path file, Piece piece) throws IOException {
        try (ArrayFileWriter writer = ArrayFileFormat.hdf5().create(file)) {
            for (int i = 0; i < 100; i++) {
                piece.to(writer, "piece" + i);
            }
        }
    }

    private static void write(Path file, int times) throws IOException {
        try (ArrayFileWriter writer = ArrayFileFormat.hdf5().create(file)) {
            writer.array("rows", DType.UINT8, List.of(), 3000, true);
            for (int i = 0; i < times; i++) {
                writer.append("rows", ROWS);
            }
        }
    }

    private static List<Path> descriptorsOf(String name) throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.filter(path -> leadsTo(path, name)).toList();
        }
    }

    private static boolean leadsTo(Path descriptor, String name) {
        try {
            return Files.readSymbolicLink(descriptor).toString().contains(name);
        } catch (IOException gone) {
            return false;
        }
    }
}
