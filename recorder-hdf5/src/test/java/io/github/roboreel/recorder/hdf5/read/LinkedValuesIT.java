package io.github.roboreel.recorder.hdf5.read;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.hdf5.H5py;
import io.github.roboreel.recorder.hdf5.LinkedFiles;
import io.github.roboreel.recorder.hdf5.compact.RunCompaction;
import io.github.roboreel.recorder.hdf5.file.RunPaths;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import io.github.roboreel.recorder.spi.files.ArrayFileFormat;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Links, virtual datasets and external storage through the native library. */
class LinkedValuesIT extends SoftLinksContract {
    @Override
    protected RunReader open(Path file) throws IOException {
        return Hdf5RunReader.open(file);
    }

    static List<String> refused() {
        return LinkedFiles.REFUSED;
    }

    static List<String> read() {
        return LinkedFiles.READ;
    }

    @ParameterizedTest
    @MethodSource("refused")
    void valuesFromOutsideAreRefusedByName(String kind) throws Exception {
        Path file = LinkedFiles.make(folder, kind);
        try (RunReader reader = open(file)) {
            EpisodeReader demo = reader.demo("demo_0");
            assertTrue(demo.paths().contains("x"), () -> "not listed");
            requireRefusal(file, kind, assertThrows(IOException.class, () -> demo.info("x")));
            requireRefusal(file, kind, assertThrows(IOException.class, () -> demo.readDoubles("x")));
            requireRefusal(file, kind, assertThrows(IOException.class, () -> demo.readBytes("x", 0, 1)));
            assertArrayEquals(LinkedFiles.values(), demo.readDoubles("actions"));
        }
        try (ArrayFileReader reader = ArrayFileFormat.hdf5().open(file)) {
            requireRefusal(file, kind, assertThrows(IOException.class, () -> reader.kind("data/demo_0/x")));
            requireRefusal(file, kind, assertThrows(IOException.class, () -> reader.readBytes("data/demo_0/x", 0, 1)));
            requireRefusal(file, kind, assertThrows(IOException.class, () -> reader.attributes("data/demo_0/x")));
        }
    }

    private static void requireRefusal(Path file, String kind, IOException refusal) {
        String message = refusal.getMessage();
        assertTrue(message.startsWith(file + ", data/demo_0/x: it "), message);
        assertTrue(message.contains(kind.contains("storage") ? "external storage" : "takes values from"), message);
        assertTrue(message.contains("; "), message);
        assertEquals(Kind.LEADS_OUTSIDE, Kind.of(refusal), message);
    }

    @ParameterizedTest
    @MethodSource("read")
    void valuesFromFilesOfTheFolderAreRead(String kind) throws Exception {
        Path file = LinkedFiles.make(folder, kind);
        try (RunReader reader = open(file);
                RunReader isolated = IsolatedReader.openRun(file)) {
            for (RunReader each : List.of(reader, isolated)) {
                EpisodeReader demo = each.demo("demo_0");
                assertTrue(demo.paths().contains("x"), () -> "not listed");
                assertArrayEquals(LinkedFiles.values(), demo.readDoubles("x"));
                assertEquals(kind.equals("link-group"), demo.has("group/y"));
            }
        }
        try (ArrayFileReader reader = ArrayFileFormat.hdf5().open(file)) {
            ByteBuffer bytes =
                    ByteBuffer.wrap(reader.readBytes("data/demo_0/x", 3, 4)).order(ByteOrder.LITTLE_ENDIAN);
            assertEquals(List.of(9f, 10f, 11f), List.of(bytes.getFloat(), bytes.getFloat(), bytes.getFloat()));
        }
    }

    @Test
    void aVirtualDatasetMayHoldMoreThanItsOwnFileCould() throws Exception {
        try (RunReader reader = open(LinkedFiles.make(folder, "virtual-large"))) {
            assertArrayEquals(new double[] {1, 1}, reader.demo("demo_0").readDoubles("x", 5_999_999, 6_000_000));
        }
    }

    /** Worth to be compacted, and all but x is. */
    private static final String WASTE = """
            import h5py, numpy as np, sys
            with h5py.File(sys.argv[1], 'r+') as f:
                f['data'].attrs['format_version'] = np.int64(1)
                del f['data/demo_0/actions']
                f['gone'] = np.arange(900000)
                f['last'] = np.arange(10)
            with h5py.File(sys.argv[1], 'r+') as f:
                del f['gone']
            """;

    @ParameterizedTest
    @CsvSource({"storage, x: it has external storage", "virtual-here, x is not stored", "link-beside, x is a link"})
    void compactionCopiesNoValuesFromElsewhere(String kind, String reason) throws Exception {
        Path file = LinkedFiles.make(folder, kind);
        H5py.run(file, WASTE);
        byte[] before = Files.readAllBytes(file);

        IOException refused = assertThrows(IOException.class, () -> RunCompaction.compact(file));

        assertTrue(refused.getMessage().contains("/data/demo_0/" + reason), refused.getMessage());
        assertArrayEquals(before, Files.readAllBytes(file));
        assertFalse(Files.exists(new RunPaths(file).compacting()));
    }
}
