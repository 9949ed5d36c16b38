package io.github.roboreel.recorder.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.recorder.bench.record.PeerProcess;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures the real commands, which the launcher starts: as {@code ./roboreel test} runs tests, with a build of theirs.
 */
@EnabledIfEnvironmentVariable(named = "ROBOREEL_BUILD", matches = ".+", disabledReason = "run by ./roboreel test only")
class FleetBenchmarkIT {
    @TempDir
    private Path folder;

    @Test
    void measuresEveryCommandOfEveryContenderAndComparesWhatTheyPrint() throws Exception {
        Path source = folder.resolve("source");
        Path scripts = PeerProcess.home().resolve("conformance");
        PeerProcess.output(
                List.of(PeerProcess.PYTHON, scripts.resolve("make_example.py").toString(), source.toString()),
                Map.of());
        PeerProcess.output(
                List.of(
                        PeerProcess.PYTHON,
                        scripts.resolve("make_fleet.py").toString(),
                        source.toString(),
                        folder.resolve("fleet").toString(),
                        "--hosts=1",
                        "--takes=2"),
                Map.of());
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Path scratch = Files.createDirectory(folder.resolve("scratch"));
        int exit = BenchMain.run(
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                "fleet",
                "--fleet=" + folder.resolve("fleet"),
                "--contenders=plain,plain-again",
                "--rounds=1",
                "--output-dir=" + scratch);
        assertEquals(0, exit, err.toString());
        JsonNode json = new ObjectMapper().readTree(out.toString());
        assertEquals(2, json.get("folders").asInt());
        for (String work : List.of("check", "metrics", "report", "export rlds")) {
            JsonNode again = json.get("works").get(work).get("plain-again");
            double base = json.get("works").get(work).get("plain").get("wall_s").asDouble();
            assertEquals(
                    again.get("wall_s").asDouble() / base,
                    again.get("wall_ratio").asDouble(),
                    0.05,
                    work);
            assertTrue(again.get("cpu_s").asDouble() > 0.1, work);
            assertTrue(again.get("peak_rss_mb").asDouble() > 20, work);
            assertEquals(work.startsWith("export"), again.path("same_output").isMissingNode(), work);
            assertTrue(again.path("same_output").asBoolean(true), work);
            assertTrue(err.toString().contains(work + " "), err.toString());
        }
        try (Stream<Path> left = Files.list(scratch)) {
            assertEquals(List.of(), left.toList());
        }
    }
}
