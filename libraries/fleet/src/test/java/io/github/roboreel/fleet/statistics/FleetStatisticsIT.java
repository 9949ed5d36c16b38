package io.github.roboreel.fleet.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.fleet.RecordedFleet;
import io.github.roboreel.fleet.engine.ClusterLike;
import io.github.roboreel.fleet.engine.Engine;
import io.github.roboreel.fleet.engine.LocalThreads;
import io.github.roboreel.fleet.export.FolderChoice;
import io.github.roboreel.fleet.folders.FleetFolder;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recordings.Episode;
import io.github.roboreel.recordings.Recordings;
import io.github.roboreel.recordings.episodes.EpisodeChoice;
import io.github.roboreel.recordings.episodes.FieldChoice;
import io.github.roboreel.recordings.transform.EpisodeSteps;
import io.github.roboreel.recordings.transform.Episodes;
import io.github.roboreel.recordings.transform.statistics.EpisodeStatistics;
import io.github.roboreel.recordings.transform.statistics.FieldStatistics;
import io.github.roboreel.recordings.transform.statistics.FoundStatistics;
import io.github.roboreel.recordings.transform.statistics.FoundStatistics.Counts;
import io.github.roboreel.recordings.transform.statistics.ValidFields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetStatisticsIT {
    private static final int HOSTS = 3;
    private static final int TAKES = 3;
    private static final int EPISODES = HOSTS * TAKES * RecordedFleet.RUNS * RecordedFleet.ENVS;

    @TempDir
    private static Path shared;

    @TempDir
    private Path temp;

    private static List<FleetFolder> folders;

    @BeforeAll
    static void record() throws IOException {
        folders = RecordedFleet.folders(RecordedFleet.make(shared.resolve("fleet"), HOSTS, TAKES));
    }

    private static FoundStatistics of(Engine engine, List<FleetFolder> folders, EpisodeChoice choice, String... fields)
            throws IOException {
        return FleetStatistics.of(
                engine,
                folders.stream().map(FolderChoice::all).toList(),
                choice,
                FieldChoice.of(List.of(fields)),
                Map.of(),
                ExportProgress.NONE);
    }

    private static FoundStatistics all(Engine engine) throws IOException {
        try (engine) {
            return of(engine, folders, EpisodeChoice.all());
        }
    }

    /** Read by the native library, in this process. */
    private static Map<String, FieldStatistics> plain() throws IOException {
        List<Path> places =
                folders.stream().map(folder -> folder.location().path()).toList();
        try (Recordings recordings = Recordings.open(places)) {
            List<Episodes> sequences = new ArrayList<>();
            for (Path place : places) {
                List<Episode> own = recordings.episodes().stream()
                        .filter(episode -> episode.place().equals(place))
                        .toList();
                assertEquals(RecordedFleet.RUNS * RecordedFleet.ENVS, own.size());
                sequences.add(Episodes.of(
                        own.size(), i -> EpisodeSteps.of(own.get(i), own.get(i).stepPaths())));
            }
            return EpisodeStatistics.of(sequences, ValidFields.ALL, 2);
        }
    }

    @Test
    void anyEngineGivesTheBitsOfThePlainReader() throws IOException {
        Map<String, FieldStatistics> expected = plain();
        FoundStatistics one = all(new LocalThreads(1));
        assertEquals(expected, one.fields());
        assertEquals(List.copyOf(expected.keySet()), List.copyOf(one.fields().keySet()));
        assertEquals(EPISODES, one.episodes());
        assertEquals(new Counts(EPISODES, one.steps()), one.counts().get("actions"));
        assertEquals(EPISODES, one.fields().get("actions").nans().getLong(2));
        assertEquals(one.steps() - EPISODES, one.fields().get("actions").count().getLong(2));
        assertEquals(List.of(), one.problems());
        for (Engine engine : List.of(
                new LocalThreads(2),
                new LocalThreads(5),
                new ClusterLike(1, 7),
                new ClusterLike(1000, 8),
                new ClusterLike(1000, 9))) {
            assertEquals(one, all(engine));
        }
    }

    @Test
    void onlyWantedEpisodesAndFieldsCount() throws IOException {
        EpisodeChoice pours = new EpisodeChoice(List.of("P*"), "", true, false, 1, false, List.of(), Map.of());
        try (Engine engine = new LocalThreads(2)) {
            FoundStatistics found = of(engine, folders, pours, "act*", "obs/half");
            assertEquals(
                    List.of("actions", "obs/half"), List.copyOf(found.fields().keySet()));
            assertEquals(TAKES * RecordedFleet.RUNS, found.episodes());
            assertRefused("no episode has a field 'obs/haif'", engine, EpisodeChoice.all(), "obs/haif");
            EpisodeChoice unknown = new EpisodeChoice(List.of("Q"), "", false, false, 1, false, List.of(), Map.of());
            assertRefused("no env is called 'Q'; known are Pour, Stack", engine, unknown);
            EpisodeChoice none = new EpisodeChoice(List.of(), "", false, false, 1 << 30, false, List.of(), Map.of());
            assertRefused("none of " + EPISODES + " episodes is wanted", engine, none);
        }
    }

    private static void assertRefused(String begin, Engine engine, EpisodeChoice choice, String... fields) {
        RoboReelException refused = assertThrows(RoboReelException.class, () -> of(engine, folders, choice, fields));
        assertEquals(RoboReelException.Kind.BAD_ARGUMENT, refused.kind());
        assertTrue(refused.getMessage().startsWith(begin), refused.getMessage());
    }

    @Test
    void whatIsDamagedIsNamedAndTheRestCounts() throws IOException {
        Path root = RecordedFleet.make(temp.resolve("fleet"), 1, 2);
        Path cut = root.resolve("host-0/take-0/Stack/run_1.hdf5");
        byte[] whole = Files.readAllBytes(cut);
        Files.write(cut, java.util.Arrays.copyOf(whole, whole.length / 2));
        Path none = root.resolve("host-0/take-1/Stack/run_0.hdf5");
        Files.writeString(none, "no HDF5");
        try (Engine engine = new LocalThreads(2)) {
            FoundStatistics found = of(engine, RecordedFleet.folders(root), EpisodeChoice.all());
            assertEquals(2 * RecordedFleet.ENVS, found.episodes());
            List<Path> files = found.problems().stream()
                    .filter(problem -> problem.isLeftOut() && problem.line() == 0)
                    .map(problem -> problem.file())
                    .toList();
            assertEquals(List.of(cut, none), files);
        }
    }
}
