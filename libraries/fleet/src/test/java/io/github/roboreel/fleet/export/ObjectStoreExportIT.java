package io.github.roboreel.fleet.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.fleet.engine.ClusterLike;
import io.github.roboreel.fleet.engine.Engine;
import io.github.roboreel.fleet.engine.LocalThreads;
import io.github.roboreel.fleet.export.Exported.Options;
import io.github.roboreel.fleet.storage.ObjectStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Exports from and into a store that renames nothing: the bytes of the local ones, and no dataset before it is whole.
 */
class ObjectStoreExportIT {
    @TempDir
    static Path shared;

    private static Path fleet;

    @TempDir
    Path folder;

    private Path out;
    private final FleetExport export = new FleetExport(Map.of());

    static Stream<Exported> formats() {
        return Exported.formats().stream();
    }

    @BeforeAll
    static void recordFleet() {
        fleet = shared.resolve("fleet");
        FleetRecordings.record(fleet.resolve("host_0/take"), 0);
        FleetRecordings.record(fleet.resolve("host_1/take"), 1);
    }

    @BeforeEach
    void nameTarget() throws IOException {
        out = folder.resolve("bucket/datasets");
        Files.createFile(folder.resolve("keep"));
    }

    private Map<String, String> local(Exported format) throws IOException {
        Path made = folder.resolve("local");
        format.make(made, Options.EACH, new LocalThreads(2), fleet);
        return format.files(made);
    }

    private PlannedExport plan(Exported format, Options options) throws IOException {
        try (Engine engine = new LocalThreads(2)) {
            return export.plan(
                    format.request(ObjectStore.of(out), options),
                    FleetRecordings.folders(ObjectStore.of(fleet)),
                    engine,
                    ExportProgress.NONE);
        }
    }

    private void run(PlannedExport plan, int rank, int world) throws IOException {
        try (Engine engine = new LocalThreads(1)) {
            assertEquals(0, export.run(plan, shard -> shard.index() % world == rank, engine, ExportProgress.NONE));
        }
    }

    private ExportOutcome commit(PlannedExport plan) throws IOException {
        try (Engine engine = new LocalThreads(2)) {
            return export.commit(plan, engine, ExportProgress.NONE);
        }
    }

    private ExportOutcome make(Exported format, Options options, Engine engine) throws IOException {
        return format.make(ObjectStore.of(out), options, engine, ObjectStore.of(fleet));
    }

    @ParameterizedTest
    @MethodSource("formats")
    void bytesAreThoseOfTheLocalDataset(Exported format) throws IOException {
        Map<String, String> local = local(format);
        make(format, Options.EACH, new ClusterLike(2, 1));
        assertEquals(local, format.files(out));
        out = folder.resolve("from-paths");
        format.make(ObjectStore.of(out), Options.EACH, new LocalThreads(2), fleet.toString());
        assertEquals(local, format.files(out));
        Path onDisk = folder.resolve("onto-disk");
        format.make(onDisk.toString(), Options.EACH, new LocalThreads(2), ObjectStore.of(fleet));
        assertEquals(local, format.files(onDisk));
    }

    @ParameterizedTest
    @MethodSource("formats")
    void theLastFileMakesItADataset(Exported format) throws IOException {
        PlannedExport plan = plan(format, Options.EACH);
        run(plan, 0, 2);
        assertThrows(ExportRefusedException.class, () -> commit(plan));
        run(plan, 1, 2);
        assertFalse(Files.exists(format.in(out).resolve(format.last())));
        Path failing = format.in(out).resolve(format.last());
        ObjectStore.setFailing(failing, true);
        IOException e = assertThrows(IOException.class, () -> commit(plan));
        assertTrue(e.getMessage().contains("cannot be reached"), e.getMessage());
        List<String> before = new ArrayList<>(Exported.contents(format.in(out)).keySet());
        before.remove(format.last() + ".failing");
        ObjectStore.setFailing(failing, false);
        commit(plan);
        List<String> after = new ArrayList<>(format.files(out).keySet());
        assertTrue(after.remove(format.last()));
        assertEquals(after, before, "all others were there when the last one was put");
        assertEquals(local(format), format.files(out));
    }

    @ParameterizedTest
    @MethodSource("formats")
    void theSameCommandGoesOn(Exported format) throws IOException {
        PlannedExport plan = plan(format, Options.EACH);
        run(plan, 1, 2);
        Path made;
        try (Stream<Path> all = Files.walk(format.in(out))) {
            made = all.filter(Files::isRegularFile).sorted().findFirst().orElseThrow();
        }
        Files.write(made, new byte[10]);
        make(format, Options.EACH, new LocalThreads(2));
        assertEquals(local(format), format.files(out));
        ExportRefusedException e =
                assertThrows(ExportRefusedException.class, () -> make(format, Options.EACH, new LocalThreads(2)));
        assertTrue(e.getMessage().contains("exists already and is left as it is"), e.getMessage());
    }

    @Test
    void whoeverDiedBehindTheLastFileTidiesUp() throws IOException {
        PlannedExport plan = plan(Exported.RLDS, Options.EACH);
        run(plan, 0, 1);
        Path root = Path.of(plan.place().root().substring("objects://".length()));
        Path above = root.getParent();
        Path kept = FleetRecordings.copy(above, folder.resolve("kept"));
        ExportOutcome outcome = commit(plan);
        Map<String, String> whole = Exported.RLDS.files(out);
        FleetRecordings.copy(kept, above);
        Path last = Exported.RLDS.in(out).resolve("dataset_info.json");
        new Committed(plan, outcome.notes(), "dataset_info.json", Sha256.ofFile(last))
                .write(new io.github.roboreel.fleet.storage.Storages(Map.of()));
        Files.delete(root.resolve("plan.json"));
        make(Exported.RLDS, Options.EACH, new LocalThreads(1));
        assertEquals(whole, Exported.RLDS.files(out));
    }

    @Test
    void anotherExportToTheSamePlaceIsRefusedUntilTheFirstIsTakenAway() throws IOException {
        PlannedExport first = plan(Exported.RLDS, Options.EACH);
        run(first, 0, 2);
        Map<String, String> before = Exported.contents(out);
        ExportRefusedException e = assertThrows(
                ExportRefusedException.class, () -> make(Exported.RLDS, Options.EACH.shuffled(3), new LocalThreads(2)));
        assertTrue(e.getMessage().contains("was begun with other options"), e.getMessage());
        Map<String, String> after = Exported.contents(out);
        assertTrue(after.entrySet().containsAll(before.entrySet()));
        make(Exported.RLDS, Options.EACH, new LocalThreads(2));
        assertEquals(local(Exported.RLDS), Exported.contents(Exported.RLDS.in(out)));
    }

    @Test
    void aPlaceThatIsTakenIsRefused() throws IOException {
        Path mine = Files.createDirectories(Exported.RLDS.in(out)).resolve("mine");
        Files.writeString(mine, "mine");
        ExportRefusedException e = assertThrows(
                ExportRefusedException.class, () -> make(Exported.RLDS, Options.EACH, new LocalThreads(2)));
        assertTrue(e.getMessage().contains("exists already and is left as it is"), e.getMessage());
        assertEquals(
                List.of("set/1.0.0/mine"), List.copyOf(Exported.contents(out).keySet()));
    }

    /** A store that fails is no damage of a recording: nothing is left out for it. */
    @ParameterizedTest
    @MethodSource("formats")
    void aStoreThatFailsEndsTheExportAndTheSameCommandGoesOn(Exported format) throws IOException {
        Path run = FleetRecordings.runFile(fleet.resolve("host_1/take"), 1);
        PlannedExport plan = plan(format, Options.EACH);
        ObjectStore.setFailing(run, true);
        try {
            IOException e = assertThrows(IOException.class, () -> run(plan, 0, 1));
            assertTrue(e.getMessage().contains("cannot be reached"), e.getMessage());
            e = assertThrows(IOException.class, () -> make(format, Options.EACH, new LocalThreads(2)));
            assertTrue(e.getMessage().contains("cannot be reached"), e.getMessage());
        } finally {
            ObjectStore.setFailing(run, false);
        }
        ExportOutcome outcome = make(format, Options.EACH, new LocalThreads(2));
        assertEquals(List.of(), outcome.problems());
        assertEquals(local(format), format.files(out));
    }

    @Test
    void anEpisodeThatCannotBeReadIsNamedByItsPlace() throws IOException {
        Path damaged = FleetRecordings.copy(fleet, folder.resolve("damaged"));
        FleetRecordings.damage(FleetRecordings.runFile(damaged.resolve("host_1/take"), 0), "actions");
        ExportOutcome outcome =
                Exported.RLDS.make(ObjectStore.of(out), Options.EACH, new LocalThreads(2), ObjectStore.of(damaged));
        assertEquals(7, outcome.plan().episodes());
        assertEquals(1, outcome.problems().size());
        String text = outcome.problems().get(0).text();
        assertTrue(text.contains("host_1/take/Reaching/run_0.hdf5"), text);
        assertFalse(text.contains("roboreel-fleet-"), text);
        Exported.RLDS.files(out);
    }
}
