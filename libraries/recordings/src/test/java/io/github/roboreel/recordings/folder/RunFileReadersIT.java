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
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Closed files are read in plain Java, and the native library reads what that does not. */
class RunFileReadersIT {
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

    /** Layouts whose chunks jHDF numbers wrongly, or cannot find. */
    private static final String NEWEST = """
            import h5py, numpy as np, sys
            with h5py.File(sys.argv[1], 'w', libver='latest') as f:
                demo = f.create_group('data/demo_0')
                demo.attrs['num_samples'] = 400
                rows = np.arange(800, dtype='f4').reshape(400, 2)
                def add(name, shape, maxshape, chunks):
                    return demo.create_dataset(name, shape, 'f4', maxshape=maxshape, chunks=chunks, compression='gzip')
                add('actions', (400, 2), (None, 2), (10, 2))[:] = rows
                add('sparse', (400, 2), (None, 2), (10, 2))[100:] = rows[100:]
                add('sparse_end', (400, 2), (None, 2), (10, 2))[:100] = rows[:100]
                add('wide', (400, 2), (400, 7), (10, 1))[:] = rows
                add('columns', (400, 2), (400, None), (10, 1))[:] = rows
                add('fixed', (400, 2), (500, 2), (10, 2))[:] = rows
                add('edges', (397, 2), (None, 2), (10, 2))[:] = rows[:397]
            """;

    /** Behind 2 GiB of nothing. */
    private static final String LARGE = """
            import h5py, numpy as np, sys
            with h5py.File(sys.argv[1], 'w', libver='latest') as f:
                filler = f.create_dataset('filler', (1 << 28,), 'f8')
                filler[-1] = 1
                demo = f.create_group('data/demo_0')
                demo.attrs['num_samples'] = 400
                rows = np.arange(800, dtype='f4').reshape(400, 2)
                demo.create_dataset('actions', data=rows, maxshape=(None, 2), chunks=(10, 2), compression='gzip')
                demo['plain'] = rows
                demo['long'] = filler
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
        try (RunReader run = RunFileReaders.open(file);
                RunReader inWorker = RunFileReaders.openInWorker(file)) {
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
        try (RunReader run = RunFileReaders.open(file);
                RunReader inWorker = RunFileReaders.openInWorker(file);
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
        try (RunReader run = RunFileReaders.open(file)) {
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
        try (RunReader run = RunFileReaders.open(file);
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
    void readBytes_ofEveryLayoutOfTheNewestFormat_givesWhatTheNativeLibraryReads() throws Exception {
        Path file = folder.resolve("run_0.hdf5");
        H5py.run(file, NEWEST);
        assertSameRows(file, 7);
    }

    @Test
    void readBytes_behindTwoGibibytes_givesWhatTheNativeLibraryReads() throws Exception {
        Path file = folder.resolve("run_0.hdf5");
        H5py.run(file, LARGE);
        assertTrue(Files.size(file) > 1L << 31);
        assertSameRows(file, 3);
    }

    private static void assertSameRows(Path file, int datasets) throws IOException {
        try (RunReader run = RunFileReaders.open(file);
                RunReader inWorker = RunFileReaders.openInWorker(file);
                RunReader library = Hdf5RunReader.open(file)) {
            EpisodeReader expected = library.demo("demo_0");
            for (RunReader reader : List.of(run, inWorker)) {
                EpisodeReader demo = reader.demo("demo_0");
                assertEquals(expected.paths(), demo.paths());
                assertEquals(datasets, demo.paths().size());
                for (String path : demo.paths()) {
                    long rows = demo.info(path).rows();
                    assertEquals(expected.info(path), demo.info(path));
                    for (long from : new long[] {Math.max(0, rows - 400), rows - 3}) {
                        assertArrayEquals(expected.readBytes(path, from, rows), demo.readBytes(path, from, rows), path);
                    }
                }
            }
        }
    }

    @Test
    void library_ofAFileThatWasReplaced_isRefused() throws Exception {
        Path file = folder.resolve("run_0.hdf5");
        H5py.run(file, FILTERED);
        try (RunReader run = RunFileReaders.open(file)) {
            EpisodeReader demo = run.demo("demo_0");
            assertEquals(12, demo.readDoubles("actions").length);
            Path other = folder.resolve("other.hdf5");
            H5py.run(other, FILTERED);
            Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
            IOException refused = assertThrows(IOException.class, () -> demo.readDoubles("scaled"));
            assertEquals(file + " was changed while it was read; open it again", refused.getMessage());
        }
    }

    @Test
    void deadSpace_ofAFileThatH5pyWrote_isMeasuredByTheNativeLibrary() throws Exception {
        Path file = folder.resolve("run_0.hdf5");
        H5py.run(file, FILTERED);
        try (RunReader run = RunFileReaders.open(file);
                RunReader library = Hdf5RunReader.open(file);
                RunReader alone = JhdfRunReader.open(file)) {
            assertEquals(library.deadSpace(), run.deadSpace());
            assertEquals(OptionalLong.empty(), alone.deadSpace());
        }
    }
}
