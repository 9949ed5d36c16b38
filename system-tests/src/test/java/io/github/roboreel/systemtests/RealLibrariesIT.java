package io.github.roboreel.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.Checkout;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The libraries that our exports and wrappers are for, and whose datasets we import, and PyTorch, which the Python
 * package feeds, from PyPI: {@code conformance/real/run}.
 */
@Tag("slow")
class RealLibrariesIT {
    private static final int SKIPPED = 77;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "minari, 700",
        "tfds, 500",
        "robomimic, 250",
        "lerobot, 100",
        "isaaclab, 1300",
        "robosuite, 5000",
        "maniskill, 3600",
        "envlogger, 1000",
        "gymnasium, 3000",
        "torch, 20000",
        "jupyter, 4"
    })
    void everyValueIsEqualBothWays(String library, int arrays) throws Exception {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder run = new ProcessBuilder(
                        Checkout.file("conformance/real/run").toString(), library)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        run.environment().remove("MAVEN_ARGS");
        run.environment().put("JAVA_HOME", System.getProperty("java.home"));
        int status = run.start().waitFor();
        assumeFalse(status == SKIPPED, Files.readString(err));
        assertEquals(0, status, Files.readString(err));
        String printed = Files.readString(out);
        JsonNode found = FormatJson.read(printed.substring(printed.lastIndexOf('{')));
        assertTrue(found.path("compared").asInt() >= arrays, found.toString());
        assertTrue(found.has(library), "its version");
    }
}
