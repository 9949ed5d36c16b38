package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.dataset.lerobot.LeRobotExporter;
import io.github.roboreel.dataset.lerobot.LeRobotOptions;
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Images;
import io.github.roboreel.dataset.rlds.RldsExporter;
import io.github.roboreel.dataset.rlds.RldsOptions;
import io.github.roboreel.dataset.rlds.RldsOptions.ImageFormat;
import io.github.roboreel.dataset.robomimic.RobomimicExporter;
import io.github.roboreel.dataset.robomimic.RobomimicOptions;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.JoinedActions;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Composite actions, and integers and texts that few formats have, in every export. */
class JoinedActionsIT {
    private static final String ORDER =
            "actions/arm[2], actions/grip[], actions/pair/_index_2[2], actions/pair/_index_10[3]";

    /** Prints the joined actions of the first demo, from its parts. */
    private static final String EXPECTED = """
            import sys, h5py, numpy as np
            a = h5py.File(sys.argv[1])['data/demo_0/actions']
            rows = np.concatenate([a['arm'][:], a['grip'][:][:, None], a['pair/_index_2'][:], a['pair/_index_10'][:]], axis=1)
            print(rows.astype('f8').tobytes().hex())
            """;

    @TempDir
    private static Path folder;

    private static RecordedRuns runs;

    @BeforeAll
    static void record() {
        runs = RecordedRuns.record(
                folder.resolve("runs"),
                FieldSchema.of(
                        FieldSpec.step("actions/arm", DType.FLOAT32, 2),
                        FieldSpec.step("actions/grip", DType.INT32),
                        FieldSpec.step("actions/pair/_index_10", DType.INT8, 3),
                        FieldSpec.step("actions/pair/_index_2", DType.UINT32, 2),
                        FieldSpec.text("actions/say", 12),
                        FieldSpec.step("obs/key", DType.UINT64, 2),
                        FieldSpec.text("obs/phase", 12)));
    }

    private static String expected() throws Exception {
        return python(EXPECTED, runs.file(0));
    }

    private static String python(String script, Path file) throws Exception {
        Process python = new ProcessBuilder("/usr/bin/python3", "-c", script, file.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(python.getInputStream().readAllBytes()).strip();
        assertTrue(python.waitFor(120, TimeUnit.SECONDS) && python.exitValue() == 0, said);
        return said;
    }

    @Test
    void theOrderIsThatOfNamesAndOfATuplesNumbers() throws Exception {
        runs.visit(JoinedActionsIT::assertJoined);
    }

    private static void assertJoined(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        EpisodeReader seen = JoinedActions.of(episode);
        JoinedActions joined = (JoinedActions) seen;
        assertEquals(
                List.of("actions/arm", "actions/grip", "actions/pair/_index_2", "actions/pair/_index_10"),
                joined.parts());
        assertEquals(DType.FLOAT64, joined.info("actions").dtype());
        assertEquals(List.of(8L), joined.info("actions").rowShape());
        assertTrue(joined.paths().contains("action_texts/say"), joined.paths()::toString);
        assertArrayEquals(episode.readBytes("actions/say", 0, 3), joined.readBytes("action_texts/say", 0, 3));
        double[] rows = joined.readDoubles("actions", 2, 5);
        double[] tuple = episode.readDoubles("actions/pair/_index_10", 2, 5);
        for (int row = 0; row < 3; row++) {
            for (int i = 0; i < 3; i++) {
                assertEquals(tuple[3 * row + i], rows[8 * row + 5 + i]);
            }
        }
    }

    @Test
    void robomimicHasThemAsOneVectorAndSaysOfWhat() throws Exception {
        Path file = folder.resolve("all.hdf5");
        new RobomimicExporter(new RobomimicOptions(file, 0, 7, RewardPolicy.SUCCESS)).export(runs, ExportProgress.NONE);
        assertEquals(
                expected(),
                python(
                        "import sys, h5py;"
                                + " print(h5py.File(sys.argv[1])['data/demo_0/actions'][:].astype('f8').tobytes().hex())",
                        file));
        assertEquals(ORDER + " uint64 |S12", python("""
                        import sys, h5py
                        demo = h5py.File(sys.argv[1])['data/demo_0']
                        print(demo['actions'].attrs['joined_of'], demo['obs/key'].dtype, demo['obs/phase'].dtype)
                        """, file));
    }

    @Test
    void rldsHasThemAsOneVectorAndSaysOfWhat() throws Exception {
        RldsOptions options = new RldsOptions(
                folder.resolve("rlds"),
                "robolab_joined",
                Optional.empty(),
                "1.0.0",
                ImageFormat.PNG,
                RewardPolicy.SUCCESS,
                false);
        Path target =
                new RldsExporter(options).export(runs, ExportProgress.NONE).target();
        String features = Files.readString(target.resolve("features.json"));
        assertTrue(features.contains("recorded as " + ORDER + ", joined in this order"), features);
        JsonNode phase = new ObjectMapper().readTree(features).findValue("phase");
        assertEquals(
                "tensorflow_datasets.core.features.text_feature.Text",
                phase.get("pythonClassName").asText());
    }

    @Test
    void leRobotHasThemAsOneVectorAndSaysOfWhat() throws Exception {
        LeRobotOptions options = new LeRobotOptions(
                        folder.resolve("lerobot"),
                        "lab/joined",
                        Optional.of("franka"),
                        Images.PNG,
                        RewardPolicy.SUCCESS)
                .withFields(LeRobotOptions.Fields.ALL);
        ExportSummary summary = new LeRobotExporter(options).export(runs, ExportProgress.NONE);
        JsonNode features = new ObjectMapper()
                .readTree(summary.target().resolve("meta/info.json").toFile())
                .get("features");
        assertEquals(8, features.get("action").get("shape").get(0).asInt());
        assertEquals(ORDER, features.get("action").at("/info/robolab.joined").asText());
        assertEquals("uint64", features.get("robolab.obs.key").get("dtype").asText());
        assertEquals("string", features.get("robolab.obs.phase").get("dtype").asText());
    }
}
