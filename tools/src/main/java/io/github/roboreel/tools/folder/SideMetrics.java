package io.github.roboreel.tools.folder;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.LenientJson;
import io.github.roboreel.tools.FileFault;
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
                LenientJson.read(file).forEach(e -> byEpisode.putIfAbsent(key(e.path("env_name"), e), e));
            } catch (IOException e) {
                problems.add(FileFault.leftOut(
                        file,
                        "is not JSON (" + LenientJson.reason(e) + ")",
                        "compute the metrics anew with: roboreel metrics"));
            }
        }
        return new SideMetrics(byEpisode);
    }

    private static String key(JsonNode envName, JsonNode element) {
        return LenientJson.integer(element.path("episode")).orElse(-1) + " " + envName.asText();
    }

    OptionalDouble of(EpisodeRecord episode, String field) {
        if (byEpisode.isEmpty()) {
            return OptionalDouble.empty();
        }
        String key = episode.episode().orElse(-2) + " " + episode.envName();
        JsonNode element = byEpisode.get(key);
        return element == null ? OptionalDouble.empty() : LenientJson.number(element.path(field));
    }
}
