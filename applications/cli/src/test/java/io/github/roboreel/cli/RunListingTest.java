package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.spi.DatasetInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RunListingTest {
    private final RunContents run = run();

    @Test
    void treeShowsShapesTypesUnitsChunksAndRatio() {
        String expected = """
                run_0.hdf5  2.0 KiB, 25 % of it dead space
                data/
                  @total = 100
                  demo_0/
                    @success = true
                    actions      (100, 8)  float32  rad         chunks (500, 8)  shuffle+deflate  800 B  4.00:1
                    ee_pose/
                      position   (100, 3)  float32  m in world  contiguous       raw              0 B    -
                    timestamps/
                      sim_time_s  (100,)    float64  s           chunks (500,)    deflate          400 B  2.00:1
                """;
        assertEquals(expected.replaceAll(" +", " "), RunListing.tree(run).replaceAll(" +", " "));
        List<Integer> columns = RunListing.tree(run)
                .lines()
                .filter(l -> l.contains("float"))
                .map(l -> l.indexOf("float"))
                .distinct()
                .toList();
        assertEquals(1, columns.size(), RunListing.tree(run));
    }

    @Test
    void jsonHoldsTheSame() throws IOException {
        JsonNode root = new ObjectMapper().readTree(RunListing.json(run));

        assertEquals(100, root.at("/attributes/total").asInt());
        JsonNode actions = root.at("/demos/demo_0/datasets").get("actions");
        assertEquals("[100,8]", actions.get("shape").toString());
        assertEquals("float32", actions.get("dtype").asText());
        assertEquals(4.0, actions.get("compression_ratio").asDouble());
        JsonNode position = root.at("/demos/demo_0/datasets").get("ee_pose/position");
        assertEquals("world", position.get("frame").asText());
        assertEquals("null", position.get("compression_ratio").toString());
    }

    private static RunContents run() {
        Map<String, DatasetInfo> datasets = new LinkedHashMap<>();
        datasets.put(
                "actions",
                new DatasetInfo(
                        DType.FLOAT32,
                        100,
                        List.of(8L),
                        List.of(500L, 8L),
                        List.of("shuffle", "deflate"),
                        800,
                        "rad",
                        ""));
        datasets.put(
                "ee_pose/position",
                new DatasetInfo(DType.FLOAT32, 100, List.of(3L), List.of(), List.of(), 0, "m", "world"));
        datasets.put(
                "timestamps/sim_time_s",
                new DatasetInfo(DType.FLOAT64, 100, List.of(), List.of(500L), List.of("deflate"), 400, "s", ""));
        RunContents.Demo demo = new RunContents.Demo("demo_0", Map.of("success", true), datasets);
        return new RunContents(
                Path.of("run_0.hdf5"), 2048, OptionalLong.of(512), Map.of("total", 100L), List.of(demo), List.of());
    }
}
