package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import io.github.roboreel.recorder.hdf5.staging.LiveEpisode;
import io.github.roboreel.recorder.hdf5.staging.LiveRows;
import io.github.roboreel.recorder.hdf5.staging.LiveStaging;
import io.github.roboreel.recorder.hdf5.write.ContinuousEpisodes;
import io.github.roboreel.recorder.hdf5.write.SinkHarness;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveStagingIT {
    private static final int ALL = 10_000;

    @TempDir
    Path folder;

    private static List<Field> fields(FieldSchema schema) {
        return schema.layout(FieldPhase.STEP).fields().stream()
                .filter(field -> !field.spec().image())
                .toList();
    }

    private static LiveRows assertRows(LiveStaging staging, int demo, long from) throws Exception {
        List<Field> fields = fields(staging.schema());
        LiveRows rows = staging.rows(demo, from, ALL, fields);
        long[] steps = rows.steps();
        for (Field field : fields) {
            byte[] bytes = rows.bytes(field);
            for (int row = 0; row < steps.length; row++) {
                byte[] value = Arrays.copyOfRange(bytes, row * field.rowBytes(), (row + 1) * field.rowBytes());
                assertArrayEquals(TestRow.values(field, demo, steps[row]), value, field + " of step " + steps[row]);
            }
        }
        return rows;
    }

    private LiveStaging open(SinkHarness run) throws Exception {
        return LiveStaging.open(run.staging(), folder).orElseThrow();
    }

    @Test
    void showsTheRowsOfBothBanksAndTheStateOfEachEnv() throws Exception {
        SinkHarness run = new SinkHarness(folder, Hdf5SinkTest.SCHEMA, 3, SinkHarness.untimed());
        run.record(() -> {
            try (LiveStaging staging = open(run)) {
                assertEquals(List.of(), staging.episodes());
                assertEquals(0, assertRows(staging, 0, 0).size());
                run.begin(0);
                run.begin(1);
                run.steps(0, 1203);
                run.steps(1, 7);
                run.end(1, EpisodeOutcome.success("done")).toCompletableFuture().get();
                List<LiveEpisode> expected = List.of(
                        new LiveEpisode(0, 0, EpisodeStatus.RECORDING, 1203),
                        new LiveEpisode(1, 1, EpisodeStatus.SUCCESS, 7));
                assertEquals(expected, staging.episodes());
                assertArrayEquals(
                        LongStream.range(500, 1203).toArray(),
                        assertRows(staging, 0, 0).steps());
                assertArrayEquals(
                        new long[] {1201, 1202}, assertRows(staging, 0, 1201).steps());
                assertArrayEquals(
                        LongStream.range(0, 7).toArray(),
                        assertRows(staging, 1, 0).steps());
                run.steps(0, 3000);
                assertEquals(4203, staging.episodes().get(0).numSamples());
                assertArrayEquals(
                        LongStream.range(3500, 4203).toArray(),
                        assertRows(staging, 0, 0).steps());
            }
        });
    }

    @Test
    void noTornRowIsEverGivenWhileTheWriterRunsAtFullSpeed() throws Exception {
        SinkHarness run = new SinkHarness(folder, Hdf5SinkTest.WITH_LARGE_ROWS, 1, SinkHarness.untimed());
        run.record(() -> {
            run.begin(0);
            List<Exception> failures = new ArrayList<>();
            Thread writer = new Thread(() -> write(run, 1500, failures));
            try (LiveStaging staging = open(run)) {
                writer.start();
                long before = 0;
                while (writer.isAlive()) {
                    long now = staging.episodes().get(0).numSamples();
                    assertTrue(now >= before, now + " after " + before);
                    before = now;
                    assertRows(staging, 0, now - 3);
                    assertRows(staging, 0, 0);
                }
                writer.join();
                assertEquals(List.of(), failures);
                assertEquals(1500, staging.episodes().get(0).numSamples());
                long[] steps = assertRows(staging, 0, 0).steps();
                assertEquals(1499, steps[steps.length - 1]);
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
                folder, Hdf5SinkTest.SCHEMA, 60, 3, SinkHarness.untimed(Hdf5Settings.FLUSH_INTERVAL_STEPS, 130));
        run.record(() -> {
            ContinuousEpisodes episodes = new ContinuousEpisodes(run, 5, 700);
            try (LiveStaging staging = open(run);
                    LiveStaging rarely = open(run)) {
                for (int turn = 0; episodes.turn(); turn++) {
                    assertShown(staging, episodes);
                    if (turn % 7 == 0) {
                        assertShown(rarely, episodes);
                    }
                }
            }
        });
    }

    private static void assertShown(LiveStaging staging, ContinuousEpisodes episodes) throws Exception {
        int recording = 0;
        for (LiveEpisode shown : staging.episodes()) {
            ContinuousEpisodes.Episode is = episodes.episodes().get(shown.demo());
            assertEquals(
                    is,
                    new ContinuousEpisodes.Episode(
                            shown.simEnv(), shown.numSamples(), shown.status().label()));
            if (shown.isRecording()) {
                recording++;
                long[] steps = assertRows(staging, shown.demo(), 0).steps();
                assertEquals(Math.min(is.steps(), steps.length), steps.length);
                assertTrue(steps.length >= Math.min(500, is.steps()));
            }
        }
        long open = episodes.episodes().stream()
                .filter(e -> e.status().equals("recording"))
                .count();
        assertEquals(open, recording);
    }

    @Test
    void aRunThatIsClosedMeanwhileIsGone() throws Exception {
        SinkHarness run = new SinkHarness(folder, Hdf5SinkTest.SCHEMA, 1, SinkHarness.untimed());
        run.open();
        run.begin(0);
        run.steps(0, 800);
        try (LiveStaging staging = open(run)) {
            assertEquals(800, assertRows(staging, 0, 0).size());
            assertFalse(staging.isGone());
            run.close();
            assertTrue(staging.isGone());
            assertEquals(List.of(), staging.episodes());
            assertEquals(0, assertRows(staging, 0, 0).size());
        }
        assertFalse(Files.exists(run.staging()));
    }

    @Test
    void lookingTakesNoBlocksAndImagesAreRefused() throws Exception {
        SinkHarness run = new SinkHarness(
                folder, Hdf5SinkTest.WITH_IMAGES, 5, SinkHarness.untimed(Hdf5Settings.STAGING_MAX_MB, 8));
        run.record(() -> {
            run.begin(4);
            Object before = Files.getAttribute(run.staging(), "unix:ctime");
            try (LiveStaging staging = open(run)) {
                assertEquals(1, staging.episodes().size());
                assertEquals(0, assertRows(staging, 0, 0).size());
                Field image = staging.schema().layout(FieldPhase.STEP).images().get(0);
                Exception e =
                        assertThrows(IllegalArgumentException.class, () -> staging.rows(4, 0, ALL, List.of(image)));
                assertTrue(e.getMessage().contains(image.spec().path()), e.getMessage());
            }
            assertEquals(before, Files.getAttribute(run.staging(), "unix:ctime"));
        });
    }

    @Test
    void theRowsOfAKilledRecorderStay() throws Exception {
        Process process = KilledRecording.start(folder, KilledRecording.Kind.LARGE_ROWS, 0);
        try {
            KilledRecording.await(process, folder, 900);
        } finally {
            process.destroyForcibly().waitFor();
        }
        SinkHarness run = KilledRecording.harness(folder, KilledRecording.Kind.LARGE_ROWS);
        try (LiveStaging staging = open(run)) {
            for (LiveEpisode episode : staging.episodes()) {
                long promised = KilledRecording.acknowledged(folder, episode.demo());
                assertTrue(episode.numSamples() >= promised, episode + " and " + promised);
                assertRows(staging, episode.demo(), 0);
            }
        }
    }

    @Test
    void aFileThatIsNoStagingIsNone() throws Exception {
        Path file = Files.writeString(folder.resolve("run_0.staging"), "no header");
        assertTrue(LiveStaging.open(file, folder).isEmpty());
    }
}
