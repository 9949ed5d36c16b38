package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.dataset.lerobot.LeRobotFormat;
import io.github.roboreel.recordings.Episode;
import io.github.roboreel.recordings.Recordings;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** LeRobot datasets that were not made here: h5py finds the values that were put into them. */
class LeRobotImportIT {
    /** Values follow from the number of the row; pictures are those that went in. */
    private static final String CHECK = """
            import sys, json, numpy as np, h5py
            from PIL import Image
            out, pictures = sys.argv[1:]
            def text(value): return value if isinstance(value, str) else bytes(value).rstrip(b'\\0').decode()
            first = 0
            for e, n in enumerate((4, 6, 3, 5, 7)):
                demo = h5py.File(f'{out}/run_{e}.hdf5')['data/demo_0']
                i = np.arange(first, first + n)
                expected = {
                    'actions': np.stack([i / 7.0, -i, np.full(n, 0.5)], 1).astype('f4'),
                    'obs/state': np.stack([i / 3.0, i * 1e-9], 1),
                    'obs/grid': np.stack([np.stack([i, i + 1, i + 2], 1), np.stack([-i, i / 2, 0 * i], 1)], 1).astype('f4'),
                    'obs/top': np.stack([np.array(Image.open(f'{pictures}/../top/top-{k:03d}.png')) for k in i]),
                    'obs/far': np.stack([np.array(Image.open(f'{pictures}/../top/far-{k:03d}.tiff')) for k in i])[..., None],
                    'obs/range': np.stack([np.array(Image.open(f'{pictures}/../top/range-{k:03d}.tiff')) for k in i])[..., None],
                    'flag': (i % 3 == 0)[:, None],
                    'tiny': np.stack([i - 10, 100 - i], 1).astype('i1'),
                    'my_count': (np.uint64(2**64 - 1) - i.astype('u8'))[:, None],
                    'half': np.stack([i / 4.0, np.full(n, 0.5)], 1).astype('f2'),
                    'rewards': (i / 4.0).astype('f4')[:, None],
                }
                for name, a in expected.items():
                    b = demo[name]
                    assert b.dtype == a.dtype and b.shape == a.shape, (e, name, b, a.dtype, a.shape)
                    assert a.tobytes() == b[()].tobytes(), (e, name, a, b[()])
                assert list(demo['note'].asstr()[:]) == [f'wort {k} ü' for k in i], list(demo['note'])
                codes = np.fromfile(f'{pictures}/../top/codes.raw', '<u2').reshape(25, 48, 64, 1)[i]
                scale = np.log(13.5 / 3.51) / 4095
                metres = np.clip(np.exp(codes * scale + np.log(3.51)) - 3.5, 0.01, 10)
                deep = demo['obs/deep'][()]
                assert deep.dtype == 'u2' and demo['obs/deep'].attrs['unit'] == 'mm', demo['obs/deep']
                assert np.abs(deep - metres * 1000).max() < 0.502, np.abs(deep - metres * 1000).max()
                said = json.loads(text(demo['initial_episode/language_persistent'][0]))
                assert demo['initial_episode/language_persistent'].shape == (1,)
                assert said == [dict(role='assistant', content=c, style='subtask', timestamp=t, camera=None, tool_calls=None)
                                for c, t in ((f'reach ü {e}', 0.0), ('grasp', 0.2))], said
                for k, said in zip(i, demo['language_events']):
                    call = {'type': 'function', 'function': {'name': 'say', 'arguments': {'text': f'now {k}'}}}
                    row = dict(role='assistant', content=None, style=None, camera=None, tool_calls=[call])
                    assert json.loads(text(said)) == ([row] if k % 5 == 2 else []), (k, said)
                frames = np.stack([np.array(Image.open(f'{pictures}/{k:03d}.png')) for k in range(25)]).astype('f4')
                for k, frame in enumerate(demo['obs/cam'][()]):
                    errors = np.abs(frames - frame).mean((1, 2, 3))
                    assert errors.argmin() == first + k and errors.min() < 20, (e, k, errors)
                others = [name for name in demo if name not in ('actions', 'obs', 'rewards', 'flag', 'tiny', 'my_count', 'half', 'note', 'timestamps', 'initial_episode', 'language_events')]
                assert not others, others
                assert sorted(demo['obs']) == ['cam', 'deep', 'far', 'grid', 'range', 'state', 'top'], list(demo['obs'])
                print(n, text(demo.attrs['status']), text(demo.attrs['instruction']), float(demo.attrs['dt']))
                first += n
            """;

    private static final String TASKS = "meta/tasks.parquet";

    @TempDir
    private static Path shared;

    private static ForeignLeRobot foreign;

    @TempDir
    private Path folder;

    @BeforeAll
    static void draw() throws Exception {
        foreign = new ForeignLeRobot(shared);
    }

    @Test
    void aDatasetOfSeveralEpisodesPerFileComesInWhole() throws Exception {
        Path dataset = folder.resolve("so100 [1]");
        foreign.write(dataset);
        ImportSummary summary = bringIn(dataset);
        assertEquals(5, summary.episodes());
        assertEquals(25, summary.steps());
        JsonNode config = new ObjectMapper()
                .readTree(folder.resolve("out/so100_1/env_cfg.json").toFile());
        assertEquals("so100", config.at("/lerobot/robot_type").asText());
        assertEquals(
                "[\"x\",\"y\"]",
                config.path("lerobot").path("names").path("obs/state").toString());
        assertEquals("""
                operator op 3 difficulty 1.5""", Python.run("""
                import sys, json, h5py
                demo = h5py.File(sys.argv[1] + '/run_3.hdf5')['data/demo_0']
                attributes = json.loads(bytes(demo.attrs['episode_metadata']).rstrip(b'\\0'))['episode_attributes']
                print('operator', attributes['operator'], 'difficulty', attributes['difficulty'])
                """, folder.resolve("out/so100_1")));
    }

    /** FFmpeg up to 5.1 makes each part up to a millisecond late. */
    @ParameterizedTest
    @ValueSource(strings = {"libx264 -crf 10 -g 8 -bf 3", "libaom-av1 -crf 10 -cpu-used 8"})
    void videosThatWereJoinedShowEveryPicture(String encoder) throws Exception {
        Path dataset = folder.resolve("so100_1");
        foreign.write(dataset);
        foreign.writeJoined(dataset, encoder);
        bringIn(dataset);
    }

    /** Merging and deleting leave rows in another order, and not all numbers. */
    @ParameterizedTest
    @ValueSource(strings = {"%s", "3 + 4 * %s"})
    void aTaskIsThatOfItsNumber(String number) throws Exception {
        Path dataset = folder.resolve("so100_1");
        foreign.write(dataset);
        for (String file : List.of("chunk-000/file-000", "chunk-000/file-001", "chunk-001/file-000")) {
            Changed.parquet(
                    dataset.resolve("data/" + file + ".parquet"),
                    "* REPLACE (" + number.formatted("task_index") + " AS task_index)");
        }
        Changed.parquet(
                dataset.resolve(TASKS),
                number.formatted("(1 - task_index)") + " AS task_index, 'task ' || (1 - task_index) AS task");
        bringIn(dataset);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0.3  | episode_0 and episode_1 are said to have the same pictures of
            0.44 | episode_1 begins at 0.44 s of
            """)
    void framesOfTwoEpisodesOrBetweenTwoPicturesAreNoted(double start, String note) throws Exception {
        Path dataset = folder.resolve("so100_1");
        foreign.write(dataset);
        String column = "\"videos/observation.images.cam/from_timestamp\"";
        Changed.parquet(
                dataset.resolve("meta/episodes/chunk-000/file-000.parquet"),
                "* REPLACE (CASE WHEN episode_index = 1 THEN " + start + " ELSE " + column + " END AS " + column + ")");
        ImportSummary summary = new Imports(new LeRobotFormat()).run(dataset, folder.resolve("out"));
        List<String> doubts = summary.notes().stream()
                .filter(sentence -> sentence.contains("pictures"))
                .toList();
        assertEquals(1, doubts.size(), summary.notes().toString());
        assertTrue(doubts.get(0).startsWith(note), doubts.toString());
    }

    @Test
    void tasksThatContradictEachOtherAreNoted() throws Exception {
        Path dataset = folder.resolve("so100_1");
        foreign.write(dataset);
        Changed.parquet(dataset.resolve(TASKS), "task_index, 'task ' || (1 - task_index) AS task");
        ImportSummary summary = new Imports(new LeRobotFormat()).run(dataset, folder.resolve("out"));
        assertTrue(
                summary.notes().toString().contains("task 0 is 'task 1', there it is 'task 0'"),
                summary.notes().toString());
    }

    @Test
    void columnsWithoutAFeatureAndListsOfEpisodesAreNoted() throws Exception {
        Path dataset = folder.resolve("so100_1");
        foreign.writeWithoutVideos(dataset);
        Changed.parquet(dataset.resolve("data/chunk-000/file-001.parquet"), "*, 1.5 AS force");
        for (String file : List.of("chunk-000", "chunk-001")) {
            Changed.parquet(
                    dataset.resolve("meta/episodes/" + file + "/file-000.parquet"),
                    "*, [1, 2] AS goal, 'True' AS success");
        }
        ImportSummary summary = new Imports(new LeRobotFormat()).run(dataset, folder.resolve("out"));
        String notes = String.join("\n", summary.notes());
        assertTrue(notes.contains("column 'force' is left out: meta/info.json has no such feature"), notes);
        assertTrue(notes.contains("column 'goal' of meta/episodes is left out"), notes);
        assertFalse(notes.contains("stats/"), notes);
        try (Recordings recorded = Recordings.open(folder.resolve("out"))) {
            assertTrue(recorded.episodes().get(2).facts().success().orElseThrow());
        }
    }

    @Test
    void aFlagThatSaysMoreInOneEpisodeIsAFieldOfAll() throws Exception {
        Path dataset = folder.resolve("so100_1");
        foreign.writeWithoutVideos(dataset);
        Changed.parquet(
                dataset.resolve("data/chunk-001/file-000.parquet"),
                "* REPLACE (episode_index = 3 AND frame_index >= 2 AS \"next.success\")");
        new Imports(new LeRobotFormat()).run(dataset, folder.resolve("out"));
        try (Recordings recorded = Recordings.open(folder.resolve("out"))) {
            for (Episode episode : recorded.episodes()) {
                assertTrue(
                        episode.arrays().containsKey("next.success"),
                        episode.facts().where());
                assertFalse(
                        episode.arrays().containsKey("next.done"),
                        episode.facts().where());
            }
            assertEquals(
                    "[false, false, true, true, true]",
                    flags(recorded.episodes().get(3)));
            assertEquals(
                    "[false, false, false, false]", flags(recorded.episodes().get(0)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s::FLOAT", "[%s::FLOAT]"})
    void timesThatAreTheirOwnInOneEpisodeAreAFieldOfAll(String stored) throws Exception {
        Path dataset = folder.resolve("so100_1");
        foreign.writeWithoutVideos(dataset);
        String own = "episode_index = 3 AND frame_index = 2";
        String real = "(CASE WHEN " + own + " THEN timestamp + 0.01 ELSE timestamp END)";
        for (String file : List.of("chunk-000/file-000", "chunk-000/file-001", "chunk-001/file-000")) {
            Changed.parquet(
                    dataset.resolve("data/" + file + ".parquet"),
                    "* REPLACE (" + stored.formatted(real) + " AS timestamp)");
        }
        new Imports(new LeRobotFormat()).run(dataset, folder.resolve("out"));
        try (Recordings recorded = Recordings.open(folder.resolve("out"))) {
            List<Double> seconds = new ArrayList<>();
            for (Episode episode : recorded.episodes()) {
                seconds.add(episode.step(2).get("timestamp").getDouble(0));
            }
            assertEquals(
                    "[0.2, 0.2, 0.2, 0.21, 0.2]",
                    seconds.stream()
                            .map(s -> Math.round(s * 100) / 100.0)
                            .toList()
                            .toString());
        }
    }

    private static String flags(Episode episode) throws Exception {
        List<Boolean> flags = new ArrayList<>();
        for (int step = 0; step < episode.steps(); step++) {
            flags.add(episode.step(step).get("next.success").getBoolean(0));
        }
        return flags.toString();
    }

    @Test
    void anEpisodeWhoseTableIsMissingHidesNoOthers() throws Exception {
        Path dataset = folder.resolve("so100_1");
        foreign.writeOld(dataset);
        Path lines = dataset.resolve("meta/episodes.jsonl");
        Files.writeString(
                lines,
                Files.readString(lines).replace("\"length\": 7", "\"length\": 7, \"success\": true, \"room\": \"b\""));
        Files.delete(dataset.resolve("data/chunk-000/episode_000001.parquet"));
        try (Recordings there = Recordings.open(dataset)) {
            assertEquals(4, there.episodes().size());
            assertTrue(
                    there.problems().toString().contains("episode_000001.parquet is missing"), "" + there.problems());
            EpisodeFacts last = there.episodes().get(3).facts();
            assertEquals(
                    "b true",
                    last.attributes().get("room") + " " + last.success().orElseThrow());
        }
    }

    @Test
    void aDatasetOfVersionTwoComesInWhole() throws Exception {
        Path dataset = folder.resolve("so100_1");
        foreign.writeOld(dataset);
        bringIn(dataset);
    }

    private ImportSummary bringIn(Path dataset) throws Exception {
        ImportSummary summary = new Imports(new LeRobotFormat()).run(dataset, folder.resolve("out"));
        assertEquals("""
                4 failure task 0 0.1
                6 success task 1 0.1
                3 failure task 0 0.1
                5 success task 1 0.1
                7 failure task 0 0.1""", Python.run(CHECK, folder.resolve("out/so100_1"), foreign.camera()));
        List<String> notes = summary.notes();
        assertTrue(
                notes.stream()
                        .anyMatch(n -> n.contains("'observation.images.deep' was") && n.contains("0.01 to 10.0 m")),
                notes.toString());
        assertTrue(
                notes.stream().anyMatch(n -> n.contains("'observation.images.cam' was compressed")), notes.toString());
        assertEquals(2, notes.size(), notes.toString());
        return summary;
    }

    /** As of recordings from before LeRobot had videos of depths. */
    @Test
    void aDepthVideoOfThreeChannelsIsLeftOut() throws Exception {
        Path dataset = folder.resolve("so100_1");
        foreign.writeOld(dataset);
        Path info = dataset.resolve("meta/info.json");
        Files.writeString(info, Files.readString(info).replace("\"has_audio\": false", "\"video.is_depth_map\": true"));
        ImportSummary summary = new Imports(new LeRobotFormat()).run(dataset, folder.resolve("out"));
        assertEquals(25, summary.steps());
        assertTrue(
                summary.notes()
                        .toString()
                        .contains("'observation.images.cam' is left out: it is a video of depths in 3"),
                summary.notes().toString());
        assertEquals("['deep', 'far', 'grid', 'range', 'state', 'top']", Python.run("""
                import sys, h5py
                print(sorted(h5py.File(sys.argv[1] + '/so100_1/run_0.hdf5')['data/demo_0/obs']))
                """, folder.resolve("out")));
    }

    /** The library keeps such tables, too. */
    @Test
    void severalTasksAndRealTimesAreKept() throws Exception {
        Path dataset = folder.resolve("set");
        foreign.writeOld(dataset);
        Path info = dataset.resolve("meta/info.json");
        String text = Files.readString(info);
        int video = text.indexOf("\"observation.images.cam\"");
        int still = text.indexOf("\"observation.images.far\"");
        Files.writeString(
                info,
                text.substring(0, video)
                        + text.substring(still, text.indexOf("\"observation.images.deep\""))
                        + text.substring(text.indexOf("\"note\"")));
        Changed.parquet(
                dataset.resolve("data/chunk-000/episode_000001.parquet"),
                "* REPLACE (frame_index % 2 AS task_index, (timestamp + 0.01 * frame_index)::FLOAT AS timestamp)");
        ImportSummary summary = new Imports(new LeRobotFormat()).run(dataset, folder.resolve("out"));
        assertEquals(
                "['task 0', 'task 1', 'task 0', 'task 1', 'task 0', 'task 1'] [0.0, 0.11, 0.22] ['task 0', 'task 0']",
                Python.run("""
                import sys, h5py
                demo = h5py.File(sys.argv[1] + '/set/run_1.hdf5')['data/demo_0']
                print(list(demo['task'].asstr()), [round(float(t), 6) for t in demo['timestamp'][:3, 0]],
                      list(h5py.File(sys.argv[1] + '/set/run_0.hdf5')['data/demo_0/task'].asstr()[:2]))
                """, folder.resolve("out")));
        assertTrue(
                summary.notes().toString().contains("the field 'task' has that of each"),
                summary.notes().toString());
    }
}
