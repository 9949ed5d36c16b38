package io.github.roboreel.dataset.lerobot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Fields;
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Images;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** LeRobot's own tools on our exports, where its environment is made: {@code conformance/real/lerobot/.venv}. */
@Tag("slow")
class LeRobotToolsIT {
    private static final Path HERE = Path.of("..", "..", "conformance", "real", "lerobot");
    private static final Path PYTHON = HERE.resolve(".venv").resolve("bin").resolve("python");

    @TempDir
    private Path folder;

    @BeforeEach
    void requireEnvironment() {
        assumeTrue(
                Files.isExecutable(PYTHON), "conformance/real/run lerobot has not been called, which makes " + PYTHON);
    }

    @Test
    void leRobotFindsTheSubtaskOfEachFrameAndLoadsDepths() throws Exception {
        ToldRun told = ToldRun.record(folder.resolve("runs"));
        LeRobotOptions options = new LeRobotOptions(
                        folder, "lab/told", Optional.of("franka"), Images.PNG, RewardPolicy.SUCCESS)
                .withFields(Fields.ALL)
                .withLanguage();
        new LeRobotExporter(options).export(told, ExportProgress.NONE);
        List<String> command = List.of(
                PYTHON.toAbsolutePath().toString(),
                HERE.resolve("check_tools.py").toAbsolutePath().toString(),
                options.target().toString(),
                folder.resolve("scratch").toString());
        String[] lines = Tool.run(folder, command).strip().split("\n");
        JsonNode result = new JsonMapper().readTree(lines[lines.length - 1]);
        assertEquals(
                "[[[0,\"reach\"],[4,\"grasp 'ü'\"],[7,\"place\"]],[[0,\"reach\"]],[[0,\"reach\"]]]",
                result.path("subtasks").toString());
    }
}
