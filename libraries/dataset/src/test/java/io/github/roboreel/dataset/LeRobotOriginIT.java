package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.dataset.lerobot.LeRobotExporter;
import io.github.roboreel.dataset.lerobot.LeRobotFormat;
import io.github.roboreel.dataset.lerobot.LeRobotOptions;
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Fields;
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Images;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dataset of LeRobot's own, imported and exported: its features are the same, so that its tools merge both. */
class LeRobotOriginIT {
    /** What the recording or the tables hold otherwise. */
    private static final Set<String> OTHERWISE = Set.of(
            "observation.grid",
            "observation.images.top",
            "observation.images.cam",
            "observation.images.deep",
            "half");

    @TempDir
    private Path folder;

    @Test
    void anExportOfAnImportHasItsFeatures() throws Exception {
        Path dataset = imported();
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
        imported();
        LeRobotOptions options = new LeRobotOptions(
                folder.resolve("made"),
                "lab/so100",
                Optional.empty(),
                Images.NONE,
                RewardPolicy.SUCCESS);
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
                """, folder.resolve("out/so100_1/run_0.hdf5"), folder.resolve("again/so100_1/run_0.hdf5")));
    }

    /** The dataset, imported into the folder {@code out}. */
    private Path imported() throws Exception {
        Path dataset = folder.resolve("so100_1");
        new ForeignLeRobot(folder.resolve("shared")).write(dataset);
        new Imports(new LeRobotFormat()).run(dataset, folder.resolve("out"));
        return dataset;
    }

    private void export(LeRobotOptions options) throws Exception {
        new LeRobotExporter(options).export(new ImportedRuns(folder.resolve("out"), "so100_1", 5), ExportProgress.NONE);
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
