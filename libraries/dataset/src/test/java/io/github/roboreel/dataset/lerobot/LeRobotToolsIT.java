package io.github.roboreel.dataset.lerobot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.RecordedRuns;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Fields;
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Images;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** LeRobot's own tools on our exports, where its environment is made: {@code conformance/real/lerobot/.venv}. */
@Tag("slow")
class LeRobotToolsIT {
    private static final Path HERE = Path.of("..", "..", "conformance", "real", "lerobot");
    private static final Path PYTHON = HERE.resolve(".venv").resolve("bin").resolve("python");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(Fields.class)
    void leRobotsToolsWorkOnEveryExport(Fields fields) throws Exception {
        assumeTrue(Files.isExecutable(PYTHON), PYTHON + " is not there");
        RecordedRuns runs = RecordedRuns.record(folder.resolve("runs"), true);
        LeRobotOptions options = new LeRobotOptions(
                        folder, "lab/set", Optional.of("franka"), Images.PNG, RewardPolicy.SUCCESS)
                .withFields(fields);
        new LeRobotExporter(options).export(runs, ExportProgress.NONE);
        List<String> command = List.of(
                PYTHON.toAbsolutePath().toString(),
                HERE.resolve("check_tools.py").toAbsolutePath().toString(),
                options.target().toString(),
                folder.resolve("scratch").toString());
        String[] lines = Tool.run(folder, command).strip().split("\n");
        JsonNode result = new JsonMapper().readTree(lines[lines.length - 1]);
        assertEquals(
                RecordedRuns.RUNS * RecordedRuns.ENVS, result.path("episodes").asInt());
    }
}
