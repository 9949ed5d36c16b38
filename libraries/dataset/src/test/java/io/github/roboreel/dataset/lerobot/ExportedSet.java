package io.github.roboreel.dataset.lerobot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.roboreel.recorder.spi.files.VideoClipFormat;
import io.github.roboreel.recorder.spi.files.VideoClipReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A finished dataset as DuckDB finds it, apart from the exporter's own code. */
record ExportedSet(Path folder) {
    JsonNode info() throws IOException {
        return json("meta/info.json");
    }

    JsonNode statistics() throws IOException {
        return json("meta/stats.json");
    }

    private JsonNode json(String file) throws IOException {
        return JsonMapper.builder()
                .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                .build()
                .readTree(folder.resolve(file).toFile());
    }

    /** The rows of all frames, the files in the order of their paths, as LeRobot reads them. */
    List<Map<String, Object>> frames() throws Exception {
        return Tables.all(folder.resolve("data/*/*.parquet"));
    }

    List<Map<String, Object>> episodes() throws Exception {
        return Tables.all(folder.resolve("meta/episodes/*/*.parquet"));
    }

    /** Rows by column with bytes as texts, so that they can be compared. */
    static List<Map<String, Object>> comparable(List<Map<String, Object>> rows) {
        List<Map<String, Object>> texts = new ArrayList<>();
        for (Map<String, Object> row : rows) {
            Map<String, Object> copy = new LinkedHashMap<>(row);
            copy.replaceAll((column, value) -> comparable(value));
            texts.add(copy);
        }
        return texts;
    }

    private static Object comparable(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(ExportedSet::comparable).toList().toString();
        }
        return value instanceof byte[] bytes ? Arrays.toString(bytes) : value;
    }

    /** What each table and video says of the others is true. */
    void assertConsistent(int episodes) throws Exception {
        JsonNode info = info();
        List<Map<String, Object>> frames = frames();
        List<Map<String, Object>> rows = episodes();
        List<Object> tasks = Tables.all(folder.resolve("meta/tasks.parquet")).stream()
                .map(row -> row.get("task"))
                .toList();
        assertEquals(episodes, rows.size());
        assertEquals(episodes, info.get("total_episodes").asInt());
        assertEquals(frames.size(), info.get("total_frames").asInt());
        assertEquals(tasks.size(), info.get("total_tasks").asInt());
        Set<String> features = new HashSet<>();
        info.get("features").fieldNames().forEachRemaining(features::add);
        features.removeIf(
                key -> info.get("features").get(key).get("dtype").asText().equals("video"));
        assertEquals(features, frames.get(0).keySet());
        Map<Path, Long> ends = new HashMap<>();
        int frame = 0;
        for (int episode = 0; episode < episodes; episode++) {
            Map<String, Object> row = rows.get(episode);
            assertEquals((long) episode, row.get("episode_index"));
            assertEquals((long) frame, row.get("dataset_from_index"));
            long length = (Long) row.get("length");
            for (long step = 0; step < length; step++) {
                Map<String, Object> found = frames.get(frame);
                assertEquals((long) frame++, found.get("index"));
                assertEquals((long) episode, found.get("episode_index"));
                assertEquals(step, found.get("frame_index"));
                int task = Math.toIntExact((Long) found.get("task_index"));
                assertEquals(row.get("tasks"), List.of(tasks.get(task)));
            }
            assertEquals((long) frame, row.get("dataset_to_index"));
            assertFiles(row, length);
            assertVideos(row, length, info, ends);
        }
        assertEquals(frames.size(), frame);
        for (Map.Entry<Path, Long> video : ends.entrySet()) {
            assertEquals(
                    video.getValue(),
                    VideoClipFormat.mp4().probe(video.getKey()).frames(),
                    "" + video.getKey());
        }
        try (Stream<Path> all = Files.walk(folder)) {
            assertEquals(
                    ends.keySet(),
                    all.filter(f -> f.toString().endsWith(".mp4")).collect(Collectors.toSet()));
        }
    }

    /** The file that has an episode's frames. */
    Path video(String camera, int episode) throws Exception {
        String prefix = "videos/" + camera + "/";
        return file(prefix, episodes().get(episode), prefix, ".mp4");
    }

    /** Pixels of all frames of a video. */
    static List<byte[]> pictures(Path video) throws IOException {
        List<byte[]> pictures = new ArrayList<>();
        VideoClipFormat.mp4().decode(video, (index, rgb) -> pictures.add(rgb.clone()));
        return pictures;
    }

    /** Pixels of all frames of an episode, found by their times as LeRobot finds them. */
    List<byte[]> pictures(String camera, int episode) throws Exception {
        Map<String, Object> row = episodes().get(episode);
        String prefix = "videos/" + camera + "/";
        int fps = info().get("fps").asInt();
        List<byte[]> pictures = new ArrayList<>();
        try (VideoClipReader reader = VideoClipFormat.mp4().open(video(camera, episode), fps)) {
            for (long frame = 0; frame < (Long) row.get("length"); frame++) {
                double time = (Double) row.get(prefix + "from_timestamp") + (double) frame / fps;
                byte[] rgb = new byte[3 * reader.info().width() * reader.info().height()];
                reader.read(reader.frameAt(time), rgb, 0);
                pictures.add(rgb);
            }
        }
        return pictures;
    }

    private Path file(String kind, Map<String, Object> row, String prefix, String suffix) {
        String place = String.format(
                "chunk-%03d/file-%03d", (Long) row.get(prefix + "chunk_index"), (Long) row.get(prefix + "file_index"));
        return folder.resolve(kind).resolve(place + suffix);
    }

    private void assertFiles(Map<String, Object> row, long length) throws Exception {
        Object episode = row.get("episode_index");
        String counted = "SELECT count(*) AS n FROM '%s' WHERE episode_index = " + episode;
        Path data = file("data", row, "data/", ".parquet");
        assertEquals(length, Tables.rows(String.format(counted, data)).get(0).get("n"), "frames in " + data);
        Path about = file("meta/episodes", row, "meta/episodes/", ".parquet");
        assertEquals(1L, Tables.rows(String.format(counted, about)).get(0).get("n"), "rows in " + about);
    }

    /** Adds where the episode's frames end in its videos. */
    private void assertVideos(Map<String, Object> row, long length, JsonNode info, Map<Path, Long> ends) {
        for (String column : row.keySet()) {
            if (column.startsWith("videos/") && column.endsWith("/file_index")) {
                String prefix = column.substring(0, column.length() - "file_index".length());
                Path file = file(prefix, row, prefix, ".mp4");
                assertTrue(Files.exists(file), file + " is missing");
                int fps = info.get("fps").asInt();
                long first = ends.getOrDefault(file, 0L);
                assertEquals((double) first / fps, row.get(prefix + "from_timestamp"));
                assertEquals((double) (first + length) / fps, row.get(prefix + "to_timestamp"));
                ends.put(file, first + length);
            }
        }
    }
}
