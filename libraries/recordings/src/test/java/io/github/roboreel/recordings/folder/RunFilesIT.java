package io.github.roboreel.recordings.folder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.hdf5.H5py;
import io.github.roboreel.recorder.hdf5.LinkedFiles;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.jhdf.JhdfRunReader;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Closed files are read in plain Java, and the native library reads what that does not. */
class RunFilesIT {
    /** Values that plain Java does not decode stand beside one that it does. */
    private static final String FILTERED = """
            import h5py, numpy as np, sys
            with h5py.File(sys.argv[1], 'w') as f:
                demo = f.create_group('data/demo_0')
                demo.attrs['num_samples'] = 4
                rows = np.arange(12).reshape(4, 3)
                demo['actions'] = rows.astype('f4')
                demo.create_dataset('scaled', data=rows.astype('i4'), chunks=(2, 3), scaleoffset=0)
                demo.create_dataset('rough', data=rows / 8, chunks=(2, 3), scaleoffset=3)
            """;

    private static final List<String> FIELDS = List.of("actions", "rough", "scaled");

    @TempDir
    private Path folder;

    static List<String> linked() {
        return LinkedFiles.READ;
    }

    static List<String> refused() {
        return LinkedFiles.REFUSED;
    }

    @Test
    void open_aClosedFile_readsItInPlainJava() throws Exception {
        Path file = LinkedFiles.make(folder, "link-below");
        try (RunReader run = RunFiles.open(file);
                RunReader inWorker = RunFiles.openInWorker(file)) {
            assertInstanceOf(JhdfRunReader.class, run);
            assertInstanceOf(JhdfRunReader.class, inWorker);
            assertFalse(run.isLive());
            assertArrayEquals(LinkedFiles.values(), run.demo("demo_0").readDoubles("actions"));
        }
    }

    @ParameterizedTest
    @MethodSource("linked")
    void readDoubles_ofValuesInFilesBeside_givesWhatTheNativeLibraryReads(String kind) throws Exception {
        Path file = LinkedFiles.make(folder, kind);
        try (RunReader run = RunFiles.open(file);
                RunReader inWorker = RunFiles.openInWorker(file);
                RunReader library = Hdf5RunReader.open(file)) {
            for (RunReader reader : List.of(run, inWorker)) {
                EpisodeReader demo = reader.demo("demo_0");
                assertEquals(library.demo("demo_0").paths(), demo.paths());
                assertTrue(demo.has("x"));
                assertArrayEquals(LinkedFiles.values(), demo.readDoubles("x"));
                assertEquals(library.demo("demo_0").info("x"), demo.info("x"));
                assertArrayEquals(LinkedFiles.values(), demo.readDoubles("actions"));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("refused")
    void readDoubles_ofValuesFromOutsideTheFolder_isRefused(String kind) throws Exception {
        Path file = LinkedFiles.make(folder, kind);
        try (RunReader run = RunFiles.open(file)) {
            EpisodeReader demo = run.demo("demo_0");
            IOException refused = assertThrows(IOException.class, () -> demo.readDoubles("x"));
            assertTrue(refused.getMessage().startsWith(file + ", data/demo_0/x: it "), refused.getMessage());
            assertEquals(Kind.LEADS_OUTSIDE, Kind.of(refused), refused.getMessage());
        }
    }

    @Test
    void readBytes_ofFiltersThatPlainJavaDoesNotUndo_givesWhatTheNativeLibraryReads() throws Exception {
        Path file = folder.resolve("run_0.hdf5");
        H5py.run(file, FILTERED);
        try (RunReader run = RunFiles.open(file);
                RunReader library = Hdf5RunReader.open(file)) {
            EpisodeReader demo = run.demo("demo_0");
            EpisodeReader expected = library.demo("demo_0");
            assertEquals(FIELDS, demo.paths());
            for (String path : FIELDS) {
                assertEquals(expected.info(path), demo.info(path));
                assertArrayEquals(expected.readBytes(path, 1, 4), demo.readBytes(path, 1, 4), path);
                assertArrayEquals(expected.readDoubles(path), demo.readDoubles(path), path);
            }
        }
        try (RunReader alone = JhdfRunReader.open(file)) {
            EpisodeReader demo = alone.demo("demo_0");
            IOException refused = assertThrows(IOException.class, () -> demo.readDoubles("scaled"));
            assertEquals(
                    file + ", data/demo_0/scaled: its values passed the filter scaleoffset, which plain Java does not"
                            + " undo; read it with the native library",
                    refused.getMessage());
            assertEquals(Kind.UNSUPPORTED, Kind.of(refused));
            assertArrayEquals(LinkedFiles.values(), demo.readDoubles("actions"));
        }
    }

    @Test
    void deadSpace_ofAFileThatH5pyWrote_isMeasuredByTheNativeLibrary() throws Exception {
        Path file = folder.resolve("run_0.hdf5");
        H5py.run(file, FILTERED);
        try (RunReader run = RunFiles.open(file);
                RunReader library = Hdf5RunReader.open(file);
                RunReader alone = JhdfRunReader.open(file)) {
            assertEquals(library.deadSpace(), run.deadSpace());
            assertEquals(OptionalLong.empty(), alone.deadSpace());
        }
    }
}
