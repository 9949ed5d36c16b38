package io.github.roboreel.dataset;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * LeRobot datasets of versions 3.0 and 2.1 as the library lays them out, written by DuckDB and ffmpeg without the
 * exporter's code: five episodes of 25 steps at 10 per second, whose values follow from the number of their row.
 */
final class ForeignLeRobot {
    static final int[] LENGTHS = {4, 6, 3, 5, 7};
    static final int HEIGHT = 48;
    static final int WIDTH = 64;

    private static final String FEATURES = """
            "action": {"dtype": "float32", "shape": [3], "names": {"motors": ["a", "b", "c"]}},
            "observation.state": {"dtype": "float64", "shape": [2], "names": ["x", "y"]},
            "observation.grid": {"dtype": "float32", "shape": [2, 3], "names": null},
            "observation.images.top": {"dtype": "image", "shape": [3, 18, 20], "names": ["channels", "height", "width"]},
            "observation.images.cam": {"dtype": "video", "shape": [48, 64, 3], "names": ["height", "width", "channels"],
                "info": {"video.fps": 10, "video.codec": "h264", "has_audio": false}},
            "observation.images.far": {"dtype": "image", "shape": [18, 20, 1], "names": ["height", "width", "channels"],
                "info": {"is_depth_map": true, "depth_unit": "m"}},
            "observation.images.range": {"dtype": "image", "shape": [18, 20, 1], "names": ["height", "width", "channels"],
                "info": {"is_depth_map": true, "depth_unit": "mm"}},
            "observation.images.deep": {"dtype": "video", "shape": [48, 64, 1], "names": ["height", "width", "channels"],
                "info": {"is_depth_map": true, "depth_unit": "mm", "video.codec": "hevc", "video.pix_fmt": "gray12le",
                    "video.depth_min": 0.01, "video.depth_max": 10.0, "video.shift": 3.5, "video.use_log": true}},
            "note": {"dtype": "string", "shape": [1], "names": null},
            "flag": {"dtype": "bool", "shape": [1], "names": null},
            "tiny": {"dtype": "int8", "shape": [2], "names": null},
            "my count": {"dtype": "uint64", "shape": [1], "names": null},
            "half": {"dtype": "float16", "shape": [2], "names": null},
            "language_persistent": {"dtype": "language", "shape": [1], "names": null},
            "language_events": {"dtype": "language", "shape": [1], "names": null},
            "next.reward": {"dtype": "float32", "shape": [1], "names": null},
            "next.done": {"dtype": "bool", "shape": [1], "names": null},
            "next.success": {"dtype": "bool", "shape": [1], "names": null},
            "timestamp": {"dtype": "float32", "shape": [1], "names": null},
            "frame_index": {"dtype": "int64", "shape": [1], "names": null},
            "episode_index": {"dtype": "int64", "shape": [1], "names": null},
            "index": {"dtype": "int64", "shape": [1], "names": null},
            "task_index": {"dtype": "int64", "shape": [1], "names": null}
            """;

    private static final String EPISODES = """
            CREATE TABLE episodes AS SELECT * FROM (VALUES
                (0, 4, 0, 0, 0, 0, 0), (1, 6, 4, 0, 0, 0, 4), (2, 3, 10, 0, 1, 0, 10), (3, 5, 13, 1, 0, 1, 0), (4, 7, 18, 1, 0, 1, 5)
            ) t(e, length, first, chunk, file, video, frame)
            """;

    private static final String STEPS = """
            CREATE TABLE steps AS SELECT
                [i / 7.0, -i, 0.5]::FLOAT[] AS action,
                [i / 3.0, i * 1e-9]::DOUBLE[] AS "observation.state",
                [[i, i + 1, i + 2], [-i, i / 2.0, 0]]::FLOAT[][] AS "observation.grid",
                struct_pack(bytes := top.content, path := 'frame.png') AS "observation.images.top",
                struct_pack(bytes := far.content, path := 'frame.tiff') AS "observation.images.far",
                struct_pack(bytes := range.content, path := 'frame.tiff') AS "observation.images.range",
                'wort ' || i || ' ü' AS note, i %% 3 = 0 AS flag,
                [i - 10, 100 - i]::TINYINT[] AS tiny, (18446744073709551615 - i::HUGEINT)::UBIGINT AS "my count",
                [i / 4.0, 0.5]::FLOAT[] AS half,
                [{'role': 'assistant', 'content': 'reach ü ' || e, 'style': 'subtask', 'timestamp': 0::FLOAT,
                    'camera': NULL::VARCHAR, 'tool_calls': NULL::VARCHAR[]},
                 {'role': 'assistant', 'content': 'grasp', 'style': 'subtask', 'timestamp': 0.2::FLOAT,
                    'camera': NULL, 'tool_calls': NULL}] AS language_persistent,
                list_filter([{'role': 'assistant', 'content': NULL::VARCHAR, 'style': NULL::VARCHAR,
                    'camera': NULL::VARCHAR, 'tool_calls': [{'type': 'function', 'function': {'name': 'say',
                        'arguments': {'text': 'now ' || i}}}]}], lambda row: i %% 5 = 2) AS language_events,
                (i / 4.0)::FLOAT AS "next.reward", i = first + length - 1 AS "next.done",
                i = first + length - 1 AND e IN (1, 3) AS "next.success",
                ((i - first) / 10.0)::FLOAT AS timestamp, (i - first)::BIGINT AS frame_index, e::BIGINT AS episode_index,
                i::BIGINT AS index, (e %% 2)::BIGINT AS task_index
            FROM range(25) t(i) JOIN episodes ON i >= first AND i < first + length
            JOIN read_blob('%s/*.png') top ON top.filename LIKE '%%' || lpad(i::VARCHAR, 3, '0') || '.png'
            JOIN read_blob('%s/far-*') far ON far.filename LIKE '%%' || lpad(i::VARCHAR, 3, '0') || '.tiff'
            JOIN read_blob('%s/range-*') range ON range.filename LIKE '%%' || lpad(i::VARCHAR, 3, '0') || '.tiff'
            ORDER BY i
            """;

    private static final String TABLES = """
            import sys, numpy as np
            from PIL import Image
            rng = np.random.default_rng(5)
            for i in range(25):
                Image.fromarray(rng.integers(0, 256, (18, 20, 3), dtype='u1')).save(f'{sys.argv[1]}/top-{i:03d}.png')
                Image.fromarray(rng.integers(0, 256, (6, 8, 3), dtype='u1')).resize((64, 48)).save(f'{sys.argv[1]}/../cam/{i:03d}.png')
                Image.fromarray((rng.random((18, 20)) * 9).astype('f4')).save(f'{sys.argv[1]}/far-{i:03d}.tiff')
                Image.fromarray(rng.integers(0, 65536, (18, 20)).astype('u2')).save(f'{sys.argv[1]}/range-{i:03d}.tiff')
            codes = (np.arange(48 * 64) * 7 + 131 * np.arange(25)[:, None]) % 4096
            codes.astype('<u2').tofile(f'{sys.argv[1]}/codes.raw')
            """;

    private final Path scratch;

    /** Makes pictures that both versions show. */
    ForeignLeRobot(Path scratch) throws Exception {
        this.scratch = scratch;
        Files.createDirectories(scratch.resolve("cam"));
        Files.createDirectories(scratch.resolve("top"));
        Python.run(TABLES, scratch.resolve("top"));
    }

    /** Pictures of the camera, a PNG file each, by the number of the row. */
    Path camera() {
        return scratch.resolve("cam");
    }

    /** A dataset of version 3.0: three tables in two folders, two of episodes, and two videos. */
    void write(Path folder) throws Exception {
        writeTables(folder);
        Path videos = folder.resolve("videos/observation.images.cam/chunk-000");
        video(0, 13, videos.resolve("file-000.mp4"));
        video(13, 12, videos.resolve("file-001.mp4"));
        Path deep = folder.resolve("videos/observation.images.deep/chunk-000");
        depths(0, 13, deep.resolve("file-000.mp4"));
        depths(13, 12, deep.resolve("file-001.mp4"));
    }

    private void writeTables(Path folder) throws Exception {
        String template = "chunk-{chunk_index:03d}/file-{file_index:03d}";
        info(folder, "v3.0", "data/" + template + ".parquet", "videos/{video_key}/" + template + ".mp4", 2);
        sql(folder, (database) -> {
            for (String place : List.of("0/0", "0/1", "1/0")) {
                String[] numbers = place.split("/");
                copy(
                        database,
                        "SELECT steps.* FROM steps JOIN episodes ON e = episode_index WHERE chunk = " + numbers[0]
                                + " AND file = " + numbers[1] + " ORDER BY index",
                        folder.resolve("data/chunk-00" + numbers[0] + "/file-00" + numbers[1] + ".parquet"));
            }
            String row = """
                    SELECT e::BIGINT AS episode_index, ['task ' || e % 2] AS tasks, length::BIGINT AS length,
                        chunk::BIGINT AS "data/chunk_index", file::BIGINT AS "data/file_index",
                        first::BIGINT AS dataset_from_index, (first + length)::BIGINT AS dataset_to_index,
                        0::BIGINT AS "videos/observation.images.cam/chunk_index",
                        video::BIGINT AS "videos/observation.images.cam/file_index",
                        frame / 10.0::DOUBLE AS "videos/observation.images.cam/from_timestamp",
                        (frame + length) / 10.0::DOUBLE AS "videos/observation.images.cam/to_timestamp",
                        0::BIGINT AS "videos/observation.images.deep/chunk_index",
                        video::BIGINT AS "videos/observation.images.deep/file_index",
                        frame / 10.0::DOUBLE AS "videos/observation.images.deep/from_timestamp",
                        (frame + length) / 10.0::DOUBLE AS "videos/observation.images.deep/to_timestamp",
                        [1.5, 2.5] AS "stats/observation.state/mean", e * 0.5::DOUBLE AS difficulty, 'op ' || e AS operator
                    FROM episodes""";
            copy(database, row + " WHERE e < 2 ORDER BY e", folder.resolve("meta/episodes/chunk-000/file-000.parquet"));
            copy(
                    database,
                    row + " WHERE e >= 2 ORDER BY e",
                    folder.resolve("meta/episodes/chunk-001/file-000.parquet"));
            copy(
                    database,
                    "SELECT k::BIGINT AS task_index, 'task ' || k AS task FROM range(2) t(k) ORDER BY k",
                    folder.resolve("meta/tasks.parquet"));
        });
    }

    /** The same of version 3.0, of whose cameras only the files in the tables are there. */
    void writeWithoutVideos(Path folder) throws Exception {
        writeTables(folder);
        Path info = folder.resolve("meta/info.json");
        ObjectNode json = (ObjectNode) new ObjectMapper().readTree(info.toFile());
        ((ObjectNode) json.path("features")).remove(List.of("observation.images.cam", "observation.images.deep"));
        Files.writeString(info, json.toString());
    }

    /** The same in version 2.1: a table and a video per episode. */
    void writeOld(Path folder) throws Exception {
        String place = "chunk-{episode_chunk:03d}/";
        String episode = "episode_{episode_index:06d}";
        info(
                folder,
                "v2.1",
                "data/" + place + episode + ".parquet",
                "videos/" + place + "{video_key}/" + episode + ".mp4",
                1000);
        StringBuilder lines = new StringBuilder();
        sql(folder, (database) -> {
            for (int e = 0; e < LENGTHS.length; e++) {
                copy(
                        database,
                        "SELECT * FROM steps WHERE episode_index = " + e + " ORDER BY index",
                        folder.resolve("data/chunk-000/episode_00000" + e + ".parquet"));
            }
        });
        int first = 0;
        for (int e = 0; e < LENGTHS.length; e++) {
            lines.append("{\"episode_index\": " + e + ", \"tasks\": [\"task " + e % 2 + "\"], \"length\": " + LENGTHS[e]
                    + "}\n");
            Path video = folder.resolve("videos/chunk-000/observation.images.cam/episode_00000" + e + ".mp4");
            video(first, LENGTHS[e], video);
            depths(
                    first,
                    LENGTHS[e],
                    folder.resolve("videos/chunk-000/observation.images.deep/episode_00000" + e + ".mp4"));
            first += LENGTHS[e];
        }
        Files.writeString(folder.resolve("meta/episodes.jsonl"), lines);
        Files.writeString(
                folder.resolve("meta/tasks.jsonl"),
                "{\"task_index\": 0, \"task\": \"task 0\"}\n{\"task_index\": 1, \"task\": \"task 1\"}\n");
    }

    private static void info(Path folder, String version, String data, String video, int chunks) throws Exception {
        Files.createDirectories(folder.resolve("meta"));
        Files.writeString(
                folder.resolve("meta/info.json"),
                "{\"codebase_version\": \"" + version + "\", \"robot_type\": \"so100\", \"fps\": 10,"
                        + " \"total_episodes\": 5, \"total_frames\": 25, \"total_tasks\": 2, \"chunks_size\": " + chunks
                        + ", \"data_path\": \"" + data + "\", \"video_path\": \"" + video + "\", \"features\": {"
                        + FEATURES + "}}");
    }

    /** Fills a database that is open during the call. */
    private interface Filling {
        void fill(Statement database) throws Exception;
    }

    private void sql(Path folder, Filling filling) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement database = connection.createStatement()) {
            database.execute(EPISODES);
            database.execute(
                    STEPS.replace("%s", scratch.resolve("top").toString()).replace("%%", "%"));
            filling.fill(database);
        }
    }

    private static void copy(Statement database, String query, Path file) throws Exception {
        Files.createDirectories(file.getParent());
        database.execute("COPY (" + query + ") TO '" + file + "' (FORMAT parquet)");
    }

    /** The videos of version 3.0 once more: one per episode by that encoder, joined without encoding again. */
    void writeJoined(Path folder, String encoder) throws Exception {
        Path videos = folder.resolve("videos/observation.images.cam/chunk-000");
        int first = 0;
        for (int e = 0; e < LENGTHS.length; e++) {
            Path list = videos.resolve(e < 3 ? "file-000.txt" : "file-001.txt");
            Path part = videos.resolve("part-" + e + ".mp4");
            video(first, LENGTHS[e], encoder, part);
            Files.writeString(list, "file '" + part + "'\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            first += LENGTHS[e];
        }
        for (String file : List.of("file-000", "file-001")) {
            String list = videos.resolve(file + ".txt").toString();
            String joined = videos.resolve(file + ".mp4").toString();
            ffmpeg(List.of("-y", "-f", "concat", "-safe", "0", "-i", list, "-c", "copy", joined), new byte[0]);
        }
    }

    private void video(int first, int frames, Path file) throws Exception {
        video(first, frames, "libx264 -crf 10 -g 5", file);
    }

    private void video(int first, int frames, String encoder, Path file) throws Exception {
        Files.createDirectories(file.getParent());
        List<String> options = new ArrayList<>(List.of("-framerate", "10", "-start_number", "" + first));
        options.addAll(List.of("-i", camera() + "/%03d.png", "-frames:v", "" + frames, "-pix_fmt", "yuv420p"));
        options.add("-c:v");
        options.addAll(List.of(encoder.split(" ")));
        options.add(file.toString());
        ffmpeg(options, new byte[0]);
    }

    /** Grey of 12 bits without loss, as LeRobot's encoder makes it. */
    private void depths(int first, int frames, Path file) throws Exception {
        Files.createDirectories(file.getParent());
        int frameBytes = Short.BYTES * HEIGHT * WIDTH;
        byte[] codes = Files.readAllBytes(scratch.resolve("top/codes.raw"));
        List<String> options = new ArrayList<>(List.of("-f", "rawvideo", "-framerate", "10"));
        options.addAll(List.of("-pix_fmt", "gray12le", "-video_size", WIDTH + "x" + HEIGHT, "-i", "-"));
        options.addAll(List.of("-c:v", "libx265", "-x265-params", "lossless=1:log-level=none", "-g", "2"));
        options.addAll(List.of("-pix_fmt", "gray12le", file.toString()));
        ffmpeg(options, Arrays.copyOfRange(codes, first * frameBytes, (first + frames) * frameBytes));
    }

    private static void ffmpeg(List<String> options, byte[] input) throws Exception {
        List<String> command = new ArrayList<>(List.of("ffmpeg", "-v", "error"));
        command.addAll(options);
        Process ffmpeg = new ProcessBuilder(command).redirectErrorStream(true).start();
        ffmpeg.getOutputStream().write(input);
        ffmpeg.getOutputStream().close();
        String out = new String(ffmpeg.getInputStream().readAllBytes());
        if (ffmpeg.waitFor() != 0) {
            throw new IllegalStateException(out);
        }
    }
}
