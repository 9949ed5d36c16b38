package io.github.roboreel.dataset.lerobot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ImportedRuns;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Fields;
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Images;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** LeRobot's own tools on our exports, where its environment is made: {@code conformance/real/lerobot/.venv}. */
@Tag("slow")
class LeRobotToolsIT {
    private static final Path HERE = Path.of("..", "..", "conformance", "real", "lerobot");
    private static final Path PYTHON = HERE.resolve(".venv").resolve("bin").resolve("python");

    /** A float32 of 8 m: PyTorch's exponential is not always the nearest one. */
    private static final double FLOAT_METRES = 1e-6;

    @TempDir
    private Path folder;

    @BeforeEach
    void requireEnvironment() {
        assumeTrue(
                Files.isExecutable(PYTHON), "conformance/real/run lerobot has not been called, which makes " + PYTHON);
    }

    /** The last line that a script prints, which is JSON. */
    private JsonNode json(String script, Path... paths) throws Exception {
        String[] lines = run(script, paths).strip().split("\n");
        return new JsonMapper().readTree(lines[lines.length - 1]);
    }

    private String run(String script, Path... paths) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                PYTHON.toAbsolutePath().toString(),
                HERE.resolve(script).toAbsolutePath().toString()));
        Stream.of(paths).map(Path::toString).forEach(command::add);
        return Tool.run(folder, command);
    }

    @Test
    void leRobotFindsTheSubtaskOfEachFrameAndLoadsDepths() throws Exception {
        ToldRun told = ToldRun.record(folder.resolve("runs"));
        LeRobotOptions options = new LeRobotOptions(
                        folder, "lab/told", Optional.of("franka"), Images.PNG, RewardPolicy.SUCCESS)
                .withFields(Fields.ALL)
                .withLanguage();
        new LeRobotExporter(options).export(told, ExportProgress.NONE);
        JsonNode result = json("check_tools.py", options.target(), folder.resolve("scratch"));
        assertEquals(
                "[[[0,\"reach\"],[4,\"grasp 'ü'\"],[7,\"place\"]],[[0,\"reach\"]],[[0,\"reach\"]]]",
                result.path("subtasks").toString());
    }

    /** A video of depths comes back as files, with the values that it showed. */
    @Test
    void aDatasetOfLeRobotsIsTheSameAfterImportAndExport() throws Exception {
        Path original = folder.resolve("original");
        run("make_dataset.py", original);
        Path imported = folder.resolve("out");
        new LeRobotFormat().importer().orElseThrow().run(original, imported, ExportProgress.NONE);
        LeRobotOptions options =
                new LeRobotOptions(folder, "lab/again", Optional.empty(), Images.VIDEO, RewardPolicy.RECORDED);
        new LeRobotExporter(options).export(new ImportedRuns(imported, "original", 3), ExportProgress.NONE);

        JsonNode result = json("compare.py", original, options.target());
        assertEquals(
                "[\"observation.images.video_mm\",\"observation.images.video_m\"]",
                result.path("stored_otherwise").toString());
        JsonNode metres = ((ObjectNode) result.path("differ")).remove("observation.images.video_m");
        assertTrue(metres == null || metres.get(1).asDouble() < FLOAT_METRES, String.valueOf(metres));
        assertEquals("{}", result.path("differ").toString());
        assertEquals(21, result.path("frames").asInt());
        run("check_tools.py", options.target(), folder.resolve("scratch"));
    }
}
