package io.github.roboreel.tools.folder;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.tools.FileFault;
import io.github.roboreel.tools.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Metrics that older recorders kept beside the results; they fill what a result line lacks. */
final class SideMetrics {
    static final String NAME = "episode_metrics.json";

    private final Map<String, JsonNode> byEpisode;

    private SideMetrics(Map<String, JsonNode> byEpisode) {
        this.byEpisode = byEpisode;
    }

    static SideMetrics read(Path file, List<FileFault> problems) {
        Map<String, JsonNode> byEpisode = new HashMap<>();
        if (Files.isRegularFile(file)) {
            try {
                Json.read(file).forEach(e -> byEpisode.putIfAbsent(key(e.path("env_name"), e), e));
            } catch (IOException e) {
                problems.add(FileFault.leftOut(
                        file,
                        "is not JSON (" + Json.reason(e) + ")",
                        "compute the metrics anew with: roboreel metrics"));
            }
        }
        return new SideMetrics(byEpisode);
    }

    private static String key(JsonNode envName, JsonNode element) {
        return Json.integer(element.path("episode")).orElse(-1) + " " + envName.asText();
    }

    OptionalDouble of(EpisodeRecord episode, String field) {
        String key = episode.episode().orElse(-2) + " " + episode.envName();
        JsonNode element = byEpisode.get(key);
        return element == null ? OptionalDouble.empty() : Json.number(element.path(field));
    }
}
