package io.github.roboreel.fleet.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.fleet.engine.ClusterLike;
import io.github.roboreel.fleet.engine.Engine;
import io.github.roboreel.fleet.engine.LocalThreads;
import io.github.roboreel.fleet.export.Exported.Options;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recordings.folder.FileFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Recordings that are damaged, or fit no dataset: named, and nothing half made is left of what is refused. */
class FleetExportFaultsIT {
    @TempDir
    static Path shared;

    private static Path recorded;

    @TempDir
    Path folder;

    private Path fleet;
    private Path damaged;
    private Path out;

    static Stream<Exported> formats() {
        return Exported.formats().stream();
    }

    @BeforeAll
    static void recordFleet() {
        recorded = shared.resolve("fleet");
        FleetRecordings.record(recorded.resolve("host_0/take"), 0);
        FleetRecordings.record(recorded.resolve("host_1/take"), 1);
    }

    @BeforeEach
    void copyFleet() throws IOException {
        fleet = FleetRecordings.copy(recorded, folder.resolve("fleet"));
        damaged = FleetRecordings.runFile(fleet.resolve("host_1/take"), 0);
        out = folder.resolve("datasets");
    }

    /** Only this file is named, and so many episodes of the eight are there. */
    private void assertLeftOut(Exported format, ExportOutcome outcome, int episodes) throws IOException {
        List<FileFault> problems = outcome.problems();
        assertTrue(!problems.isEmpty());
        for (FileFault problem : problems) {
            assertTrue(problem.file().startsWith(damaged), problem.text());
            assertEquals(-1, problem.text().indexOf('\n'), problem.text());
        }
        assertEquals(episodes, outcome.plan().episodes());
        format.files(out);
    }

    @ParameterizedTest
    @CsvSource({
        "rlds, actions, false",
        "rlds, actions, true",
        "rlds, timestamps/wall_time_ns, false",
        "rlds, obs/joints, true",
        "lerobot, actions, false",
        "lerobot, timestamps/wall_time_ns, false"
    })
    void anEpisodeThatCannotBeReadIsNamedAndTheOthersAreThere(String name, String array, boolean dedup)
            throws IOException {
        Exported format = name.equals("rlds") ? Exported.RLDS : Exported.LEROBOT;
        FleetRecordings.damage(damaged, array);
        Options options = dedup ? Options.EACH.withoutDuplicates() : Options.EACH;
        ExportOutcome outcome = format.make(out, options, new LocalThreads(2), fleet);
        assertLeftOut(format, outcome, 7);
        assertTrue(
                outcome.problems().get(0).text().contains("demo_1"),
                outcome.problems().toString());
        Map<String, String> made = format.files(out);
        Path again = folder.resolve("again");
        format.make(again, options, new ClusterLike(2, 3), fleet);
        assertEquals(made, format.files(again));
    }

    /** The driver died when it knew of one of two such episodes, and once more when it knew of both. */
    @Test
    void whatIsFoundUnreadableOneByOneIsLeftOutAllTheSame() throws IOException {
        FleetRecordings.damage(damaged, "actions");
        FleetRecordings.damage(FleetRecordings.runFile(fleet.resolve("host_1/take"), 1), "obs/joints");
        Exported.RLDS.make(out, Options.EACH, new LocalThreads(2), fleet);
        Map<String, String> whole = Exported.RLDS.files(out);
        assertEquals(
                6,
                whole.keySet().stream()
                        .filter(file -> file.contains("tfrecord"))
                        .count());
        Path resumed = folder.resolve("resumed");
        FleetExport export = new FleetExport(Map.of());
        int found = 0;
        try (Engine engine = new LocalThreads(1)) {
            while (found < 2) {
                PlannedExport plan = export.plan(
                        Exported.RLDS.request(resumed.toString()),
                        FleetRecordings.folders(fleet.toString()),
                        engine,
                        ExportProgress.NONE);
                int most = found == 0 ? 6 : 8;
                found += export.run(plan, shard -> shard.index() < most, engine, ExportProgress.NONE);
            }
        }
        ExportOutcome outcome = Exported.RLDS.make(resumed, Options.EACH, new LocalThreads(2), fleet);
        assertEquals(2, outcome.problems().size());
        assertEquals(whole, Exported.RLDS.files(resumed));
    }

    @ParameterizedTest
    @MethodSource("formats")
    void aTruncatedFileIsNamed(Exported format) throws IOException {
        byte[] bytes = Files.readAllBytes(damaged);
        Files.write(damaged, Arrays.copyOf(bytes, bytes.length / 2));
        ExportOutcome outcome = format.make(out, Options.EACH, new LocalThreads(2), fleet);
        assertLeftOut(format, outcome, 6);
    }

    @Test
    void garbageIsNamed() throws IOException {
        Files.writeString(damaged, "no run file\n".repeat(1000));
        assertLeftOut(Exported.RLDS, Exported.RLDS.make(out, Options.EACH, new LocalThreads(2), fleet), 6);
        Files.write(damaged, new byte[0]);
        out = folder.resolve("empty");
        assertLeftOut(Exported.RLDS, Exported.RLDS.make(out, Options.EACH, new LocalThreads(2), fleet), 6);
    }

    @ParameterizedTest
    @MethodSource("formats")
    void aRunThatIsBeingRecordedIsNamed(Exported format) throws IOException {
        Path take = fleet.resolve("host_1/take");
        damaged = FleetRecordings.runFile(take, 2);
        try (EpisodeRecorder recorder = FleetRecordings.open(take, 2)) {
            FleetRecordings.begin(recorder.env(0), 20);
            assertLeftOut(format, format.make(out, Options.EACH, new LocalThreads(2), fleet), 8);
        }
    }

    @Test
    void damagedResultLinesAreNamed() throws IOException {
        damaged = fleet.resolve("host_1/take/episode_results.jsonl");
        Files.writeString(damaged, Files.readString(damaged).replaceFirst("\\{", "{{"));
        ExportOutcome outcome = Exported.RLDS.make(out, Options.EACH, new LocalThreads(2), fleet);
        assertEquals(8, outcome.plan().episodes());
        assertTrue(
                outcome.problems().get(0).file().startsWith(damaged),
                outcome.problems().toString());
    }

    @Test
    void foldersOfOtherArraysAreRefusedAndNothingIsLeft() throws IOException {
        Path odd = FleetRecordings.record(folder.resolve("odd"), 9, 5);
        for (Exported format : Exported.formats()) {
            ExportRefusedException e = assertThrows(
                    ExportRefusedException.class,
                    () -> format.make(out, Options.EACH, new LocalThreads(2), fleet, odd));
            assertTrue(e.getMessage().contains("obs/joints"), e.getMessage());
            assertTrue(e.getMessage().contains(odd.toString()), e.getMessage());
            assertNothingIsLeft();
        }
    }

    @Test
    void nothingToExportIsRefusedAndNothingIsLeft() throws IOException {
        Files.createDirectories(folder.resolve("none"));
        RoboReelException e = assertThrows(
                RoboReelException.class,
                () -> Exported.RLDS.make(out, Options.EACH, new LocalThreads(2), folder.resolve("none")));
        assertEquals(RoboReelException.Kind.UNSUPPORTED, e.kind());
        assertTrue(e.getMessage().startsWith("no episode is left to export"), e.getMessage());
        assertNothingIsLeft();
    }

    private void assertNothingIsLeft() throws IOException {
        if (Files.exists(out)) {
            assertEquals(Map.of(), Exported.contents(out));
        }
    }

    /** Facts of a plan that was begun stay when another request for the same is refused. */
    @Test
    void whatAnEarlierPlanNeedsStaysWhenTheSourcesDoNotFitAnyMore() throws IOException {
        FleetExport export = new FleetExport(Map.of());
        try (Engine engine = new LocalThreads(1)) {
            PlannedExport plan = export.plan(
                    Exported.RLDS.request(out.toString()),
                    FleetRecordings.folders(fleet.toString()),
                    engine,
                    ExportProgress.NONE);
            Path odd = FleetRecordings.record(folder.resolve("odd"), 9, 5);
            FleetRecordings.copy(
                    FleetRecordings.runFile(odd, 0), FleetRecordings.runFile(fleet.resolve("host_0/take"), 7));
            assertThrows(
                    ExportRefusedException.class,
                    () -> Exported.RLDS.make(out, Options.EACH, new LocalThreads(2), fleet));
            assertEquals(0, export.run(plan, shard -> true, engine, ExportProgress.NONE));
            export.commit(plan, engine, ExportProgress.NONE);
        }
        assertEquals(
                8,
                Exported.RLDS.files(out).keySet().stream()
                        .filter(file -> file.contains("tfrecord"))
                        .count());
    }
}
