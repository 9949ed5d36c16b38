package io.github.roboreel.recordings.episodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReaders;
import io.github.roboreel.recordings.SmallRuns;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChosenEpisodesIT {
    private static final int RUNS = 3;

    @TempDir
    private static Path shared;

    private static List<Path> folders;

    private final List<Path> opened = new ArrayList<>();
    private final RunReaders readers = file -> {
        opened.add(file);
        return Hdf5RunReader.open(file);
    };

    @BeforeAll
    static void record() {
        folders = List.of(SmallRuns.make(shared.resolve("three"), RUNS));
    }

    /** What is known of each episode, and its actions. */
    private static List<Object> visited(ChosenEpisodes episodes) throws IOException {
        List<Object> content = new ArrayList<>();
        episodes.visit((facts, episode) -> content.addAll(List.of(facts, episode.infos(), rows(episode))));
        return content;
    }

    private static ByteBuffer rows(EpisodeReader episode) throws IOException {
        return ByteBuffer.wrap(episode.readBytes("actions", 0, episode.numSamples()));
    }

    @Test
    void givenReadersOpenEveryRunFileAndGiveTheSame() throws IOException {
        ChosenEpisodes given = ChosenEpisodes.of(folders, EpisodeChoice.all(), readers);
        assertEquals(RUNS, opened.size());
        assertEquals(visited(ChosenEpisodes.of(folders, EpisodeChoice.all())), visited(given));
        assertEquals(2 * RUNS, opened.size());
        ChosenEpisodes readable = ChosenEpisodes.readable(folders, EpisodeChoice.all(), readers);
        assertEquals(3 * RUNS, opened.size());
        assertEquals(given.episodes(), readable.episodes());
        try (EpisodeReaders any = readable.readers();
                EpisodeReaders isolated = given.readers()) {
            for (int i = given.episodes().size() - 1; i >= 0; i--) {
                assertEquals(rows(isolated.episode(i)), rows(any.episode(i)));
            }
        }
        assertEquals(5 * RUNS, opened.size());
    }

    @Test
    void aLookTellsWhatIsInTheFileWithoutOpeningIt() throws IOException {
        List<Map<String, DatasetInfo>> infos = new ArrayList<>();
        ChosenEpisodes found = ChosenEpisodes.of(folders, EpisodeChoice.all(), readers);
        opened.clear();
        found.look((facts, episode) -> infos.add(episode.infos()));
        assertEquals(List.of(), opened);
        for (int i = 0; i < infos.size(); i++) {
            EpisodeFacts facts = found.episodes().get(i);
            try (Hdf5RunReader run = Hdf5RunReader.open(facts.file())) {
                assertEquals(run.demo(facts.demo()).infos(), infos.get(i));
            }
        }
    }

    @Test
    void whatGivenReadersRefuseIsAProblemOfThatFile() throws IOException {
        Path copy = Files.createDirectories(shared.resolve("damaged").resolve(SmallRuns.ENV));
        Path run = copy.resolve("run_0.hdf5");
        Files.writeString(run, "no HDF5");
        ChosenEpisodes found = ChosenEpisodes.readable(List.of(copy.getParent()), EpisodeChoice.all(), readers);
        assertEquals(List.of(), found.episodes());
        assertEquals(List.of(run), opened);
        assertEquals(1, found.problems().size());
        assertEquals(run, found.problems().get(0).file());
        assertTrue(found.problems().get(0).isLeftOut());
    }

    @Test
    void annotationsChooseEpisodes() throws IOException {
        Path folder = folders.get(0);
        Path annotations = folder.resolve("annotations.jsonl");
        String of = "{\"env_name\":\"" + SmallRuns.ENV + "\",\"env_id\":0,\"run\":";
        Files.writeString(
                annotations,
                of + "0,\"flag\":true,\"tags\":[],\"note\":\"\",\"version\":1,\"at\":\"\"}\n" + of
                        + "1,\"flag\":false,\"tags\":[\"slipped\"],\"note\":\"\",\"version\":1,\"at\":\"\"}\n");
        try {
            assertEquals(List.of(0), runs(annotated(true)));
            assertEquals(List.of(1), runs(annotated(false, "sl*", "other")));
            RoboReelException none = assertThrows(RoboReelException.class, () -> annotated(true, "slipped"));
            assertEquals(
                    "no episode is left to export: there are 5 not flagged, 1 without such a tag; change the filters"
                            + " (envs: " + SmallRuns.ENV + ")",
                    none.getMessage());
            List<EpisodeFacts> all =
                    ChosenEpisodes.readable(folders, EpisodeChoice.all()).episodes();
            assertEquals(
                    List.of(true, false, false, false, false, false),
                    all.stream().map(facts -> choice(true).includes(facts, 1)).toList());
        } finally {
            Files.delete(annotations);
        }
    }

    private static ChosenEpisodes annotated(boolean flaggedOnly, String... tags) throws IOException {
        return ChosenEpisodes.of(folders, choice(flaggedOnly, tags));
    }

    private static EpisodeChoice choice(boolean flaggedOnly, String... tags) {
        return new EpisodeChoice(List.of(), "", false, false, 0, flaggedOnly, List.of(tags), Map.of());
    }

    private static List<Integer> runs(ChosenEpisodes episodes) {
        return episodes.episodes().stream().map(EpisodeFacts::run).toList();
    }
}
