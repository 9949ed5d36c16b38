package io.github.roboreel.recorder.hdf5.recover;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.hdf5.ContinuousEpisodes;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.hdf5.SinkHarness;
import io.github.roboreel.recorder.hdf5.Snapshot;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport.Outcome;
import io.github.roboreel.recorder.hdf5.staging.StagingLayout;
import io.github.roboreel.recorder.hdf5.staging.StagingProbe;
import io.github.roboreel.recorder.hdf5.staging.StagingSize;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
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
        RecoveredRun.assertContent(dead[0], schema, episodes.episodes().size());
        assertEquals(List.of(dead[0]), filesIn(dead[0].getParent()));
        assertClosed(run, schema, episodes.episodes().size());
    }

    private static void assertClosed(SinkHarness run, FieldSchema schema, int demos) throws IOException {
        RecoveredRun.assertContent(run.file(), schema, demos);
        try (Hdf5RunReader reader = Hdf5RunReader.open(run.file())) {
            for (String name : reader.demoNames()) {
                boolean isTaken = DemoPaths.demoNumber(name).getAsInt() < demos;
                Object simEnv = reader.demo(name).attributes().get(AttributeNames.SIM_ENV_ID);
                assertEquals(isTaken, !simEnv.equals(-1L), name);
            }
        }
        assertEquals(List.of(run.file()), filesIn(run.file().getParent()));
    }

    private static List<Path> filesIn(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.toList();
        }
    }

    @Example
    void stagingOfEpisodesOneAfterTheOther_usesOneArea() throws Exception {
        SinkHarness run = harness(SCHEMA);
        run.record(() -> {
            for (int demo = 0; demo < PLACES; demo++) {
                run.begin(demo, 0);
                run.steps(demo, 3);
                run.end(demo, EpisodeOutcome.success("")).toCompletableFuture().get();
            }
            StagingLayout layout = layout(run.staging(), run);
            assertEquals(AREAS, layout.numAreas());
            byte[] second =
                    Arrays.copyOfRange(Files.readAllBytes(run.staging()), (int) layout.area(1), (int) layout.area(2));
            assertArrayEquals(new byte[layout.areaBytes()], second, "one area does, one after the other");
        });
    }

    @Example
    void recover_stagingOlderThanAllEpisodes_runFileStays() throws Exception {
        Path dead = crashed();
        Path staging = Snapshot.staging(dead);
        byte[] before = Files.readAllBytes(dead);
        byte[] header = Arrays.copyOf(Files.readAllBytes(staging), (int)
                layout(staging, harness(SCHEMA)).area(0));
        Files.write(staging, header);

        RecoveryReport report = RunRecovery.onCopy().recover(dead);

        assertFalse(report.isComplete(), report.toString());
        assertEquals(Outcome.UNREADABLE, report.outcome());
        assertArrayEquals(before, Files.readAllBytes(dead));
        assertArrayEquals(header, Files.readAllBytes(staging));
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

    /** Changes the bytes of the staging file beside a run file. */
    private void edit(Path file, Consumer<StagingProbe> change) throws IOException {
        Path staging = Snapshot.staging(file);
        StagingProbe probe = StagingProbe.of(Files.readAllBytes(staging), layout(staging, harness(SCHEMA)));
        change.accept(probe);
        Files.write(staging, probe.bytes());
    }

    private static void damageRecord(StagingProbe staging, int type, int demo) {
        staging.damage(staging.entries(type, demo).get(0));
    }

    private static long simEnv(Path file, int demo) throws IOException {
        try (Hdf5RunReader reader = Hdf5RunReader.open(file)) {
            return (Long) reader.demo("demo_" + demo).attributes().get("sim_env_id");
        }
    }

    @Example
    void recover_withADamagedBegin_namesTheRecordAndKeepsTheOtherEpisodes() throws Exception {
        Path file = crashed();
        edit(file, staging -> damageRecord(staging, StagingProbe.BEGIN, 6));
        RecoveryReport report = RunRecovery.onCopy().recover(file);
        assertFalse(report.isComplete());
        assertEquals(List.of("1 records of run_0.staging are damaged"), report.findings());
        assertEquals(0, RecoveredRun.numSamples(file, 6));
        assertEquals(1, RecoveredRun.numSamples(file, 7));
        assertEquals(1, simEnv(file, 7));
        assertEquals(600, RecoveredRun.numSamples(file, 0));
        RecoveredRun.assertContent(file, SCHEMA, 8);
        assertTrue(report.setAside().stream().anyMatch(p -> p.toString().contains("staging")), "staging is kept");
    }

    @Example
    void recover_withADamagedEnd_givesTheStepsWithoutAVerdictAndSaysSo() throws Exception {
        Path file = crashed();
        edit(file, staging -> damageRecord(staging, StagingProbe.END, 2));
        RecoveryReport report = RunRecovery.onCopy().recover(file);
        assertFalse(report.isComplete());
        assertEquals("recovered", RecoveredRun.status(file, 2));
        assertEquals(600, RecoveredRun.numSamples(file, 2));
        assertEquals("success", RecoveredRun.status(file, 3));
        RecoveredRun.assertContent(file, SCHEMA, 8);
    }

    @Example
    void recover_withADamagedRowOfTheEpisodeBefore_losesNothingOfTheNext() throws Exception {
        Path file = crashed();
        edit(file, staging -> staging.damage(6, 70));
        RecoveryReport report = RunRecovery.onCopy().recover(file);
        assertTrue(report.isComplete(), report.toString());
        assertEquals(40, RecoveredRun.numSamples(file, 6));
    }

    @Example
    void recover_withoutTheRunFile_namesTheStepsWhoseAreasWereLentAgain() throws Exception {
        Path file = crashed();
        Files.delete(file);
        RecoveryReport report = RunRecovery.onCopy().recover(file);
        assertEquals(Outcome.REBUILT, report.outcome());
        assertFalse(report.isComplete());
        assertEquals(2, report.demos().stream().filter(d -> d.rows().lost() > 0).count(), report.toString());
        assertEquals(
                4, report.demos().stream().filter(d -> d.numSamples() == 600).count());
        assertEquals(40, RecoveredRun.numSamples(file, 6));
        assertEquals(2, simEnv(file, 6));
        assertEquals(1, simEnv(file, 7));
        RecoveredRun.assertStepContent(file, SCHEMA, 8);
    }

    /** Killed between the rename of the compacted file and the end of staging. */
    @Example
    void recover_ofAClosedRunWithoutItsUnusedPlaces_deletesStaging() throws Exception {
        SinkHarness run = harness(SCHEMA);
        byte[][] staging = new byte[1][];
        run.record(() -> {
            run.begin(0, 1);
            run.steps(0, 30);
            run.end(0, EpisodeOutcome.success("")).toCompletableFuture().get();
            staging[0] = Files.readAllBytes(run.staging());
        });
        Files.write(run.staging(), staging[0]);
        edit(run.file(), StagingProbe::appendClosed);
        RecoveryReport report = RunRecovery.onCopy().recover(run.file());
        assertEquals(Outcome.CLOSED_PROPERLY, report.outcome());
        assertEquals(List.of(run.file()), filesIn(run.file().getParent()));
        assertEquals(Optional.empty(), ClosedRun.faultOf(run.file()));
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
    void recover_withoutStaging_givesWhatWasFlushedAndNeverCallsItComplete() throws Exception {
        Path file = crashed();
        Files.delete(Snapshot.staging(file));
        RecoveryReport report = RunRecovery.onCopy().recover(file);
        assertEquals(Outcome.RECOVERED, report.outcome());
        assertEquals(
                List.of("run_0.staging is missing; what it alone held of the recording is lost"), report.findings());
        assertEquals(600, RecoveredRun.numSamples(file, 5));
        assertEquals(2, simEnv(file, 6));
        RecoveredRun.assertContent(file, SCHEMA, 8);
        assertEquals(Outcome.CLOSED_PROPERLY, RunRecovery.onCopy().recover(file).outcome());
    }
}
