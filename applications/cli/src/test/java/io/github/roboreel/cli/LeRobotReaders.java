package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** What other programs find in a LeRobot dataset. */
final class LeRobotReaders {
    private LeRobotReaders() {}

    /** DuckDB as an independent reader of Parquet. */
    static void requireRows(Path target, Path take, long steps) throws Exception {
        String data = "read_parquet('" + target.resolve("data") + "/*/*.parquet')";
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:")) {
            assertArrayEquals(
                    doubles(duck, "SELECT unnest(action) FROM (FROM " + data + " ORDER BY index)"), actions(take));
            assertArrayEquals(
                    doubles(duck, "SELECT index FROM " + data + " ORDER BY index"),
                    DoubleStream.iterate(0, i -> i + 1).limit(steps).toArray());
            String episodes = "read_parquet('" + target.resolve("meta/episodes") + "/*/*.parquet')";
            assertEquals(steps, (long) doubles(duck, "SELECT sum(length) FROM " + episodes)[0]);
        }
    }

    private static double[] doubles(Connection duck, String query) throws SQLException {
        DoubleStream.Builder values = DoubleStream.builder();
        try (Statement statement = duck.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                values.add(rows.getDouble(1));
            }
        }
        return values.build().toArray();
    }

    private static double[] actions(Path take) throws IOException {
        DoubleStream all = DoubleStream.empty();
        for (int run = 0; run < 2; run++) {
            try (Hdf5RunReader reader = Hdf5RunReader.open(RecordedTakes.file(take, run))) {
                for (String demo : reader.demoNames()) {
                    double[] own = reader.demo(demo).readDoubles("actions");
                    all = DoubleStream.concat(all, Arrays.stream(own));
                }
            }
        }
        return all.toArray();
    }

    /** Returns the number of cameras, each of which has a frame per row. */
    static int requireFrames(Path target, JsonNode info, long steps) throws Exception {
        List<String> cameras = info.get("features").properties().stream()
                .filter(f -> f.getValue().path("dtype").asText().equals("video"))
                .map(f -> f.getKey())
                .toList();
        for (String camera : cameras) {
            long frames = 0;
            try (Stream<Path> files = Files.walk(target.resolve("videos").resolve(camera))) {
                for (Path clip :
                        files.filter(f -> f.toString().endsWith(".mp4")).toList()) {
                    frames += frames(clip);
                }
            }
            assertEquals(steps, frames, camera);
        }
        return cameras.size();
    }

    private static long frames(Path clip) throws Exception {
        Process ffprobe = new ProcessBuilder(
                        "ffprobe",
                        "-v",
                        "error",
                        "-count_frames",
                        "-select_streams",
                        "v:0",
                        "-show_entries",
                        "stream=nb_read_frames",
                        "-of",
                        "csv=p=0",
                        clip.toString())
                .redirectErrorStream(true)
                .start();
        String printed = new String(ffprobe.getInputStream().readAllBytes());
        assertEquals(0, ffprobe.waitFor(), printed);
        return Long.parseLong(printed.strip().replace(",", ""));
    }
}
