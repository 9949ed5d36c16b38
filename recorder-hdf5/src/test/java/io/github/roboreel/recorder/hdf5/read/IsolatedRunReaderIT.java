package io.github.roboreel.recorder.hdf5.read;

import static io.github.roboreel.recorder.Faults.assertFault;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.fault.FileFaultException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.hdf5.H5py;
import io.github.roboreel.recorder.hdf5.worker.Worker;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The process that reads is killed, stopped and refused memory; its user is notified and continues. */
class IsolatedRunReaderIT {
    private static final String MAKE = """
            import h5py, numpy as np, sys
            with h5py.File(sys.argv[1], 'w') as f:
                data = f.create_group('data')
                data.attrs['total'] = 3
                data.attrs['note'] = 'h\\u00e9\\U0001f916'
                for i in range(2):
                    demo = data.create_group(f'demo_{i}')
                    demo.attrs['num_samples'] = 3
                    demo.attrs['success'] = np.bool_(True)
                    demo.attrs['dt'] = 0.5
                    demo['actions'] = np.arange(6, dtype='f4').reshape(3, 2) + i
                    big = demo.create_dataset('big', (2 ** 40, 8), 'f8', chunks=(500, 8))
                    wide = demo.create_dataset('wide', (1, 2 ** 33), 'u1', chunks=(1, 2 ** 20))
            """;

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void makeFile() throws Exception {
        file = folder.resolve("run_0.hdf5");
        Process python = new ProcessBuilder("/usr/bin/python3", "-c", MAKE, file.toString())
                .inheritIO()
                .start();
        python.waitFor();
        assertEquals(0, python.exitValue());
    }

    @AfterEach
    void forget() {
        System.clearProperty(Worker.SILENCE_PROPERTY);
    }

    @Test
    void readsWhatTheReaderInThisProcessReads() throws Exception {
        try (RunReader there = IsolatedReader.openRun(file);
                Hdf5RunReader here = Hdf5RunReader.open(file)) {
            assertEquals(here.attributes(), there.attributes());
            assertEquals(here.demoNames(), there.demoNames());
            EpisodeReader far = there.demo("demo_1");
            EpisodeReader near = here.demo("demo_1");
            assertEquals(near.attributes(), far.attributes());
            assertEquals(3, far.numSamples());
            assertEquals(near.paths(), far.paths());
            assertEquals(near.info("actions"), far.info("actions"));
            assertArrayEquals(new double[] {1, 2, 3, 4, 5, 6}, far.readDoubles("actions"));
            assertArrayEquals(new double[] {3, 4}, far.readDoubles("actions", 1, 2));
            assertArrayEquals(near.readBytes("actions", 0, 3), far.readBytes("actions", 0, 3));
            assertThrows(IOException.class, () -> there.demo("demo_2"));
            assertThrows(IOException.class, () -> far.info("nothing"));
            assertThrows(IllegalArgumentException.class, () -> far.readDoubles("actions", 2, 9));
            assertTrue(far.has("actions"));
            assertFalse(far.has("nothing"));
            assertFalse(far.equals(null));
        }
    }

    /** Files of ours that a user has added arrays to, and that Isaac Lab 3 has turned poses of. */
    @Test
    void rowsAreTheSameInAnotherProcess() throws Exception {
        Path edited = folder.resolve("run_1.hdf5");
        H5py.run(edited, """
                import h5py, numpy as np, sys
                with h5py.File(sys.argv[1], 'w') as f:
                    f.attrs['format_version'] = 1
                    data = f.create_group('data')
                    data.attrs['format_version'] = 1
                    demo = data.create_group('demo_0')
                    demo.attrs['num_samples'] = 5
                    def add(name, values):
                        demo.create_dataset(name, data=values, chunks=(2,) + values.shape[1:], compression='gzip', shuffle=True)
                    add('actions', np.arange(15, dtype='<f4').reshape(5, 3))
                    add('big_endian', np.arange(15, dtype='>f4').reshape(5, 3))
                    add('big_endian_counts', np.arange(5, dtype='>i8'))
                    add('half', np.arange(5, dtype='<f2'))
                    add('states/cube/root_pose', np.arange(35, dtype='<f4').reshape(5, 7))
                    add('flags', np.array([1, 0, 1, 1, 0], bool))
                    add('text', np.array([b'a', b'bcd', b'', b'xy', b'zzz'], 'S3'))
                    add('texts', np.array([[b'a', b'bcd']] * 5, 'S3'))
                """);
        try (RunReader there = IsolatedReader.openRun(edited);
                Hdf5RunReader here = Hdf5RunReader.open(edited)) {
            EpisodeReader near = here.demo("demo_0");
            EpisodeReader far = there.demo("demo_0");
            assertEquals(8, near.paths().size());
            for (String path : near.paths()) {
                assertArrayEquals(near.readBytes(path, 1, 5), far.readBytes(path, 1, 5), path);
            }
        }
    }

    /** A worker holds what it hands over two times, and has 512 MB. */
    @Test
    void anArrayThatTheWorkersHeapDoesNotHoldIsRead() throws Exception {
        Path large = folder.resolve("run_1.hdf5");
        H5py.run(large, """
                import h5py, sys
                with h5py.File(sys.argv[1], 'w') as f:
                    d = f.create_dataset('data/demo_0/depth', (300, 1000, 1000), 'u1', chunks=(20, 1000, 1000), compression='gzip')
                    f['filler'] = [0.0] * (1 << 17)
                    d[0, 0, 0] = 3
                    d[160, 7, 5] = 4
                    d[299, 999, 999] = 5
                """);
        try (RunReader run = IsolatedReader.openRun(large)) {
            EpisodeReader demo = run.demo("demo_0");
            byte[] rows = demo.readBytes("depth", 0, 300);
            assertEquals(300_000_000, rows.length);
            assertEquals(List.of(3, 4, 5), List.of((int) rows[0], (int) rows[160_007_005], (int) rows[299_999_999]));
            assertThrows(IllegalArgumentException.class, () -> demo.readBytes("depth", 0, 301));
        }
    }

    @Test
    void aShapeThatNoFileOfThatSizeHoldsIsRefused() throws Exception {
        try (RunReader run = IsolatedReader.openRun(file)) {
            EpisodeReader demo = run.demo("demo_0");
            for (String path : List.of("big", "wide")) {
                IOException refused = assertThrows(IOException.class, () -> demo.readDoubles(path));
                assertTrue(refused.getMessage().contains("bytes can hold"), refused.getMessage());
            }
            assertEquals(6, demo.readDoubles("actions").length);
        }
    }

    @Test
    void aWorkerThatCrashesIsReportedAndTheNextQuestionIsAnswered() throws Exception {
        try (RunReader run = IsolatedReader.openRun(file)) {
            EpisodeReader demo = run.demo("demo_0");
            signal("SEGV");
            FileFaultException killed =
                    assertFault(FileFaultException.class, Kind.DAMAGED, () -> demo.readDoubles("actions", 0, 1));
            assertEquals(
                    file + ", data/demo_0/actions: it is damaged: reading it brings the HDF5" + " library down",
                    killed.getMessage());
            assertEquals(6, demo.readDoubles("actions").length);
        }
    }

    @Test
    void afterManyCrashesTheRestIsLeftAlone() throws Exception {
        try (RunReader run = IsolatedReader.openRun(file)) {
            for (int i = 0; i < 4; i++) {
                run.demoNames();
                signal("SEGV");
                assertFault(FileFaultException.class, Kind.DAMAGED, run::attributes);
            }
            IOException left = assertThrows(IOException.class, run::attributes);
            assertTrue(left.getMessage().contains("in many places"), left.getMessage());
        }
        try (RunReader again = IsolatedReader.openRun(file)) {
            assertEquals(2, again.demoNames().size());
        }
    }

    @Test
    void aWorkerThatHangsIsGivenUp() throws Exception {
        try (RunReader run = IsolatedReader.openRun(file)) {
            System.setProperty(Worker.SILENCE_PROPERTY, "1");
            signal("STOP");
            IOException hung = assertFault(FileFaultException.class, Kind.DAMAGED, run::attributes);
            assertTrue(hung.getMessage().contains("does not end within 1 s"), hung.getMessage());
            assertThrows(IOException.class, run::attributes);
        }
    }

    @Test
    void aWorkerThatSomebodyEndedSaysNothingAboutTheFile() throws Exception {
        try (RunReader run = IsolatedReader.openRun(file)) {
            signal("TERM");
            IOException ended = assertThrows(IOException.class, run::attributes);
            assertEquals(Kind.INTERRUPTED, Kind.of(ended), ended.getMessage());
            assertTrue(ended.getMessage().contains("signal 15"), ended.getMessage());
            assertEquals(3L, run.attributes().get("total"));
        }
    }

    @Test
    void oneWorkerServesOneReaderAfterTheOther() throws Exception {
        IsolatedReader.openRun(file).close();
        Set<Long> first = workers();
        for (int i = 0; i < 3; i++) {
            try (RunReader run = IsolatedReader.openRun(file)) {
                assertEquals(2, run.demoNames().size());
                assertEquals(first, workers());
            }
        }
    }

    @Test
    void nativeCodeIsRefusedMemoryBeyondItsLimit() throws Exception {
        IsolatedReader.openRun(file).close();
        long worker = workers().iterator().next();
        String limits = Files.readString(Path.of("/proc", String.valueOf(worker), "limits"));
        String addressSpace = limits.lines()
                .filter(l -> l.startsWith("Max address space"))
                .findFirst()
                .get();
        assertFalse(addressSpace.matches("Max address space +unlimited .*"), addressSpace);
    }

    /** Depth images that are declared as float32 make chunks of 586 MiB. */
    @Test
    @Tag("slow")
    void theLargestChunksAreNotTakenForDamage() throws Exception {
        Path depth = folder.resolve("run_1.hdf5");
        H5py.run(depth, """
                import h5py, sys
                with h5py.File(sys.argv[1], 'w') as f:
                    d = f.create_dataset('data/demo_0/depth', (3, 480, 640), 'f4',
                        maxshape=(None, 480, 640), chunks=(500, 480, 640),
                        compression='gzip', compression_opts=1, shuffle=True)
                    d[2, 479, 639] = 1.5
                """);
        try (RunReader run = IsolatedReader.openRun(depth)) {
            double[] row = run.demo("demo_0").readDoubles("depth", 2, 3);
            assertEquals(480 * 640, row.length);
            assertEquals(1.5, row[row.length - 1]);
        }
    }

    private static void signal(String name) throws Exception {
        for (long worker : workers()) {
            Process kill = new ProcessBuilder("kill", "-" + name, String.valueOf(worker)).start();
            kill.waitFor();
            if (name.equals("STOP")) {
                awaitStop(worker);
            } else {
                ProcessHandle.of(worker).ifPresent(w -> w.onExit().join());
            }
        }
    }

    /** The kernel stops a process one thread at a time, after {@code kill} has returned. */
    private static void awaitStop(long process) throws Exception {
        while (!isStopped(process)) {
            Thread.sleep(1);
        }
    }

    private static boolean isStopped(long process) throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc", String.valueOf(process), "task"))) {
            for (Path thread : threads.toList()) {
                if (!Files.readString(thread.resolve("status")).contains("\nState:\tT")) {
                    return false;
                }
            }
        }
        return true;
    }

    private static Set<Long> workers() {
        return ProcessHandle.current()
                .children()
                .filter(ProcessHandle::isAlive)
                .filter(IsolatedRunReaderIT::isWorker)
                .map(ProcessHandle::pid)
                .collect(Collectors.toSet());
    }

    private static boolean isWorker(ProcessHandle process) {
        try {
            Path line = Path.of("/proc", String.valueOf(process.pid()), "cmdline");
            return Files.readString(line).contains(ReaderWorker.class.getName());
        } catch (IOException e) {
            return false;
        }
    }
}
