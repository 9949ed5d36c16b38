package io.github.roboreel.dataset;

import io.github.roboreel.dataset.lerobot.LeRobotFormat;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** A JVM of its own that imports damaged and hostile LeRobot datasets and prints what each ends in. */
final class HostileLeRobot {
    private static final String DATA = "data/chunk-000/file-000.parquet";
    private static final String EPISODES = "meta/episodes/chunk-000/file-000.parquet";
    private static final String LATE_EPISODES = "meta/episodes/chunk-001/file-000.parquet";
    private static final String VIDEO = "videos/observation.images.cam/chunk-000/file-001.mp4";

    /** A PNG file of 60000 x 60000 pixels, made by Python, but for most of its pixels. */
    private static final String LARGE_PNG =
            "89504e470d0a1a0a0000000d494844520000ea600000ea6008020000000fb0e2150000000c494441"
                    + "54789c6360a03d00000064000186643c350000000049454e44ae426082";

    /** Does something to a dataset. */
    private interface Damage {
        void to(Path dataset) throws Exception;
    }

    private HostileLeRobot() {}

    /** Takes the folder of a sound dataset, one for its own use, and that of other videos. */
    public static void main(String[] folders) throws Exception {
        Path sound = Path.of(folders[0]);
        Path scratch = Path.of(folders[1]);
        for (Map.Entry<String, Damage> damage : damages(Path.of(folders[2])).entrySet()) {
            Path dataset = scratch.resolve(damage.getKey());
            copy(sound, dataset);
            damage.getValue().to(dataset);
            Path out = scratch.resolve(damage.getKey() + "_out");
            System.out.println(damage.getKey() + ": " + outcome(dataset, out) + (Files.exists(out) ? " LEFT" : ""));
        }
    }

    private static String outcome(Path dataset, Path out) {
        try {
            new LeRobotFormat().importer().orElseThrow().run(dataset, out, ExportProgress.NONE);
            return "imported";
        } catch (Exception | OutOfMemoryError | StackOverflowError e) {
            return e.getClass().getSimpleName() + " " + e.getMessage();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : all.toList()) {
                Files.copy(path, to.resolve(from.relativize(path).toString()));
            }
        }
    }

    private static Map<String, Damage> damages(Path videos) {
        Map<String, Damage> damages = new LinkedHashMap<>();
        addInfos(damages);
        damages.put("link", dataset -> {
            Path outside = dataset.resolveSibling("outside.parquet");
            Files.move(dataset.resolve(DATA), outside);
            Files.createSymbolicLink(dataset.resolve(DATA), outside);
        });
        damages.put("cut", dataset -> {
            try (RandomAccessFile file =
                    new RandomAccessFile(dataset.resolve(DATA).toFile(), "rw")) {
                file.setLength(file.length() / 2);
            }
        });
        damages.put("garbage", dataset -> Files.write(dataset.resolve(DATA), new byte[5000]));
        addRows(damages);
        damages.put(
                "overlap",
                dataset -> Changed.parquet(
                        dataset.resolve(EPISODES),
                        "* REPLACE (dataset_from_index - episode_index AS dataset_from_index,"
                                + " dataset_to_index - episode_index AS dataset_to_index)"));
        damages.put(
                "endless",
                dataset -> Changed.parquet(
                        dataset.resolve(EPISODES),
                        "* REPLACE (1000000000000 AS length, dataset_from_index + 1000000000000 AS dataset_to_index)"));
        damages.put(
                "badplace",
                dataset -> Changed.parquet(dataset.resolve(EPISODES), "* REPLACE (-1 AS \"data/chunk_index\")"));
        damages.put(
                "later",
                dataset -> Changed.parquet(
                        dataset.resolve(LATE_EPISODES),
                        "* REPLACE (100 + \"videos/observation.images.cam/from_timestamp\""
                                + " AS \"videos/observation.images.cam/from_timestamp\")"));
        damages.put(
                "stale",
                dataset -> Changed.parquet(
                        dataset.resolve(LATE_EPISODES),
                        "* REPLACE (7 AS \"videos/observation.images.cam/file_index\")"));
        damages.put("short", dataset -> replace(dataset, videos.resolve("short.mp4")));
        damages.put("small", dataset -> replace(dataset, videos.resolve("small.mp4")));
        damages.put("novideo", dataset -> Files.write(dataset.resolve(VIDEO), new byte[3000]));
        return damages;
    }

    private static void replace(Path dataset, Path video) throws IOException {
        Files.copy(video, dataset.resolve(VIDEO), StandardCopyOption.REPLACE_EXISTING);
    }

    private static void addInfos(Map<String, Damage> damages) {
        damages.put("fps0", info("\"fps\": 10", "\"fps\": 0"));
        damages.put("fpsnan", info("\"fps\": 10", "\"fps\": NaN"));
        damages.put("fps300", info("\"fps\": 10", "\"fps\": 1e300"));
        damages.put("shape", info("\"shape\": [2, 3]", "\"shape\": [1000000000, 1000000000]"));
        damages.put("up", info("data/chunk", "../../data/chunk"));
        damages.put("root", info("data/chunk", "/data/chunk"));
        damages.put("class", info("{file_index:03d}", "{file_index.__class__}"));
        damages.put("million", info("\"total_episodes\": 5", "\"total_episodes\": 1000000000000"));
        damages.put("frames", info("\"total_frames\": 25", "\"total_frames\": 26"));
        damages.put("version", info("v3.0", "v1.6"));
        damages.put("key", info("\"note\"", "\"../note\""));
        damages.put("deep", dataset -> Files.writeString(dataset.resolve("meta/info.json"), "[".repeat(500_000)));
        damages.put("wide", info("\"shape\": [3]", "\"shape\": [4000000]"));
    }

    private static Damage info(String before, String after) {
        return dataset -> {
            Path info = dataset.resolve("meta/info.json");
            String text = Files.readString(info);
            if (!text.contains(before)) {
                throw new IllegalStateException(before + " is not in " + text);
            }
            Files.writeString(info, text.replace(before, after));
        };
    }

    private static void addRows(Map<String, Damage> damages) {
        damages.put("column", rows("* EXCLUDE (action)"));
        damages.put("type", rows("* REPLACE ('a' AS action)"));
        damages.put("length", rows("* REPLACE (CASE WHEN index = 7 THEN action[1:2] ELSE action END AS action)"));
        damages.put("inner", rows("* REPLACE ([\"observation.grid\"[1][1:2], [1, 2, 3, 4]] AS \"observation.grid\")"));
        damages.put("null", rows("* REPLACE (CASE WHEN index <> 7 THEN flag END AS flag)"));
        damages.put("nullelement", rows("* REPLACE ([action[1], NULL, action[3]] AS action)"));
        damages.put(
                "huge",
                rows("* REPLACE (CASE WHEN index = 7 THEN list_resize([0.5::FLOAT], 20000000, 0.5)"
                        + " ELSE action END AS action)"));
        damages.put("text", rows("* REPLACE (repeat('a', 2000000) AS note)"));
        damages.put(
                "longtext", rows("* REPLACE (CASE WHEN index = 7 THEN repeat('a', 2000000) ELSE note END AS note)"));
        damages.put("digits", rows("* REPLACE (index AS note)"));
        damages.put("number", rows("* REPLACE (episode_index + 1 AS episode_index)"));
        damages.put(
                "nopicture",
                rows("* REPLACE (struct_pack(bytes := 'abc'::BLOB, path := 'x')" + " AS \"observation.images.top\")"));
        damages.put(
                "nobytes",
                rows("* REPLACE (struct_pack(bytes := NULL::BLOB, path := 'x')" + " AS \"observation.images.top\")"));
        damages.put(
                "bomb",
                rows("* REPLACE (struct_pack(bytes := unhex('" + LARGE_PNG
                        + "'), path := 'x') AS \"observation.images.top\")"));
    }

    private static Damage rows(String selected) {
        return dataset -> Changed.parquet(dataset.resolve(DATA), selected);
    }
}
