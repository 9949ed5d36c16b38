package io.github.roboreel.recorder.hdf5.recover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.hdf5.lib.Superblock;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport.Outcome;
import io.github.roboreel.recorder.hdf5.staging.StagingLayout;
import io.github.roboreel.recorder.hdf5.staging.StagingProbe;
import io.github.roboreel.recorder.hdf5.staging.StagingSize;
import io.github.roboreel.recorder.hdf5.write.ContinuousEpisodes;
import io.github.roboreel.recorder.hdf5.write.RunFile;
import io.github.roboreel.recorder.hdf5.write.SinkHarness;
import io.github.roboreel.recorder.hdf5.write.Snapshot;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** Areas of staging that are lent to one episode after the other, and what a recovery finds in them. */
class LentAreasTest {
    private static final FieldSchema SCHEMA = Hdf5SinkTest.SCHEMA;
    private static final int PLACES = 20;
    private static final int ENVS = 3;
    private static final int AREAS = 6;

    private Path folder;

    @BeforeTry
    void makeFolder() throws IOException {
        folder = Files.createTempDirectory("roboreel-lent");
    }

    @AfterTry
    void deleteFolder() throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private SinkHarness harness(FieldSchema schema) {
        return SinkHarness.continuous(
                folder.resolve("live"), schema, PLACES, ENVS, SinkHarness.untimed(Hdf5Settings.STAGING_MAX_MB, 8));
    }

    @Property(tries = 25)
    void everyEpisodeOfMoreThanThereAreAreasIsWhole(
            @ForAll long seed, @ForAll @IntRange(max = 90) int turns, @ForAll boolean images) throws Exception {
        FieldSchema schema = images ? Hdf5SinkTest.WITH_IMAGES : SCHEMA;
        SinkHarness run = harness(schema);
        ContinuousEpisodes episodes = new ContinuousEpisodes(run, seed, images ? 20 : 700);
        Path[] dead = new Path[1];
        run.record(() -> {
            for (int turn = 0; turn < turns; turn++) {
                episodes.turn();
            }
            run.sink.flushNow();
            episodes.stepAll(7);
            episodes.awaitDurable();
            dead[0] = Snapshot.of(run, folder.resolve("dead"));
        });
        RecoveryReport report = RunRecovery.onCopy().recover(dead[0]);
        assertTrue(report.isComplete(), report.toString());
        if (episodes.episodes().isEmpty()) {
            assertEquals(Outcome.NOTHING_RECORDED, report.outcome());
            assertEquals(List.of(), filesIn(dead[0].getParent()));
            return;
        }
        episodes.assertRecovered(dead[0]);
        RecoveredRun.assertContent(dead[0], schema, PLACES);
        assertEquals(List.of(dead[0]), filesIn(dead[0].getParent()));
        assertClosed(run, schema, episodes.episodes().size());
    }

    private static void assertClosed(SinkHarness run, FieldSchema schema, int demos) throws IOException {
        RecoveredRun.assertContent(run.file(), schema, demos);
        try (Hdf5RunReader reader = Hdf5RunReader.open(run.file())) {
            assertEquals(demos, reader.demoNames().size(), "places that none took are gone");
        }
        assertEquals(List.of(run.file()), filesIn(run.file().getParent()));
    }

    private static List<Path> filesIn(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.toList();
        }
    }

    @Example
    void stagingIsAsLargeAsItsAreas() throws Exception {
        SinkHarness run = harness(SCHEMA);
        run.record(() -> {
            for (int demo = 0; demo < PLACES; demo++) {
                run.begin(demo, 0);
                run.steps(demo, 3);
                run.end(demo, EpisodeOutcome.success("")).toCompletableFuture().get();
            }
            StagingLayout layout = layout(run.staging(), run);
            assertEquals(AREAS, layout.numAreas());
            assertEquals(layout.area(1), Files.size(run.staging()), "one area does, one after the other");
        });
    }

    /** Demos 0 to 5 have ended, 6 and 7 use two of their areas again. */
    private Path crashed() throws Exception {
        SinkHarness run = harness(SCHEMA);
        Path[] dead = new Path[1];
        run.record(() -> {
            for (int demo = 0; demo < AREAS; demo++) {
                run.begin(demo, demo % ENVS);
                run.steps(demo, 600);
            }
            for (int demo = 0; demo < AREAS; demo++) {
                run.end(demo, EpisodeOutcome.success("")).toCompletableFuture().get();
            }
            run.begin(6, 2);
            run.begin(7, 1);
            run.sink.flushNow();
            run.steps(6, 40);
            run.steps(7, 1);
            dead[0] = Snapshot.of(run, folder.resolve("dead"));
        });
        return dead[0];
    }

    private static StagingLayout layout(Path staging, SinkHarness run) throws IOException {
        return StagingSize.layout(run.context.run(), SCHEMA, StagingProbe.jsonBytes(Files.readAllBytes(staging)));
    }

    /** Damages the area that was lent to a demo last. */
    private void damage(Path file, int demo, int... offsets) throws IOException {
        Path staging = Snapshot.staging(file);
        StagingLayout layout = layout(staging, harness(SCHEMA));
        byte[] bytes = Files.readAllBytes(staging);
        ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int area = IntStream.range(0, AREAS)
                .map(i -> (int) layout.area(i))
                .filter(at -> words.getInt(at + 8) == demo)
                .findFirst()
                .orElseThrow();
        for (int offset : offsets) {
            bytes[area + offset] ^= 1;
        }
        Files.write(staging, bytes);
    }

    private static long simEnv(Path file, int demo) throws IOException {
        try (Hdf5RunReader reader = Hdf5RunReader.open(file)) {
            return (Long) reader.demo("demo_" + demo).attributes().get("sim_env_id");
        }
    }

    @Example
    void aTornHeaderIsMadeUpForByWhatElseIsInTheArea() throws Exception {
        Path file = crashed();
        damage(file, 6, 8);
        damage(file, 7, 13);
        RecoveryReport report = RunRecovery.onCopy().recover(file);
        assertTrue(report.isComplete(), report.toString());
        assertEquals(40, RecoveredRun.numSamples(file, 6));
        assertEquals(1, RecoveredRun.numSamples(file, 7));
        assertEquals(2, simEnv(file, 6));
        RecoveredRun.assertContent(file, SCHEMA, PLACES);
    }

    @Example
    void rowsAloneProveWhoseAnAreaIs() throws Exception {
        Path file = crashed();
        StagingLayout layout = layout(Snapshot.staging(file), harness(SCHEMA));
        int initial = layout.initialRow().bank(0);
        damage(file, 6, 8, initial, layout.episodeSlot(0) + 20);
        RecoveryReport report = RunRecovery.onCopy().recover(file);
        assertEquals(40, RecoveredRun.numSamples(file, 6));
        assertEquals("success", RecoveredRun.status(file, 0), "an episode that had the area before is as it was");
        assertEquals(600, RecoveredRun.numSamples(file, 0));
        assertTrue(report.isComplete(), report.toString());
        RecoveredRun.assertContent(file, SCHEMA, PLACES);
    }

    @Example
    void anEpisodeThatNothingProvesIsNamedAsLost() throws Exception {
        Path file = crashed();
        StagingLayout layout = layout(Snapshot.staging(file), harness(SCHEMA));
        int mark = layout.stepGroups().get(0).bank(0);
        damage(file, 7, 8, layout.initialRow().bank(0), layout.episodeSlot(0) + 20, mark);
        RecoveryReport report = RunRecovery.onCopy().recover(file);
        assertFalse(report.isComplete());
        assertEquals(
                List.of("demo_7 had begun, and no area of the staging file is known to be its; what was staged of it"
                        + " is lost"),
                report.findings());
        assertEquals("recovered", RecoveredRun.status(file, 7));
        assertEquals(0, RecoveredRun.numSamples(file, 7));
        assertEquals(40, RecoveredRun.numSamples(file, 6));
        RecoveredRun.assertContent(file, SCHEMA, PLACES);
        assertEquals(1, report.setAside().size(), "staging is kept");
    }

    @Example
    void aLentAreaWhoseNextHeaderWasNotFinishedHoldsTheEpisodeBefore() throws Exception {
        SinkHarness run = harness(SCHEMA);
        Path[] dead = new Path[1];
        run.record(() -> {
            run.begin(0, 1);
            run.steps(0, 30);
            run.end(0, EpisodeOutcome.success("")).toCompletableFuture().get();
            dead[0] = Snapshot.of(run, folder.resolve("dead"));
        });
        damage(dead[0], 0, 8);
        RecoveryReport report = RunRecovery.onCopy().recover(dead[0]);
        assertTrue(report.isComplete(), report.toString());
        assertEquals("success", RecoveredRun.status(dead[0], 0));
        assertEquals("discarded", RecoveredRun.status(dead[0], 1));
        assertEquals(-1, simEnv(dead[0], 1));
    }

    @Example
    void aDamagedRowOfTheEpisodeBeforeIsNoLossOfTheNext() throws Exception {
        Path file = crashed();
        StagingLayout layout = layout(Snapshot.staging(file), harness(SCHEMA));
        var group = layout.stepGroups().get(0);
        int behind = group.value(group.columns().get(0), 70);
        damage(file, 6, behind);
        RecoveryReport report = RunRecovery.onCopy().recover(file);
        assertTrue(report.isComplete(), report.toString());
        assertEquals(40, RecoveredRun.numSamples(file, 6));
    }

    /** As a recorder leaves it that dies when the verdict is flushed and the rows are not taken back yet. */
    @Example
    void rowsOfADiscardedEpisodeAreTakenBack() throws Exception {
        Path file = crashed();
        Superblock.repair(file);
        try (RunFile unsettled = RunFile.openToRepair(file, SCHEMA)) {
            unsettled.putNumSamples(5, 0);
            unsettled.putVerdict(5, EpisodeEnd.neverBegun());
        }
        RecoveryReport report = RunRecovery.onCopy().recover(file);
        assertEquals(Outcome.RECOVERED, report.outcome(), report.toString());
        assertTrue(report.isComplete(), report.toString());
        assertEquals(2, simEnv(file, 5));
        RecoveredRun.assertContent(file, SCHEMA, PLACES);
    }

    @Example
    void withoutTheRunFileWhatIsStagedIsThereWithItsEnvs() throws Exception {
        Path file = crashed();
        Files.delete(file);
        RecoveryReport report = RunRecovery.onCopy().recover(file);
        assertEquals(Outcome.REBUILT, report.outcome());
        assertEquals(2, report.findings().size(), "two areas were lent again: " + report);
        assertTrue(report.findings().get(0).contains("is lost with the run file"), report.toString());
        assertEquals(40, RecoveredRun.numSamples(file, 6));
        assertEquals(2, simEnv(file, 6));
        assertEquals(1, simEnv(file, 7));
        RecoveredRun.assertStepContent(file, SCHEMA, PLACES);
    }

    /** Killed between the rename of the compacted file and the end of staging. */
    @Example
    void stagingOfARunWithoutItsUnusedPlacesGoes() throws Exception {
        SinkHarness run = harness(SCHEMA);
        byte[][] staging = new byte[1][];
        run.record(() -> {
            run.begin(0, 1);
            run.steps(0, 30);
            run.end(0, EpisodeOutcome.success("")).toCompletableFuture().get();
            staging[0] = Files.readAllBytes(run.staging());
        });
        Files.write(run.staging(), staging[0]);
        RecoveryReport report = RunRecovery.onCopy().recover(run.file());
        assertEquals(Outcome.CLOSED_PROPERLY, report.outcome());
        assertEquals(List.of(run.file()), filesIn(run.file().getParent()));
        assertTrue(RunRecovery.onCopy().salvage(run.file()).isComplete());
        RecoveredRun.assertContent(run.file(), SCHEMA, 1);
    }

    @Example
    void aFileMadeReadyInVainIsNotLeftByARecovery() throws Exception {
        SinkHarness run = harness(SCHEMA);
        Path[] dead = new Path[1];
        run.record(() -> dead[0] = Snapshot.of(run, folder.resolve("dead")));
        RecoveryReport report = RunRecovery.onCopy().recover(dead[0]);
        assertEquals(Outcome.NOTHING_RECORDED, report.outcome());
        assertTrue(report.isComplete());
        assertEquals(List.of(), filesIn(dead[0].getParent()));
    }

    @Example
    void withoutStagingWhatWasFlushedIsThereAndTheSecondTimeNothingChanges() throws Exception {
        Path file = crashed();
        Files.delete(Snapshot.staging(file));
        assertEquals(Outcome.RECOVERED, RunRecovery.onCopy().recover(file).outcome());
        assertEquals(600, RecoveredRun.numSamples(file, 5));
        assertEquals(2, simEnv(file, 6));
        RecoveredRun.assertContent(file, SCHEMA, PLACES);
        assertEquals(Outcome.CLOSED_PROPERLY, RunRecovery.onCopy().recover(file).outcome());
    }
}
