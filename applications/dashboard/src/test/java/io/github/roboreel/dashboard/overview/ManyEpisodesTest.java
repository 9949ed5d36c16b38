package io.github.roboreel.dashboard.overview;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.api.Route;
import io.github.roboreel.dashboard.index.RecordingIndex;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.RunFolder;
import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One recording of 100,000 episodes. */
@Timeout(120)
class ManyEpisodesTest {
    private static final int EPISODES = 100_000;
    private static final int ENVS = 16;

    @TempDir
    Path folder;

    @Test
    void areReadFilteredSortedAndListedToTheLast() throws Exception {
        Path served = Files.createDirectories(folder.toRealPath().resolve("served/one"));
        write(served.resolve(RunFolder.RESULTS));
        try (RecordingIndex index = RecordingIndex.open(List.of(served), folder.resolve("cache"))) {
            while (index.progress().done() < 1) {
                Thread.sleep(20);
            }
            Route episodes = OverviewEndpoints.of(index, List.of()).stream()
                    .filter(each -> each.path().equals("/episodes"))
                    .findFirst()
                    .orElseThrow();

            JsonNode end = json(episodes, "sort", "-metrics.own", "limit", "1000", "cursor", "99500");
            assertEquals(EPISODES, end.path("total").asInt());
            assertTrue(end.path("next_cursor").isNull());
            assertEquals(500, end.path("episodes").size());
            assertEquals("0", end.at("/episodes/499/episode").asText());
            assertEquals(EPISODES / 4, end.at("/facets/tasks/Task3").asInt());
            assertEquals(
                    11,
                    json(episodes, "metric", "own:99000:99010").path("total").asInt());
            assertEquals(
                    EPISODES / 5,
                    json(episodes, "success", "false", "limit", "1")
                            .path("total")
                            .asInt());

            ByteArrayOutputStream table = new ByteArrayOutputStream();
            ((Answer.Stream) answer(episodes, "format", "csv")).writer().accept(table);
            Set<String> ids = new HashSet<>();
            table.toString(StandardCharsets.UTF_8).lines().skip(1).forEach(line -> ids.add(line.substring(0, 12)));
            assertEquals(EPISODES, ids.size());
        }
    }

    private static void write(Path results) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(results)) {
            for (int i = 0; i < EPISODES; i++) {
                out.write("{\"env_name\":\"Task" + i % 4 + "\",\"run\":" + i / ENVS + ",\"episode\":" + i
                        + ",\"env_id\":" + i % ENVS + ",\"success\":" + (i % 5 != 0) + ",\"episode_step\":" + i % 300
                        + ",\"metrics\":{\"own\":" + i + "}}\n");
            }
        }
    }

    private static JsonNode json(Route endpoint, String... parameters) throws IOException {
        return FormatJson.tree(((Answer.Json) answer(endpoint, parameters)).value());
    }

    private static Answer answer(Route endpoint, String... parameters) throws IOException {
        Map<String, List<String>> given = new LinkedHashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            given.put(parameters[i], List.of(parameters[i + 1]));
        }
        return endpoint.answer(new Request(Map.of(), given, Map.of(), MissingNode.getInstance()));
    }
}
