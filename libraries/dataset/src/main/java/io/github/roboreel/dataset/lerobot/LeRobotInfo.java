package io.github.roboreel.dataset.lerobot;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.ExportRefusedException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What {@code meta/info.json} says.
 *
 * @param layout which files there are
 * @param fps steps per second
 * @param episodes number of episodes; empty when it does not say
 * @param frames steps of all of them; empty when it does not say
 * @param robotType the robot; empty when it does not say
 * @param features by key, in its order
 */
record LeRobotInfo(
        Layout layout,
        double fps,
        OptionalLong episodes,
        OptionalLong frames,
        String robotType,
        Map<String, LeRobotFeature> features) {
    static final String NAME = "meta/info.json";

    /**
     * Which files there are.
     *
     * @param isOld whether they are those of version 2.1, a table per episode
     * @param chunkFiles files per folder
     * @param data names of tables
     * @param video names of videos
     */
    record Layout(boolean isOld, long chunkFiles, PathTemplate data, PathTemplate video) {
        private static Layout of(JsonNode json) {
            boolean isOld = isOld(json.path("codebase_version").asText());
            JsonNode video = json.path("video_path");
            return new Layout(
                    isOld,
                    count(json, "chunks_size").orElse(MAX_CHUNK_FILES),
                    new PathTemplate(json.path("data_path").asText(isOld ? OLD_DATA : DATA)),
                    new PathTemplate(video.isTextual() ? video.textValue() : isOld ? OLD_VIDEO : VIDEO));
        }

        private static boolean isOld(String version) {
            if (version.matches("v3\\.\\d+(\\.\\d+)?")) {
                return false;
            }
            if (version.matches("v2\\.1(\\.\\d+)?")) {
                return true;
            }
            throw new ExportRefusedException(
                    "the dataset is of version '%s', and v3.0 and v2.1 are read; convert it with LeRobot's own scripts",
                    version.substring(0, Math.min(version.length(), 40)));
        }
    }

    private static final String DATA = "data/chunk-{chunk_index:03d}/file-{file_index:03d}.parquet";
    private static final String VIDEO = "videos/{video_key}/chunk-{chunk_index:03d}/file-{file_index:03d}.mp4";
    private static final String OLD_DATA = "data/chunk-{episode_chunk:03d}/episode_{episode_index:06d}.parquet";
    private static final String OLD_VIDEO =
            "videos/chunk-{episode_chunk:03d}/{video_key}/episode_{episode_index:06d}.mp4";
    private static final int MAX_FPS = 100_000;
    private static final int MAX_FEATURES = 4096;
    private static final int MAX_CHUNK_FILES = 1000;

    /**
     * Reads it.
     *
     * @throws ExportRefusedException when it is of another version, or says what cannot be
     */
    static LeRobotInfo read(DatasetFiles files) throws IOException {
        if (!files.has(NAME)) {
            throw new ExportRefusedException(
                    "there is no %s; name the folder of a LeRobot dataset, for example "
                            + "~/.cache/huggingface/lerobot/lerobot/pusht",
                    files.folder().resolve(NAME));
        }
        JsonNode json = files.json(NAME);
        return new LeRobotInfo(
                Layout.of(json),
                fps(json.path("fps")),
                count(json, "total_episodes"),
                count(json, "total_frames"),
                json.path("robot_type").asText(""),
                features(json.path("features")));
    }

    private static double fps(JsonNode number) {
        double fps = number.isNumber() ? number.doubleValue() : 0;
        if (!(fps > 0 && fps <= MAX_FPS)) {
            throw new ExportRefusedException(
                    "%s says fps %s, expected a number above 0 and up to %s; repair the dataset",
                    NAME, shown(number), MAX_FPS);
        }
        return fps;
    }

    private static OptionalLong count(JsonNode json, String key) {
        JsonNode number = json.path(key);
        if (number.isMissingNode() || number.isNull()) {
            return OptionalLong.empty();
        }
        boolean isCount = number.isIntegralNumber() && number.canConvertToLong() && number.longValue() >= 0;
        if (!isCount || key.equals("chunks_size") && number.longValue() == 0) {
            throw new ExportRefusedException(
                    "%s says %s %s, expected a whole number; repair the dataset", NAME, key, shown(number));
        }
        return OptionalLong.of(number.longValue());
    }

    private static String shown(JsonNode node) {
        String text = node.toString();
        return text.substring(0, Math.min(text.length(), 40));
    }

    private static Map<String, LeRobotFeature> features(JsonNode entries) {
        if (!entries.isObject() || entries.isEmpty() || entries.size() > MAX_FEATURES) {
            throw new ExportRefusedException(
                    "%s has %s features, expected 1 to %s; repair the dataset", NAME, entries.size(), MAX_FEATURES);
        }
        Map<String, LeRobotFeature> features = new LinkedHashMap<>();
        entries.properties().forEach(e -> features.put(e.getKey(), LeRobotFeature.of(e.getKey(), e.getValue())));
        return features;
    }
}
