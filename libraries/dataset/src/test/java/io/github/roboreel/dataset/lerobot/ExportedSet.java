package io.github.roboreel.dataset.lerobot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.roboreel.recorder.spi.files.VideoClipFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
            assertVideos(row, length, info);
        }
        assertEquals(frames.size(), frame);
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

    private void assertVideos(Map<String, Object> row, long length, JsonNode info) throws IOException {
        for (String column : row.keySet()) {
            if (column.startsWith("videos/") && column.endsWith("/file_index")) {
                String prefix = column.substring(0, column.length() - "file_index".length());
                Path file = file(prefix, row, prefix, ".mp4");
                assertTrue(Files.exists(file), file + " is missing");
                assertEquals(length, VideoClipFormat.mp4().probe(file).frames(), file.toString());
                assertEquals(0.0, row.get(prefix + "from_timestamp"));
                assertEquals((double) length / info.get("fps").asInt(), row.get(prefix + "to_timestamp"));
            }
        }
    }
}
