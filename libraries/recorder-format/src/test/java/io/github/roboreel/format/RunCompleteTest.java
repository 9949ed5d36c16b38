package io.github.roboreel.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunCompleteTest {
    @TempDir
    private Path folder;

    /** The example of FORMAT.md. */
    @Test
    void anApplicationWritesItWithTheRecorderAlone() throws IOException {
        RunComplete.of(1, 1, "all", 7, "default").write(folder);
        RunComplete.of(4, 10, "none", 0, "default").write(folder);
        assertEquals(
                "{\"format_version\":1,\"num_envs\":4,\"num_runs\":10,\"video_mode\":\"none\","
                        + "\"seed\":0,\"instruction_type\":\"default\"}",
                new ObjectMapper()
                        .readTree(folder.resolve("run_complete.json").toFile())
                        .toString());
    }

    @ParameterizedTest
    @CsvSource({"0, 1, none", "1, 0, none", "1, 1, some"})
    void whatNoRecordingIsLikeIsRefused(int numEnvs, int numRuns, String videoMode) {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class, () -> RunComplete.of(numEnvs, numRuns, videoMode, 0, "default"));
        assertTrue(refused.getMessage().contains("all, viewport, sensor, none"), refused.getMessage());
    }
}
