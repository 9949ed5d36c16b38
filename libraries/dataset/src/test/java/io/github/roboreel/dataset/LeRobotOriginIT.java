package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.dataset.lerobot.LeRobotExporter;
import io.github.roboreel.dataset.lerobot.LeRobotFormat;
import io.github.roboreel.dataset.lerobot.LeRobotOptions;
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Fields;
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Images;
import io.github.roboreel.dataset.transform.ChangedSource;
import io.github.roboreel.dataset.transform.EpisodeChange;
import io.github.roboreel.dataset.transform.TransformSpecs;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dataset of LeRobot's own, imported and exported: its features are the same, so that its tools merge both. */
class LeRobotOriginIT {
    /** What the recording or the tables hold otherwise. */
    private static final Set<String> OTHERWISE = Set.of(
            "observation.grid", "observation.images.top", "observation.images.cam", "observation.images.deep", "half");

    @TempDir
    private static Path shared;

    private static Path dataset;

    @TempDir
    private Path folder;

    @BeforeAll
    static void bringIn() throws Exception {
        dataset = shared.resolve("so100_1");
        new ForeignLeRobot(shared.resolve("pictures")).write(dataset);
        new Imports(new LeRobotFormat()).run(dataset, shared.resolve("out"));
    }

    @Test
    void anExportOfAnImportHasItsFeatures() throws Exception {
        LeRobotOptions options = new LeRobotOptions(
                folder.resolve("made"), "lab/so100", Optional.empty(), Images.VIDEO, RewardPolicy.RECORDED);
        export(options);

        JsonNode original = info(dataset);
        JsonNode made = info(folder.resolve("made/lab/so100"));

        assertEquals("so100", made.path("robot_type").asText());
        Set<String> expected = keys(original);
        assertEquals(expected, keys(made));
        expected.removeAll(OTHERWISE);
        for (String key : expected) {
            assertEquals(
                    original.path("features").get(key), made.path("features").get(key), key);
        }
        JsonNode camera = made.path("features").path("observation.images.cam");
        assertEquals(
                "{\"video.fps\":10,\"has_audio\":false,\"video.codec\":\"h264\",\"video.pix_fmt\":\"yuv420p\"}",
                camera.path("info").toString());
        assertEquals(
                "image",
                made.path("features")
                        .path("observation.images.top")
                        .path("dtype")
                        .asText());
        assertEquals(
                "[6]",
                made.path("features").path("observation.grid").path("shape").toString());
    }

    @Test
    void columnsThatAreMadeForAnExportAreNotDescribedAsTheDatasetDidTheirs() throws Exception {
        LeRobotOptions options = new LeRobotOptions(
                folder.resolve("made"), "lab/so100", Optional.empty(), Images.NONE, RewardPolicy.SUCCESS);
        export(options.withFields(Fields.ALL).withState(List.of("obs/grid")));

        JsonNode features = info(folder.resolve("made/lab/so100")).path("features");
        assertEquals("[6]", features.path("observation.state").path("shape").toString());
        assertEquals(
                "success",
                features.path("next.reward").path("info").path("robolab.reward").asText());
        new Imports(new LeRobotFormat()).run(folder.resolve("made/lab/so100"), folder.resolve("again"));
        assertEquals(
                "True",
                Python.run("""
                import sys, h5py
                a, b = (h5py.File(p, 'r')['data/demo_0/obs/grid'][:] for p in sys.argv[1:])
                print((a == b).all() and a.shape == b.shape)
                """, shared.resolve("out/so100_1/run_0.hdf5"), folder.resolve("again/so100_1/run_0.hdf5")));
    }

    @Test
    void depthsTextsAndWhatWasSaidComeBack() throws Exception {
        export(options());
        for (String column : List.of(
                "to_json(language_persistent)",
                "to_json(language_events)",
                "note",
                "\"observation.images.far\".bytes",
                "\"observation.images.range\".bytes")) {
            List<String> before = column(dataset, column);
            List<String> after = column(folder.resolve("made/lab/so100"), column);
            assertEquals(25, before.size());
            if (column.endsWith("bytes")) {
                for (int row = 0; row < before.size(); row++) {
                    assertEquals(pixels(before.get(row)), pixels(after.get(row)), column + " " + row);
                }
            } else {
                assertEquals(before, after, column);
            }
        }
    }

    /** Pixels of a picture file in base 64, of whatever format. */
    private static String pixels(String file) throws Exception {
        BufferedImage image =
                ImageIO.read(new ByteArrayInputStream(Base64.getDecoder().decode(file)));
        return Arrays.toString(image.getData().getPixels(0, 0, image.getWidth(), image.getHeight(), (double[]) null));
    }

    private static List<String> column(Path dataset, String selected) throws Exception {
        boolean isBytes = selected.endsWith("bytes");
        String query = "SELECT " + (isBytes ? "to_base64(" + selected + ")" : selected) + " FROM '"
                + dataset.resolve("data/*/*.parquet") + "' ORDER BY index";
        List<String> values = new ArrayList<>();
        try (Connection database = DriverManager.getConnection("jdbc:duckdb:");
                ResultSet rows = database.createStatement().executeQuery(query)) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        }
        return values;
    }

    /** As a merged dataset, or one whose operator was told something else midway. */
    @Test
    void everyStepKeepsItsTask() throws Exception {
        Path changed = folder.resolve("so100_1");
        new ForeignLeRobot(folder.resolve("pictures")).writeWithoutVideos(changed);
        for (String file : List.of("000/file-000", "000/file-001", "001/file-000")) {
            Changed.parquet(
                    changed.resolve("data/chunk-" + file + ".parquet"),
                    "* REPLACE ((episode_index + (frame_index >= 2)::INT) % 2 AS task_index)");
        }
        for (String file : List.of("000", "001")) {
            Changed.parquet(
                    changed.resolve("meta/episodes/chunk-" + file + "/file-000.parquet"),
                    "* REPLACE (['task 0', 'task 1'] AS tasks)");
        }
        new Imports(new LeRobotFormat()).run(changed, folder.resolve("out"));
        new LeRobotExporter(options()).export(source(folder.resolve("out")), ExportProgress.NONE);
        Path made = folder.resolve("made/lab/so100");
        assertEquals(tasks(changed), tasks(made));
        assertEquals(keys(info(changed)), keys(info(made)));
    }

    private static List<String> tasks(Path dataset) throws Exception {
        List<String> texts = new ArrayList<>();
        String query = "SELECT task FROM '" + dataset.resolve("data/*/*.parquet") + "' d JOIN '"
                + dataset.resolve("meta/tasks.parquet") + "' t ON d.task_index = t.task_index ORDER BY index";
        try (Connection database = DriverManager.getConnection("jdbc:duckdb:");
                ResultSet rows = database.createStatement().executeQuery(query)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }

    @Test
    void aRenamedStateIsTheStateStill() throws Exception {
        List<EpisodeChange> changes = TransformSpecs.parse(List.of("rename=obs/state:obs/pose"));
        new LeRobotExporter(options())
                .export(new ChangedSource(source(shared.resolve("out")), changes, "rename"), ExportProgress.NONE);
        JsonNode features = info(folder.resolve("made/lab/so100")).path("features");
        assertEquals(
                "[\"pose.x\",\"pose.y\"]",
                features.path("observation.state").path("names").toString());
        assertEquals("float32", features.path("observation.state").path("dtype").asText());
    }

    @Test
    void datasetsThatDescribeAFeatureDifferentlyKeepWhatBothSay() throws Exception {
        Path other = folder.resolve("other");
        Files.createDirectories(other.resolve("so100_1"));
        for (int run = 0; run < 5; run++) {
            String file = "so100_1/run_" + run + ".hdf5";
            Files.copy(shared.resolve("out").resolve(file), other.resolve(file));
        }
        String config = Files.readString(shared.resolve("out/so100_1/env_cfg.json"));
        Files.writeString(
                other.resolve("so100_1/env_cfg.json"),
                config.replace("[\"x\",\"y\"]", "[\"u\",\"v\"]")
                        .replace("{\"is_depth_map\":true,\"depth_unit\":\"m\"}", "null"));
        EpisodeSource both = visitor -> {
            source(shared.resolve("out")).visit(visitor);
            source(other).visit(visitor);
        };
        ExportSummary summary = new LeRobotExporter(options()).export(both, ExportProgress.NONE);

        JsonNode made = info(folder.resolve("made/lab/so100")).path("features");
        JsonNode original = info(dataset).path("features");
        assertEquals(original.path("action"), made.path("action"));
        assertEquals(original.path("observation.images.range"), made.path("observation.images.range"));
        assertEquals(
                "float64 [\"x\",\"y\"]",
                made.at("/observation.state/dtype").asText() + " " + made.at("/observation.state/names"));
        assertTrue(
                made.at("/observation.images.far/info/is_depth_map").asBoolean(),
                made.path("observation.images.far").toString());
        String notes = summary.notes().toString();
        assertTrue(notes.contains("describe features differently"), notes);
        assertTrue(
                notes.contains("'observation.images.far' is {\"dtype\":\"image\",\"shape\":[18,20,1],"
                        + "\"names\":[\"height\",\"width\",\"channels\"],\"info\":{\"is_depth_map\":true"),
                notes);
        assertTrue(notes.contains("\"info\":null} in the latter"), notes);
    }

    private LeRobotOptions options() {
        return new LeRobotOptions(
                folder.resolve("made"), "lab/so100", Optional.empty(), Images.VIDEO, RewardPolicy.RECORDED);
    }

    private static ImportedRuns source(Path imported) {
        return new ImportedRuns(imported, "so100_1", 5);
    }

    private void export(LeRobotOptions options) throws Exception {
        new LeRobotExporter(options).export(source(shared.resolve("out")), ExportProgress.NONE);
    }

    private static JsonNode info(Path dataset) throws Exception {
        return new ObjectMapper().readTree(dataset.resolve("meta/info.json").toFile());
    }

    private static Set<String> keys(JsonNode info) {
        Set<String> keys = new TreeSet<>();
        info.path("features").fieldNames().forEachRemaining(keys::add);
        return keys;
    }
}
