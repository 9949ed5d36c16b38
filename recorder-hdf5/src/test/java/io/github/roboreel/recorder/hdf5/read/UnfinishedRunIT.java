package io.github.roboreel.recorder.hdf5.read;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.hdf5.ContinuousEpisodes;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.hdf5.KilledContinuousRecording;
import io.github.roboreel.recorder.hdf5.KilledRecording;
import io.github.roboreel.recorder.hdf5.SinkHarness;
import io.github.roboreel.recorder.hdf5.TestRow;
import io.github.roboreel.recorder.hdf5.staging.StagedRun;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is shown of a run while it is being recorded. */
class UnfinishedRunIT {
    @TempDir
    Path folder;

    private static UnfinishedRun open(SinkHarness run) throws IOException {
        return UnfinishedRun.openLive(run.file());
    }

    /** Every row from a step on is what was recorded, in every field; gives the number of steps. */
    private static long assertRows(UnfinishedRun run, int demo, long from) throws IOException {
        EpisodeReader episode = run.demo("demo_" + demo);
        long steps = episode.numSamples();
        for (FieldPhase phase : FieldPhase.values()) {
            for (Field field : run.schema().orElseThrow().layout(phase).fields()) {
                long rows = episode.info(field.spec().path()).rows();
                boolean isStep = phase == FieldPhase.STEP;
                assertTrue(isStep ? rows == steps : rows <= 1, field + " has " + rows + " rows of " + steps);
                long firstRow = isStep ? Math.min(Math.max(0, from), rows) : 0;
                long firstStep = phase == FieldPhase.FINAL ? steps : firstRow;
                assertValues(episode, field, demo, firstRow, rows, firstStep);
            }
        }
        return steps;
    }

    private static void assertValues(EpisodeReader episode, Field field, int demo, long from, long to, long step)
            throws IOException {
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        for (long row = from; row < to; row++) {
            expected.writeBytes(TestRow.values(field, demo, step + row - from));
        }
        byte[] shown = episode.readBytes(field.spec().path(), from, to);
        assertArrayEquals(expected.toByteArray(), shown, episode.name() + "/" + field);
    }

    private static long rows(EpisodeReader episode, String path) throws IOException {
        return episode.info(path).rows();
    }

    @Test
    void showsEveryRowFromTheFirstOnAndTheStateOfEachEnv() throws Exception {
        SinkHarness run = new SinkHarness(folder, Hdf5SinkTest.SCHEMA, 3, SinkHarness.untimed());
        run.record(() -> {
            try (UnfinishedRun shown = open(run)) {
                assertEquals(List.of(), shown.episodes());
                run.begin(0);
                run.begin(1);
                run.steps(0, 1203);
                run.steps(1, 7);
                run.end(1, EpisodeOutcome.success("done")).toCompletableFuture().get();
                List<LiveEpisode> expected = List.of(
                        new LiveEpisode(0, 0, EpisodeStatus.RECORDING, 1203, 0),
                        new LiveEpisode(1, 1, EpisodeStatus.SUCCESS, 7, 0));
                assertEquals(expected, shown.episodes());
                assertEquals(1203, assertRows(shown, 0, 0));
                assertEquals(7, assertRows(shown, 1, 0));
                assertEquals(1, rows(shown.demo("demo_0"), "initial_state/joint_position"));
                assertEquals(0, rows(shown.demo("demo_0"), "final_obs/arm"));
                assertEquals(1, rows(shown.demo("demo_1"), "final_obs/arm"));
                assertEquals(1210L, shown.attributes().get("total"));
                run.steps(0, 3000);
                assertEquals(4203, shown.episodes().get(0).numSamples());
                assertEquals(4203, assertRows(shown, 0, 0));
            }
        });
    }

    @Test
    void nothingIsShownOfADiscardedEpisode() throws Exception {
        SinkHarness run = new SinkHarness(folder, Hdf5SinkTest.SCHEMA, 1, SinkHarness.untimed());
        run.record(() -> {
            run.begin(0);
            run.steps(0, 620);
            try (UnfinishedRun shown = open(run)) {
                assertEquals(620, assertRows(shown, 0, 0));
                run.end(0, EpisodeOutcome.discarded("bad start"))
                        .toCompletableFuture()
                        .get();
                assertEquals(List.of(new LiveEpisode(0, 0, EpisodeStatus.DISCARDED, 0, 0)), shown.episodes());
                EpisodeReader episode = shown.demo("demo_0");
                assertEquals(0, rows(episode, "actions"));
                assertEquals(0, rows(episode, "initial_state/joint_position"));
                assertEquals("discarded", episode.attributes().get("status"));
            }
        });
    }

    @Test
    void noTornRowIsEverGivenWhileTheWriterRunsAtFullSpeed() throws Exception {
        SinkHarness run = new SinkHarness(folder, Hdf5SinkTest.WITH_LARGE_ROWS, 1, SinkHarness.untimed());
        run.record(() -> {
            run.begin(0);
            List<Exception> failures = new ArrayList<>();
            Thread writer = new Thread(() -> write(run, 700, failures));
            try (UnfinishedRun shown = open(run)) {
                writer.start();
                long before = 0;
                while (writer.isAlive()) {
                    long now = assertRows(shown, 0, before - 3);
                    assertTrue(now >= before, now + " after " + before);
                    before = now;
                }
                writer.join();
                assertEquals(List.of(), failures);
                assertEquals(700, assertRows(shown, 0, 0));
            }
        });
    }

    private static void write(SinkHarness run, int steps, List<Exception> failures) {
        try {
            run.steps(0, steps);
        } catch (Exception e) {
            failures.add(e);
        }
    }

    @Test
    void showsContinuousEpisodesInLentAreas() throws Exception {
        SinkHarness run = SinkHarness.continuous(
                folder, Hdf5SinkTest.SCHEMA, 24, 3, SinkHarness.untimed(Hdf5Settings.FLUSH_INTERVAL_STEPS, 130));
        run.record(() -> {
            ContinuousEpisodes episodes = new ContinuousEpisodes(run, 5, 700);
            try (UnfinishedRun shown = open(run);
                    UnfinishedRun rarely = open(run)) {
                for (int turn = 0; episodes.turn(); turn++) {
                    assertShown(shown, episodes, 590);
                    if (turn % 7 == 0) {
                        assertShown(rarely, episodes, 0);
                    }
                }
                assertEquals(24, shown.episodes().size());
            }
        });
    }

    private static void assertShown(UnfinishedRun shown, ContinuousEpisodes episodes, long from) throws Exception {
        List<LiveEpisode> all = shown.episodes();
        assertEquals(episodes.episodes().size(), all.size());
        for (LiveEpisode episode : all) {
            ContinuousEpisodes.Episode is = episodes.episodes().get(episode.demo());
            long steps = is.status().equals("discarded") ? 0 : is.steps();
            assertEquals(
                    new ContinuousEpisodes.Episode(is.simEnv(), steps, is.status()),
                    new ContinuousEpisodes.Episode(
                            episode.simEnv(),
                            episode.numSamples(),
                            episode.status().label()));
            EpisodeReader demo = shown.demo("demo_" + episode.demo());
            assertEquals((long) is.simEnv(), demo.attributes().get("sim_env_id"));
            assertEquals(steps, assertRows(shown, episode.demo(), from));
        }
    }

    @ParameterizedTest
    @EnumSource
    void everythingAcknowledgedByAnotherProcessIsShown(KilledRecording.Kind kind) throws Exception {
        SinkHarness run = KilledRecording.harness(folder, kind);
        Process process = KilledRecording.start(folder, kind, 60);
        try {
            KilledRecording.await(process, folder, 30);
            try (UnfinishedRun shown = UnfinishedRun.open(run.file(), "")) {
                assertTrue(shown.isLive());
                for (long seen = 0; seen < 130; ) {
                    long promised = KilledRecording.acknowledged(folder, 0);
                    long now = assertRows(shown, 0, seen);
                    assertTrue(now >= promised, now + " steps shown of " + promised);
                    seen = now;
                }
                assertTrue(assertRows(shown, 1, 0) > 0);
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        try (UnfinishedRun left = UnfinishedRun.open(run.file(), "")) {
            assertFalse(left.isLive());
            for (int demo = 0; demo < KilledRecording.ENVS; demo++) {
                long promised = KilledRecording.acknowledged(folder, demo);
                assertTrue(assertRows(left, demo, 0) >= promised, "demo " + demo + " of " + promised);
            }
        }
    }

    @Test
    void continuousEpisodesOfAnotherProcessAreShownWithTheirFrames() throws Exception {
        SinkHarness run = KilledContinuousRecording.harness(folder, true);
        Process process = KilledContinuousRecording.start(folder, true, 3);
        try {
            KilledContinuousRecording.await(process, folder, 1);
            try (UnfinishedRun shown = open(run)) {
                for (int begun = 10; begun <= 20; begun += 10) {
                    KilledContinuousRecording.await(process, folder, begun);
                    signal(process, "STOP");
                    for (int demo = 0; demo < begun; demo++) {
                        assertAcknowledgedIsShown(shown, demo);
                    }
                    signal(process, "CONT");
                }
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private void assertAcknowledgedIsShown(UnfinishedRun shown, int next) throws IOException {
        ContinuousEpisodes.Episode promised = KilledContinuousRecording.acknowledged(folder, next);
        EpisodeReader demo = shown.demo("demo_" + next);
        long steps = assertRows(shown, next, 0);
        boolean isDiscarded = "discarded".equals(demo.attributes().get("status"));
        assertTrue(isDiscarded || steps >= promised.steps(), demo.attributes() + " of " + promised);
        assertEquals((long) promised.simEnv(), demo.attributes().get("sim_env_id"));
    }

    private static void signal(Process process, String name) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        assertEquals(0, kill.waitFor(), "kill -" + name);
    }

    @Test
    void aRunThatIsClosedMeanwhileIsGoneAndARowThatCannotBeReadIsNamed() throws Exception {
        SinkHarness run = new SinkHarness(folder, Hdf5SinkTest.SCHEMA, 1, SinkHarness.untimed());
        run.open();
        run.begin(0);
        run.steps(0, 800);
        try (UnfinishedRun shown = open(run)) {
            EpisodeReader episode = shown.demo("demo_0");
            assertEquals(800, assertRows(shown, 0, 0));
            assertFalse(shown.isGone());
            run.close();
            assertTrue(shown.isGone());
            IOException e = assertThrows(IOException.class, () -> episode.readBytes("actions", 790, 800));
            assertTrue(e.getMessage().startsWith("step 790 of actions in demo_0 is not whole"), e.getMessage());
        }
        assertFalse(Files.exists(run.staging()));
    }

    @Test
    void aRowWhoseChunkWasCutOffTheRunFileIsNamedAndTheStagedOnesAreShown() throws Exception {
        Process process = KilledRecording.start(folder, KilledRecording.Kind.PROPRIO, 0);
        try {
            KilledRecording.await(process, folder, 1100);
        } finally {
            process.destroyForcibly().waitFor();
        }
        SinkHarness run = KilledRecording.harness(folder, KilledRecording.Kind.PROPRIO);
        try (UnfinishedRun shown = UnfinishedRun.open(run.file(), "")) {
            try (RandomAccessFile file = new RandomAccessFile(run.file().toFile(), "rw")) {
                file.setLength(4096);
            }
            EpisodeReader episode = shown.demo("demo_0");
            IOException e = assertThrows(IOException.class, () -> episode.readBytes("actions", 0, 1));
            assertTrue(e.getMessage().startsWith("step 0 of actions in demo_0 is not whole"), e.getMessage());
            assertRows(shown, 0, episode.numSamples() - 1);
        }
    }

    /** A second look costs what is new: rows that were found are not read again. */
    @Test
    void rowsThatWereFoundOnceStayFound() throws Exception {
        SinkHarness run = new SinkHarness(folder, Hdf5SinkTest.SCHEMA, 1, SinkHarness.untimed());
        run.record(() -> {
            run.begin(0);
            run.steps(0, 40);
            try (UnfinishedRun shown = open(run);
                    StagedRun staged = StagedRun.open(run.staging(), folder).orElseThrow();
                    RandomAccessFile file = new RandomAccessFile(run.staging().toFile(), "rw")) {
                assertEquals(40, shown.episodes().get(0).numSamples());
                long mark = staged.layout().area(0)
                        + staged.layout().stepGroups().get(0).bank(0)
                        + 3L * Long.BYTES;
                file.seek(mark);
                byte[] whole = new byte[Long.BYTES];
                file.readFully(whole);
                file.seek(mark);
                file.writeLong(0);
                run.steps(0, 5);
                assertEquals(45, shown.episodes().get(0).numSamples());
                try (UnfinishedRun fresh = open(run)) {
                    assertEquals(3, fresh.episodes().get(0).numSamples());
                }
                file.seek(mark);
                file.write(whole);
            }
        });
    }

    @Test
    void lookingChangesNoFile() throws Exception {
        SinkHarness run = new SinkHarness(
                folder, Hdf5SinkTest.WITH_IMAGES, 5, SinkHarness.untimed(Hdf5Settings.STAGING_MAX_MB, 8));
        run.record(() -> {
            run.begin(4);
            run.steps(4, 30);
            while (run.sink.durableSteps(4) < 30) {
                Thread.onSpinWait();
            }
            Map<Path, Object> before = changed(run);
            try (UnfinishedRun shown = open(run)) {
                assertEquals(1, shown.episodes().size());
                assertEquals(30, assertRows(shown, 4, 0));
            }
            assertEquals(before, changed(run));
        });
    }

    private static Map<Path, Object> changed(SinkHarness run) throws IOException {
        return Map.of(
                run.file(), Files.getAttribute(run.file(), "unix:ctime"),
                run.staging(), Files.getAttribute(run.staging(), "unix:ctime"));
    }

    @Test
    void aStagingFileWithoutHeaderIsRefused() throws Exception {
        Path staging = Files.writeString(folder.resolve("run_0.staging"), "no header");
        IOException e = assertThrows(IOException.class, () -> UnfinishedRun.openLive(folder.resolve("run_0.hdf5")));
        assertEquals(staging + " has no header that can be read", e.getMessage());
    }
}
