package io.github.roboreel.recordings;

import static io.github.roboreel.recordings.SmallRuns.ENVS;
import static io.github.roboreel.recordings.SmallRuns.steps;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeFacts.Ending;
import io.github.roboreel.recordings.episodes.UnreadableEpisodeException;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingsIT {
    private static final int RUNS = 3;

    @TempDir
    private static Path shared;

    @TempDir
    private Path temp;

    private static Path folder;

    @BeforeAll
    static void record() {
        folder = SmallRuns.make(shared.resolve("three"), RUNS);
    }

    @Test
    void episodesComeInOrderWithWhatIsKnownOfThem() throws IOException {
        try (Recordings recordings = Recordings.open(folder)) {
            assertEquals(List.of(), recordings.problems());
            assertEquals(RUNS * ENVS, recordings.episodes().size());
            for (int run = 0; run < RUNS; run++) {
                for (int env = 0; env < ENVS; env++) {
                    Episode episode = recordings.episode(run * ENVS + env);
                    EpisodeFacts facts = episode.facts();
                    assertEquals(steps(run, env), episode.steps());
                    assertEquals(run, facts.run());
                    assertEquals(env, facts.env());
                    assertEquals("Count to ten", facts.instruction());
                    assertEquals(Optional.of(true), facts.success());
                    assertEquals(Ending.TERMINATED, facts.ending());
                    assertEquals(0.1, facts.dtSeconds());
                }
            }
        }
    }

    @Test
    void arraysHaveTheValuesTypesAndShapesThatWereRecorded() throws IOException {
        try (Recordings recordings = Recordings.open(folder)) {
            Episode episode = recordings.episode(-1);
            int steps = steps(RUNS - 1, 1);
            NdArray actions = episode.read("actions");
            assertEquals(DType.FLOAT32, actions.dtype());
            assertArrayEquals(new int[] {steps, 7}, actions.shape());
            NdArray camera = episode.read("obs/camera", 3, 5);
            assertArrayEquals(new int[] {2, 16, 24, 3}, camera.shape());
            for (int step = 0; step < steps; step++) {
                requireStep(episode.step(step), RUNS - 1, 1, step);
                for (int i = 0; i < 7; i++) {
                    assertEquals(
                            SmallRuns.action(RUNS - 1, 1, step, i),
                            actions.row(step).floats()[i]);
                }
            }
            assertEquals(SmallRuns.pixel(1, 4, 100), camera.row(1).bytes()[100]);
            assertArrayEquals(
                    SmallRuns.joints(RUNS - 1, 1, -1),
                    episode.read("initial_state/joints").doubles());
            ArraySpec joints = episode.spec("obs/joints");
            assertEquals("rad", joints.unit());
            assertEquals("joint", joints.frame());
            assertEquals(List.of(3), joints.shape());
            assertEquals(255, episode.spec("obs/camera").maximum());
            assertTrue(episode.spec("obs/camera").isImage());
            assertFalse(episode.spec("initial_state/joints").isPerStep());
        }
    }

    private static void requireStep(Step step, int run, int env, int index) {
        assertEquals(index, step.index());
        assertEquals(SmallRuns.action(run, env, index, 6), step.get("actions").floats()[6]);
        assertArrayEquals(
                SmallRuns.joints(run, env, index), step.get("obs/joints").doubles());
        assertArrayEquals(new double[] {index + 0.5, -env}, step.get("obs/half").doubles());
        assertEquals((1L << 60) + index, step.get("obs/count").getLong(0));
        assertEquals(index % 3 == 0, step.get("obs/flag").getBoolean(0));
        assertEquals("step " + index, step.get("obs/label").text());
        assertEquals(SmallRuns.pixel(env, index, 77), step.get("obs/camera").bytes()[77]);
        assertFalse(step.has("initial_state/joints"));
    }

    @Test
    void everyStepOfAllHasAnIndex() throws IOException {
        try (Recordings recordings = Recordings.open(folder)) {
            long total = 0;
            for (int run = 0; run < RUNS; run++) {
                for (int env = 0; env < ENVS; env++) {
                    for (int step = 0; step < steps(run, env); step++) {
                        requireStep(recordings.step(total), run, env, step);
                        total++;
                    }
                }
            }
            assertEquals(total, recordings.numSteps());
            assertEquals(recordings.step(total - 1), recordings.step(-1));
            assertEquals(recordings.step(0), recordings.step(-total));
            long all = total;
            assertThrows(IndexOutOfBoundsException.class, () -> recordings.step(all));
            assertThrows(IndexOutOfBoundsException.class, () -> recordings.step(-all - 1));
            assertEquals(1, recordings.steps(3, -1, Long.MAX_VALUE).size());
            assertEquals(0, recordings.steps(3, 3, 1).size());
            assertEquals(
                    recordings.numSteps(),
                    recordings.steps(Long.MIN_VALUE, Long.MAX_VALUE, 1).size());
            List<Step> slice = recordings.steps(2, -5, 9);
            assertEquals((total - 5 - 2 + 8) / 9, slice.size());
            for (int i = 0; i < slice.size(); i++) {
                assertEquals(recordings.step(2 + 9L * i), slice.get(i));
            }
        }
    }

    @Test
    void severalPlacesFollowEachOther() throws IOException {
        Path second = SmallRuns.make(temp.resolve("one"), 1);
        try (Recordings recordings = Recordings.open(folder, second)) {
            assertEquals((RUNS + 1) * ENVS, recordings.episodes().size());
            requireStep(recordings.episode(-2).step(-1), 0, 0, steps(0, 0) - 1);
        }
        try (Recordings recordings = Recordings.open(second.toUri())) {
            assertEquals(ENVS, recordings.episodes().size());
        }
    }

    @Test
    void oneRunFileIsAPlaceToo() throws IOException {
        Path file = folder.resolve(SmallRuns.ENV).resolve("run_1.hdf5");
        try (Recordings recordings = Recordings.open(file)) {
            assertEquals(List.of(), recordings.problems());
            assertEquals(ENVS, recordings.episodes().size());
            assertEquals(1, recordings.episode(1).facts().run());
            assertEquals(Optional.of(true), recordings.episode(1).facts().success());
            requireStep(recordings.episode(1).step(2), 1, 1, 2);
        }
        Path alone = Files.copy(file, temp.resolve("run_7.hdf5"));
        try (Recordings recordings = Recordings.open(alone)) {
            requireStep(recordings.episode(0).step(2), 1, 0, 2);
        }
    }

    @Test
    void anEpisodeThatIsBeingRecordedHasTheStepsThatItHad() throws Exception {
        Path live = temp.resolve("live");
        try (EpisodeRecorder recorder = SmallRuns.open(live, 0)) {
            SmallRuns.begin(recorder.env(0), 0, 0, steps(0, 0));
            recorder.env(0).end(EpisodeOutcome.success("counted")).join();
            SmallRuns.begin(recorder.env(1), 0, 1, 600);
            awaitEpisodes(live, 2);
            try (Recordings recordings = Recordings.open(live)) {
                Episode going = recordings.episode(1);
                assertEquals(Ending.INCOMPLETE, going.facts().ending());
                assertTrue(going.steps() >= 500, going.steps() + " steps");
                requireStep(going.step(-1), 0, 1, (int) going.steps() - 1);
                requireStep(recordings.episode(0).step(3), 0, 0, 3);
            }
            recorder.env(1).end(EpisodeOutcome.success("counted")).join();
        }
    }

    private static void awaitEpisodes(Path live, int count) throws Exception {
        for (int found = 0; found < count; Thread.sleep(20)) {
            try (Recordings recordings = Recordings.open(live)) {
                found = recordings.episodes().size();
            }
        }
    }

    @Test
    void manyThreadsReadAtOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(6);
        try (Recordings recordings = Recordings.open(folder)) {
            List<Future<?>> reading = new ArrayList<>();
            for (int thread = 0; thread < 6; thread++) {
                int episode = thread;
                reading.add(threads.submit(() -> {
                    int run = episode / ENVS;
                    int env = episode % ENVS;
                    for (int step = 0; step < steps(run, env); step++) {
                        requireStep(recordings.episode(episode).step(step), run, env, step);
                    }
                    return null;
                }));
            }
            for (Future<?> future : reading) {
                future.get(10, TimeUnit.MINUTES);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void damageNamesFileEpisodeAndArrayAndTheRestCanBeRead() throws IOException {
        Path damaged = SmallRuns.make(temp.resolve("damaged"), 1);
        Path file = damaged.resolve(SmallRuns.ENV).resolve("run_0.hdf5");
        byte[] bytes = Files.readAllBytes(file);
        int at = indexOf(bytes, SmallRuns.joints(0, 1, 0));
        try (Recordings recordings = Recordings.open(damaged)) {
            overwriteDeflatedChunks(file, bytes);
            UnreadableEpisodeException fault = assertThrows(UnreadableEpisodeException.class, () -> {
                for (Episode episode : recordings.episodes()) {
                    episode.read("obs/camera");
                    episode.read("obs/joints");
                    episode.read("actions");
                }
            });
            assertTrue(fault.getMessage().startsWith(file + ""), fault.getMessage());
            assertTrue(fault.getMessage().contains("data/demo_"), fault.getMessage());
            assertEquals(file, fault.file());
            assertTrue(fault.getMessage().contains(fault.path()), fault.getMessage());
            UnreadableEpisodeException ofStep = assertThrows(
                    UnreadableEpisodeException.class,
                    () -> recordings.episode(fault.episode()).step(0));
            assertFalse(ofStep.path().isEmpty(), ofStep.getMessage());
        }
        assertEquals(-1, at, "values are stored compressed");
    }

    private static int indexOf(byte[] bytes, double[] values) {
        ByteBuffer wanted = ByteBuffer.allocate(24).order(java.nio.ByteOrder.LITTLE_ENDIAN);
        wanted.asDoubleBuffer().put(values);
        for (int i = 0; i + 24 <= bytes.length; i++) {
            if (ByteBuffer.wrap(bytes, i, 24).equals(wanted)) {
                return i;
            }
        }
        return -1;
    }

    /** Every zlib stream that begins as the recorder's do gets a wrong middle. */
    @Test
    void aLengthThatNoEpisodeHasIsDamage() throws Exception {
        Path damaged = SmallRuns.make(temp.resolve("long"), 1);
        Path file = damaged.resolve(SmallRuns.ENV).resolve("run_0.hdf5");
        String edit = "import h5py, sys\n"
                + "with h5py.File(sys.argv[1], 'r+') as f: f['data/demo_0'].attrs['num_samples'] = 2 ** 62";
        Process python = new ProcessBuilder("/usr/bin/python3", "-c", edit, file.toString())
                .inheritIO()
                .start();
        assertEquals(0, python.waitFor());
        try (Recordings recordings = Recordings.open(damaged)) {
            assertEquals(ENVS - 1, recordings.episodes().size());
            assertEquals(steps(0, 1), recordings.episode(0).steps());
            String problem = recordings.problems().get(0).text();
            assertTrue(problem.contains("demo_0 says that it has " + (1L << 62) + " steps"), problem);
        }
    }

    private static void overwriteDeflatedChunks(Path file, byte[] bytes) throws IOException {
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (int i = 0; i + 40 < bytes.length; i++) {
                if (isDeflated(bytes, i)) {
                    out.write(ByteBuffer.wrap(new byte[] {-1, -1, -1, -1}), i + 2);
                }
            }
        }
    }

    /**
     * Whether a whole zlib stream begins there; addresses of the file's own structures may look like the header of one.
     */
    private static boolean isDeflated(byte[] bytes, int at) {
        if (bytes[at] != 0x78) {
            return false;
        }
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(bytes, at, bytes.length - at);
            byte[] inflated = new byte[1 << 16];
            while (inflater.inflate(inflated) > 0) {}
            return inflater.finished();
        } catch (DataFormatException e) {
            return false;
        } finally {
            inflater.end();
        }
    }

    @Test
    void whatIsNoRecordingIsRefusedInASentence() {
        Path missing = temp.resolve("missing");
        RoboReelException none = assertThrows(RoboReelException.class, () -> Recordings.open(missing));
        assertEquals(
                missing + " does not exist; expected an output folder with <ENV>/run_<i>.hdf5 in it, or one such file",
                none.getMessage());
        RoboReelException empty = assertThrows(RoboReelException.class, () -> Recordings.open(temp));
        assertTrue(empty.getMessage().startsWith(temp + " holds no recorded episodes; expected"), empty.getMessage());
        RoboReelException remote =
                assertThrows(RoboReelException.class, () -> Recordings.open(URI.create("s3://bucket/folder")));
        assertTrue(remote.getMessage().contains("expected a file: URI"), remote.getMessage());
    }

    @Test
    void mistakesNameWhatIsThere() throws IOException {
        Recordings recordings = Recordings.open(folder);
        Episode episode = recordings.episode(0);
        IllegalArgumentException path = assertThrows(IllegalArgumentException.class, () -> episode.read("obs/joint"));
        assertEquals("an episode has no array 'obs/joint'; did you mean obs/joints?", path.getMessage());
        assertThrows(IndexOutOfBoundsException.class, () -> episode.read("actions", 3, 13));
        assertThrows(IllegalArgumentException.class, () -> episode.step(0, List.of("initial_state/joints")));
        recordings.close();
        recordings.close();
        assertThrows(IllegalStateException.class, () -> episode.read("actions"));
    }
}
