package io.github.roboreel.dataset.lerobot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportSummary;
import io.github.roboreel.dataset.PngFrames;
import io.github.roboreel.dataset.RecordedRuns;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.TiffFrames;
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Images;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Depth images as PNG files of 16 bits and TIFF files of float32 in the tables, whatever becomes of the cameras. */
class LeRobotDepthIT {
    private static final int HEIGHT = 18;
    private static final int WIDTH = 24;
    private static final String KEY = "observation.images.depth_camera";

    @TempDir
    private Path folder;

    @Test
    void everyDepthIsInTheTables() throws Exception {
        RecordedRuns runs = RecordedRuns.record(folder.resolve("recorded"), schema());
        Path target = export(runs, Images.VIDEO).target();
        JsonNode info =
                new ObjectMapper().readTree(target.resolve("meta/info.json").toFile());
        JsonNode feature = info.path("features").path(KEY);
        assertEquals("image", feature.path("dtype").asText());
        assertEquals("[18,24,1]", feature.path("shape").toString());
        assertEquals("mm", feature.at("/info/depth_unit").asText());
        assertTrue(feature.at("/info/is_depth_map").asBoolean());
        JsonNode range = info.path("features").path("observation.images.range");
        assertEquals(
                "image [18,24,1] m",
                range.path("dtype").asText() + " " + range.path("shape") + " "
                        + range.at("/info/depth_unit").asText());

        for (String picture : List.of("flat", "bare")) {
            assertEquals(
                    "image",
                    info.at("/features/observation.images." + picture + "/dtype")
                            .asText());
        }
        assertFalse(info.path("features").has("observation.images.tactile"));
        assertEquals("[256]", info.at("/features/robolab.obs.tactile/shape").toString());

        byte[] recorded = recorded(runs, "obs/depth_camera");
        assertArrayEquals(recorded, exported(target, KEY));
        byte[] metres = recorded(runs, "obs/range");
        assertArrayEquals(metres, exported(target, "observation.images.range"));
        JsonNode stats =
                new ObjectMapper().readTree(target.resolve("meta/stats.json").toFile());
        assertEquals(mean(recorded), stats.at("/" + KEY + "/mean/0/0/0").asDouble(), 1e-6);
        FloatBuffer depths =
                ByteBuffer.wrap(metres).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
        double mean = IntStream.range(0, depths.remaining())
                .mapToDouble(depths::get)
                .average()
                .orElseThrow();
        assertEquals(mean, stats.at("/observation.images.range/mean/0/0/0").asDouble(), 1e-6);
    }

    @Test
    void theyAreLeftOutWithAllPictures() throws Exception {
        RecordedRuns runs = RecordedRuns.record(folder.resolve("recorded"), schema());
        ExportSummary summary = export(runs, Images.NONE);
        JsonNode info = new ObjectMapper()
                .readTree(summary.target().resolve("meta/info.json").toFile());
        assertFalse(info.path("features").has(KEY));
        assertTrue(summary.notes().stream().anyMatch(n -> n.startsWith("Stored frames")));
    }

    private static FieldSchema schema() {
        return FieldSchema.of(
                FieldSpec.step("actions", DType.FLOAT32, 7),
                FieldSpec.step("obs/arm_joint_pos", DType.FLOAT32, 7),
                FieldSpec.image("obs/depth_camera", DType.UINT16, HEIGHT, WIDTH, 1)
                        .withUnit("mm"),
                FieldSpec.image("obs/range", DType.FLOAT32, HEIGHT, WIDTH, 1).withUnit("m"),
                FieldSpec.step("obs/flat", DType.FLOAT32, 4, 4, 1).withUnit("mm"),
                FieldSpec.image("obs/bare", DType.FLOAT32, HEIGHT, WIDTH, 1),
                FieldSpec.step("obs/tactile", DType.FLOAT32, 16, 16, 1));
    }

    private ExportSummary export(RecordedRuns runs, Images images) throws Exception {
        LeRobotOptions options = new LeRobotOptions(
                        folder.resolve("out"), "me/depth", Optional.empty(), images, RewardPolicy.SUCCESS)
                .withFields(LeRobotOptions.Fields.ALL);
        return new LeRobotExporter(options).export(runs, ExportProgress.NONE);
    }

    private static byte[] recorded(RecordedRuns runs, String path) throws Exception {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        runs.visit((facts, episode) -> all.writeBytes(episode.readBytes(path, 0, episode.numSamples())));
        return all.toByteArray();
    }

    private static byte[] exported(Path dataset, String key) throws Exception {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        String select = "SELECT struct_extract(\""
                + key
                + "\", 'bytes') FROM read_parquet('"
                + dataset.resolve("data/chunk-000/file-000.parquet")
                + "') ORDER BY \"index\"";
        try (Connection database = DriverManager.getConnection("jdbc:duckdb:");
                ResultSet rows = database.createStatement().executeQuery(select)) {
            while (rows.next()) {
                byte[] file = rows.getBytes(1);
                all.writeBytes(
                        key.equals(KEY)
                                ? PngFrames.decodeDepth(file, WIDTH, HEIGHT)
                                : TiffFrames.decode(file, WIDTH, HEIGHT));
            }
        }
        return all.toByteArray();
    }

    /** All frames of so few steps are looked at. */
    private static double mean(byte[] values) {
        List<Integer> all = new ArrayList<>();
        ByteBuffer depths = ByteBuffer.wrap(values).order(ByteOrder.LITTLE_ENDIAN);
        while (depths.hasRemaining()) {
            all.add(Short.toUnsignedInt(depths.getShort()));
        }
        return all.stream().mapToInt(Integer::intValue).average().orElseThrow();
    }
}
