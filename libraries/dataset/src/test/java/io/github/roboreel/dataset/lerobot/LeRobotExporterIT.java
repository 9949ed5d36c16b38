package io.github.roboreel.dataset.lerobot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportSummary;
import io.github.roboreel.dataset.RecordedRuns;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Fields;
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Images;
import io.github.roboreel.recordings.Recordings;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two datasets of the same recording, one with PNG files and one with videos. */
class LeRobotExporterIT {
    private static final String CAMERA = "observation.images.wrist_cam";
    private static final int EPISODES = RecordedRuns.RUNS * RecordedRuns.ENVS;

    /** Columns that are an array of the recording, whatever it is called there. */
    private static final Map<String, String> SOURCES = Map.ofEntries(
            Map.entry("action", "actions"),
            Map.entry("robolab.obs.clock", "obs/clock"),
            Map.entry("robolab.states.articulation.robot.joint_position", "states/articulation/robot/joint_position"),
            Map.entry("robolab.states.rigid_object.banana.root_pose", "states/rigid_object/banana/root_pose"),
            Map.entry("robolab.ee_pose.position", "ee_pose/position"),
            Map.entry("robolab.ee_pose.orientation", "ee_pose/orientation"),
            Map.entry("robolab.bbox.bbox_mm.banana", "bbox/bbox_mm/banana"),
            Map.entry("robolab.bbox.centroid.banana", "bbox/centroid/banana"),
            Map.entry("robolab.subtask.status", "subtask/status"),
            Map.entry("robolab.subtask.completed", "subtask/completed"),
            Map.entry("robolab.subtask.score", "subtask/score"),
            Map.entry("robolab.contact", "contact"),
            Map.entry("robolab.time", "timestamps/sim_time_s"),
            Map.entry("robolab.timestamps.wall_time_ns", "timestamps/wall_time_ns"));

    @TempDir
    private static Path folder;

    private static RecordedRuns runs;
    private static Path pictures;
    private static Path videos;
    private static ExportSummary summary;

    @BeforeAll
    static void export() throws Exception {
        runs = RecordedRuns.record(folder.resolve("recorded"), true);
        summary = exporter("me/pictures", Images.PNG).export(runs, ExportProgress.NONE);
        pictures = summary.target();
        videos = exporter("me/videos", Images.VIDEO)
                .export(runs, ExportProgress.NONE)
                .target();
    }

    private static LeRobotExporter exporter(String repoId, Images images) {
        return new LeRobotExporter(new LeRobotOptions(
                        folder.resolve("out"), repoId, Optional.of("franka"), images, RewardPolicy.SCORE_DELTA)
                .withFields(Fields.ALL));
    }

    @Test
    void theSummarySaysWhatIsThere() {
        assertEquals(folder.resolve("out/me/pictures"), summary.target());
        assertEquals(EPISODES, summary.episodes());
        assertEquals(totalSteps(), summary.steps());
        assertEquals(SOURCES.size() + 1 + 4 + 5 + 1, summary.arraysCompared());
        assertTrue(summary.notes().contains("next.reward: score-delta"), "" + summary.notes());
        assertTrue(summary.notes().stream().anyMatch(n -> n.contains("obs/arm_joint_pos")));
        assertTrue(summary.notes().stream().anyMatch(n -> n.contains("(initial_state) is left")));
        assertTrue(summary.notes().stream().anyMatch(n -> n.contains("(final_obs) is left out")));
    }

    @Test
    void nothingElseIsInTheFolder() throws Exception {
        try (Stream<Path> files = Files.walk(pictures)) {
            assertEquals(
                    Set.of(
                            "README.md",
                            "meta/info.json",
                            "meta/stats.json",
                            "meta/tasks.parquet",
                            "meta/episodes/chunk-000/file-000.parquet",
                            "data/chunk-000/file-000.parquet"),
                    Set.copyOf(files.filter(Files::isRegularFile)
                            .map(f -> pictures.relativize(f).toString())
                            .toList()));
        }
        try (Stream<Path> siblings = Files.list(folder.resolve("out/me"))) {
            assertEquals(Set.of(pictures, videos), Set.copyOf(siblings.toList()));
        }
    }

    @Test
    void everyRowIsTheStepItSays() throws Exception {
        List<Map<String, Object>> rows = Tables.all(data(pictures));
        assertEquals(totalSteps(), rows.size());
        int[] row = {0};
        int[] number = {0};
        runs.visit((facts, episode) -> {
            int steps = (int) episode.numSamples();
            Map<String, double[]> expected = new LinkedHashMap<>();
            for (Map.Entry<String, String> source : SOURCES.entrySet()) {
                expected.put(source.getKey(), episode.readDoubles(source.getValue()));
            }
            double[] arm = episode.readDoubles("obs/arm_joint_pos");
            double[] gripper = episode.readDoubles("obs/gripper_pos");
            double[] score = episode.readDoubles("subtask/score");
            byte[] frames = episode.readBytes(RecordedRuns.CAMERA, 0, steps);
            for (int step = 0; step < steps; step++) {
                Map<String, Object> found = rows.get(row[0]);
                String where = facts.demo() + " step " + step;
                for (Map.Entry<String, double[]> column : expected.entrySet()) {
                    assertArrayEquals(
                            part(column.getValue(), step, steps),
                            Tables.flat(found.get(column.getKey())),
                            column.getKey() + " of " + where);
                }
                double[] state = new double[8];
                System.arraycopy(arm, 7 * step, state, 0, 7);
                state[7] = gripper[step];
                assertArrayEquals(state, Tables.flat(found.get("observation.state")));
                assertPicture(frames, step, found.get(CAMERA));
                boolean isLast = step == steps - 1;
                assertEquals(isLast, found.get("next.done"));
                assertEquals(isLast && facts.env() == 2, found.get("next.truncated"));
                assertEquals(isLast && facts.isSuccess(), found.get("next.success"));
                double before = step == 0 ? 0 : score[step - 1];
                assertEquals((float) (score[step] - before), found.get("next.reward"));
                assertEquals((float) (step / 15.0), found.get("timestamp"));
                assertEquals((long) step, found.get("frame_index"));
                assertEquals((long) number[0], found.get("episode_index"));
                assertEquals((long) row[0], found.get("index"));
                assertEquals(0L, found.get("task_index"));
                row[0]++;
            }
            number[0]++;
        });
    }

    private static double[] part(double[] all, int row, int rows) {
        int width = all.length / rows;
        return Arrays.copyOfRange(all, row * width, (row + 1) * width);
    }

    private static void assertPicture(byte[] frames, int step, Object found) throws IOException {
        List<?> struct = (List<?>) found;
        int bytes = 3 * RecordedRuns.IMAGE_HEIGHT * RecordedRuns.IMAGE_WIDTH;
        byte[] expected = Arrays.copyOfRange(frames, step * bytes, (step + 1) * bytes);
        assertArrayEquals(expected, Tables.pixels((byte[]) struct.get(0)), "step " + step);
        assertEquals(String.format("frame-%06d.png", step), struct.get(1));
    }

    @Test
    void theTablesHoldTheSameWithVideosButForThePictures() throws Exception {
        List<String> columns = new ArrayList<>(Tables.all(data(videos)).get(0).keySet());
        assertFalse(columns.contains(CAMERA));
        String names = '"' + String.join("\",\"", columns) + '"';
        String difference = "(SELECT %1$s FROM '%2$s' EXCEPT SELECT %1$s FROM '%3$s')"
                .formatted(names, data(pictures), data(videos));
        assertEquals(List.of(), Tables.rows(difference));
        columns.add(CAMERA);
        assertEquals(new HashSet<>(columns), Tables.all(data(pictures)).get(0).keySet());
    }

    @Test
    void infoDescribesEveryColumn() throws Exception {
        JsonNode info = json(pictures.resolve("meta/info.json"));
        assertEquals("v3.0", info.get("codebase_version").asText());
        assertEquals(15, info.get("fps").asInt());
        assertTrue(info.get("fps").isInt());
        assertEquals("franka", info.get("robot_type").asText());
        assertEquals(EPISODES, info.get("total_episodes").asInt());
        assertEquals(totalSteps(), info.get("total_frames").asInt());
        assertEquals(1, info.get("total_tasks").asInt());
        assertEquals(1000, info.get("chunks_size").asInt());
        assertEquals("0:" + EPISODES, info.at("/splits/train").asText());
        assertTrue(info.get("video_path").isNull());
        assertEquals(
                "data/chunk-{chunk_index:03d}/file-{file_index:03d}.parquet",
                info.get("data_path").asText());
        JsonNode features = info.get("features");
        Map<String, Object> row = Tables.all(data(pictures)).get(0);
        assertEquals(row.keySet(), names(features));
        for (String key : names(features)) {
            JsonNode feature = features.get(key);
            assertTrue(feature.has("names"), key + " has no names");
            assertFalse(key.contains("/"));
            List<Integer> shape = new ArrayList<>();
            feature.get("shape").forEach(n -> shape.add(n.asInt()));
            if (!feature.get("dtype").asText().equals("image")) {
                List<Integer> found = Tables.shape(row.get(key));
                assertEquals(shape, found.isEmpty() ? List.of(1) : found, key);
            }
        }
        assertEquals(
                "float32", features.at("/robolab.bbox.centroid.banana/dtype").asText());
        assertEquals("uint16", features.at("/robolab.subtask.status/dtype").asText());
        assertEquals(
                "score-delta", features.at("/next.reward/info/robolab.reward").asText());
        assertEquals(
                "arm_joint_pos_0", features.at("/observation.state/names/0").asText());
        assertEquals("gripper_pos", features.at("/observation.state/names/7").asText());
        assertEquals("channels", features.get(CAMERA).at("/names/2").asText());
        assertEquals(
                "videos/{video_key}/chunk-{chunk_index:03d}/file-{file_index:03d}.mp4",
                json(videos.resolve("meta/info.json")).get("video_path").asText());
    }

    private static Set<String> names(JsonNode object) {
        Set<String> names = new HashSet<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    @Test
    void parquetIsAsOtherReadersWantIt() throws Exception {
        List<Map<String, Object>> schema = Tables.rows("SELECT * FROM parquet_schema('" + data(pictures) + "')");
        assertEquals("UTF8", String.valueOf(one(schema, "path").get("converted_type")));
        assertEquals("BYTE_ARRAY", one(schema, "bytes").get("type"));
        assertNull(one(schema, "bytes").get("converted_type"));
        assertEquals("FLOAT", one(schema, "timestamp").get("type"));
        assertEquals("UINT_16", one(schema, "robolab.subtask.status").get("converted_type"));
        int at = schema.indexOf(one(schema, "action"));
        assertEquals("LIST", schema.get(at).get("converted_type"));
        assertEquals("list", schema.get(at + 1).get("name"));
        assertEquals("REPEATED", schema.get(at + 1).get("repetition_type"));
        assertEquals("element", schema.get(at + 2).get("name"));
        List<Map<String, Object>> groups =
                Tables.rows("SELECT DISTINCT row_group_id, row_group_num_rows, compression FROM"
                        + " parquet_metadata('"
                        + data(pictures)
                        + "') ORDER BY row_group_id");
        List<Long> lengths = new ArrayList<>();
        for (int episode = 0; episode < EPISODES; episode++) {
            lengths.add((long) steps(episode));
        }
        assertEquals(
                lengths, groups.stream().map(g -> g.get("row_group_num_rows")).toList());
        assertEquals("SNAPPY", groups.get(0).get("compression"));
    }

    private static Map<String, Object> one(List<Map<String, Object>> schema, String name) {
        return schema.stream()
                .filter(c -> c.get("name").equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void pandasFindsTasksByTheirText() throws Exception {
        Path tasks = pictures.resolve("meta/tasks.parquet");
        List<Map<String, Object>> rows = Tables.all(tasks);
        assertEquals(1, rows.size());
        assertEquals(RecordedRuns.INSTRUCTION, rows.get(0).get("task"));
        assertEquals(0L, rows.get(0).get("task_index"));
        List<Map<String, Object>> entries =
                Tables.rows("SELECT decode(key) AS k, decode(value) AS v FROM parquet_kv_metadata('" + tasks + "')");
        JsonNode pandas =
                new JsonMapper().readTree((String) entryOf(entries, "pandas").get("v"));
        assertEquals("task", pandas.at("/index_columns/0").asText());
        assertEquals("int64", pandas.at("/columns/0/pandas_type").asText());
        assertEquals("task_index", pandas.at("/columns/0/field_name").asText());
        assertEquals("unicode", pandas.at("/columns/1/pandas_type").asText());
    }

    private static Map<String, Object> entryOf(List<Map<String, Object>> entries, String key) {
        return entries.stream().filter(e -> e.get("k").equals(key)).findFirst().orElseThrow();
    }

    @Test
    void episodesSayWhereTheirFramesAre() throws Exception {
        List<Map<String, Object>> rows = Tables.all(episodes(videos));
        assertEquals(EPISODES, rows.size());
        long from = 0;
        for (int episode = 0; episode < EPISODES; episode++) {
            Map<String, Object> row = rows.get(episode);
            EpisodeFacts facts = facts(episode);
            long length = steps(episode);
            assertEquals((long) episode, row.get("episode_index"));
            assertEquals(List.of(RecordedRuns.INSTRUCTION), row.get("tasks"));
            assertEquals(length, row.get("length"));
            assertEquals(from, row.get("dataset_from_index"));
            assertEquals(from + length, row.get("dataset_to_index"));
            assertEquals(0L, row.get("data/chunk_index"));
            assertEquals(0L, row.get("data/file_index"));
            assertEquals(0L, row.get("meta/episodes/chunk_index"));
            assertEquals(0L, row.get("meta/episodes/file_index"));
            String video = "videos/" + CAMERA + "/";
            assertEquals(0L, row.get(video + "chunk_index"));
            assertEquals(0L, row.get(video + "file_index"));
            assertEquals(from / 15.0, row.get(video + "from_timestamp"));
            assertEquals((from + length) / 15.0, row.get(video + "to_timestamp"));
            assertEquals(facts.success().orElse(null), row.get("success"));
            assertEquals(facts.score().orElseThrow(), row.get("score"));
            assertEquals(facts.seed().orElseThrow(), row.get("seed"));
            assertEquals("pi0", row.get("policy"));
            assertEquals(facts.demo(), row.get("source_demo"));
            assertEquals("BananaInBowl/run_" + facts.run() + ".hdf5", row.get("source_file"));
            assertEquals(facts.env() == 2 ? "truncated" : "terminated", row.get("ending"));
            assertEquals(0.5 + facts.run() + facts.env(), row.get("metric.ee_path_length"));
            JsonNode attributes = new JsonMapper().readTree((String) row.get("attributes"));
            assertEquals("Zoë", attributes.get("operator").asText());
            assertEquals(facts.environmentConfig(), row.get("environment_config"));
            assertEquals(facts.run(), attributes.get("shift").asInt());
            from += length;
        }
    }

    @Test
    void videosHaveAFramePerRowAtItsTime() throws Exception {
        new ExportedSet(videos).assertConsistent(EPISODES);
        Path file = videos.resolve("videos/" + CAMERA + "/chunk-000/file-000.mp4");
        List<String> lines = new ArrayList<>(probe(file));
        assertEquals("h264,48,36,yuv420p,15/1", lines.remove(lines.size() - 1), "" + file);
        assertEquals(totalSteps(), lines.size());
        for (int frame = 0; frame < lines.size(); frame++) {
            double time = Double.parseDouble(lines.get(frame).replace(",", ""));
            assertEquals(frame / 15.0, time, 1e-6, file + " frame " + frame);
        }
    }

    /** Beside a dataset of a file per episode. */
    @Test
    void everyPictureOfAJoinedFileIsTheOneOfItsEpisodesOwnVideo() throws Exception {
        ExportedSet joined = new ExportedSet(videos);
        ExportedSet apart = new ExportedSet(exported("me/apart", 0));
        apart.assertConsistent(EPISODES);
        assertEquals(1, files(joined));
        assertEquals(EPISODES, files(apart));
        for (int episode = 0; episode < EPISODES; episode++) {
            List<byte[]> expected = apart.pictures(CAMERA, episode);
            List<byte[]> found = joined.pictures(CAMERA, episode);
            assertEquals(steps(episode), found.size());
            for (int frame = 0; frame < expected.size(); frame++) {
                assertArrayEquals(expected.get(frame), found.get(frame), "episode " + episode + " frame " + frame);
            }
        }
        assertEquals(apart.statistics(), joined.statistics());
    }

    @Test
    void aFullFileOfVideosIsFollowedByOneWithTheNumberOfItsFirstEpisode() throws Exception {
        ExportedSet apart = new ExportedSet(exported("me/single", 0));
        long two = Files.size(apart.video(CAMERA, 0)) + Files.size(apart.video(CAMERA, 1));
        ExportedSet some = new ExportedSet(exported("me/some", two));
        some.assertConsistent(EPISODES);
        assertEquals(some.video(CAMERA, 0), some.video(CAMERA, 1));
        assertTrue(some.video(CAMERA, 2).endsWith("chunk-000/file-002.mp4"), "" + some.video(CAMERA, 2));
        assertTrue(files(some) < EPISODES, "none is joined");
        for (int episode = 0; episode < EPISODES; episode++) {
            assertArrayEquals(
                    apart.pictures(CAMERA, episode).toArray(),
                    some.pictures(CAMERA, episode).toArray(),
                    "episode " + episode);
        }
    }

    @Test
    void anImportFindsTheFramesOfItsEpisode() throws Exception {
        try (Recordings read = Recordings.open(videos)) {
            for (int episode = 0; episode < EPISODES; episode++) {
                ByteArrayOutputStream expected = new ByteArrayOutputStream();
                for (byte[] picture : new ExportedSet(videos).pictures(CAMERA, episode)) {
                    expected.write(picture);
                }
                byte[] found = read.episode(episode).read(RecordedRuns.CAMERA).bytes();
                assertArrayEquals(expected.toByteArray(), found, "episode " + episode);
            }
        }
    }

    private Path exported(String repoId, long videoBytes) throws IOException {
        LeRobotOptions options = new LeRobotOptions(
                        folder.resolve("limited"),
                        repoId,
                        Optional.of("franka"),
                        Images.VIDEO,
                        RewardPolicy.SCORE_DELTA)
                .withFields(Fields.ALL);
        return new LeRobotExporter(options, LeRobotExporter.FILE_BYTES, videoBytes)
                .export(runs, ExportProgress.NONE)
                .target();
    }

    private static long files(ExportedSet set) throws Exception {
        Set<Path> files = new HashSet<>();
        for (int episode = 0; episode < EPISODES; episode++) {
            files.add(set.video(CAMERA, episode));
        }
        return files.size();
    }

    /** Times of the frames, then what the stream says of itself. */
    private static List<String> probe(Path file) throws Exception {
        List<String> command = List.of(
                "ffprobe",
                "-v",
                "error",
                "-select_streams",
                "v:0",
                "-show_entries",
                "frame=best_effort_timestamp_time" + ":stream=codec_name,width,height,pix_fmt,avg_frame_rate",
                "-of",
                "csv=p=0",
                file.toString());
        return Tool.run(folder, command).lines().filter(l -> !l.isBlank()).toList();
    }

    @Test
    void statisticsAreThoseOfNumpy() throws Exception {
        Path script = folder.resolve("statistics.py");
        try (var resource = LeRobotExporterIT.class.getResourceAsStream("statistics.py")) {
            Files.copy(resource, script);
        }
        JsonNode expected = new JsonMapper()
                .readTree(Tool.run(
                        folder,
                        List.of(
                                "/usr/bin/python3",
                                script.toString(),
                                runs.file(0).toString(),
                                runs.file(1).toString())));
        JsonNode found = json(pictures.resolve("meta/stats.json"));
        assertEquals(names(json(pictures.resolve("meta/info.json")).get("features")), names(found));
        assertEquals(6, expected.get("dataset").size());
        for (String key : names(expected.get("dataset"))) {
            assertStatistics(key, expected.get("dataset").get(key), found.get(key));
        }
        assertEquals(3, found.at("/" + CAMERA + "/mean").size());
        assertEquals(1, found.at("/" + CAMERA + "/mean/0/0").size());
        List<Map<String, Object>> rows = Tables.all(episodes(pictures));
        for (int episode = 0; episode < EPISODES; episode++) {
            JsonNode own = expected.get("episodes").get(episode);
            for (String key : names(own)) {
                JsonNode stored = stored(rows.get(episode), key, own.get(key));
                assertStatistics(key, own.get(key), stored);
            }
        }
    }

    private static JsonNode stored(Map<String, Object> row, String key, JsonNode like) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (String name : names(like)) {
            values.put(name, row.get("stats/" + key + "/" + name));
        }
        return new JsonMapper().valueToTree(values);
    }

    private static void assertStatistics(String key, JsonNode expected, JsonNode found) {
        for (String name : names(expected)) {
            assertEquals(expected.get(name).size(), found.get(name).size(), key + " " + name);
            double[] wanted = flat(expected.get(name));
            double[] got = flat(found.get(name));
            assertEquals(wanted.length, got.length, key + " " + name);
            for (int i = 0; i < wanted.length; i++) {
                double tolerance = 1e-12 * (1 + Math.abs(wanted[i]));
                assertEquals(wanted[i], got[i], tolerance, key + " " + name + " " + i);
            }
        }
    }

    private static double[] flat(JsonNode node) {
        if (!node.isArray()) {
            return new double[] {node.asDouble()};
        }
        List<Double> values = new ArrayList<>();
        node.forEach(inner -> {
            for (double value : flat(inner)) {
                values.add(value);
            }
        });
        return values.stream().mapToDouble(v -> v).toArray();
    }

    private static JsonNode json(Path file) throws Exception {
        return JsonMapper.builder()
                .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                .build()
                .readTree(file.toFile());
    }

    private static Path data(Path dataset) {
        return dataset.resolve("data/chunk-000/file-000.parquet");
    }

    private static Path episodes(Path dataset) {
        return dataset.resolve("meta/episodes/chunk-000/file-000.parquet");
    }

    private static int totalSteps() {
        int total = 0;
        for (int episode = 0; episode < EPISODES; episode++) {
            total += steps(episode);
        }
        return total;
    }

    private static int steps(int episode) {
        return RecordedRuns.steps(episode / RecordedRuns.ENVS, episode % RecordedRuns.ENVS);
    }

    private static EpisodeFacts facts(int episode) {
        return runs.facts(episode / RecordedRuns.ENVS, episode % RecordedRuns.ENVS);
    }
}
