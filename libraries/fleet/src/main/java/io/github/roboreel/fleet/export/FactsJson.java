package io.github.roboreel.fleet.export;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.folder.FileFault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Facts of an episode as JSON, to the last bit. The configuration of its env is kept elsewhere. */
final class FactsJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS)
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    private FactsJson() {}

    static byte[] write(KeptEpisode episode) throws IOException {
        EpisodeFacts facts = episode.facts();
        ObjectNode json = MAPPER.createObjectNode();
        json.put("file", episode.file().text()).put("demo", facts.demo());
        json.put("env_name", facts.envName());
        json.put("run", facts.run()).put("env", facts.env()).put("episode", facts.episode());
        json.put("instruction", facts.instruction());
        facts.policy().ifPresent(policy -> json.put("policy", policy));
        json.put("ending", facts.ending().name());
        facts.success().ifPresent(success -> json.put("success", success));
        facts.score().ifPresent(score -> json.put("score", score));
        facts.seed().ifPresent(seed -> json.put("seed", seed));
        json.put("dt", facts.dtSeconds());
        json.set("metrics", MAPPER.valueToTree(facts.metrics()));
        json.set("attributes", MAPPER.valueToTree(facts.attributes()));
        ObjectNode videos = json.putObject("videos");
        episode.videos().forEach((camera, files) -> {
            ArrayNode places = videos.putArray(camera);
            files.forEach(file -> places.add(file.text()));
        });
        return MAPPER.writeValueAsBytes(json);
    }

    static KeptEpisode read(byte[] bytes, String environmentConfig) throws IOException {
        JsonNode json = MAPPER.readTree(bytes);
        Map<String, Double> metrics = new LinkedHashMap<>();
        json.get("metrics")
                .properties()
                .forEach(e -> metrics.put(e.getKey(), e.getValue().doubleValue()));
        Map<String, Object> attributes = new LinkedHashMap<>();
        json.get("attributes").properties().forEach(e -> attributes.put(e.getKey(), value(e.getValue())));
        Map<String, List<Location>> videos = new LinkedHashMap<>();
        json.get("videos").properties().forEach(e -> {
            List<Location> files = new ArrayList<>();
            e.getValue().forEach(file -> files.add(new Location(file.textValue())));
            videos.put(e.getKey(), files);
        });
        Location place = new Location(json.get("file").textValue());
        EpisodeFacts facts = new EpisodeFacts(
                FileFault.file(place.text()),
                json.get("demo").textValue(),
                json.get("env_name").textValue(),
                json.get("run").intValue(),
                json.get("env").intValue(),
                json.get("episode").intValue(),
                json.get("instruction").textValue(),
                Optional.ofNullable(json.get("policy")).map(JsonNode::textValue),
                EpisodeFacts.Ending.valueOf(json.get("ending").textValue()),
                Optional.ofNullable(json.get("success")).map(JsonNode::booleanValue),
                json.has("score") ? OptionalDouble.of(json.get("score").doubleValue()) : OptionalDouble.empty(),
                json.has("seed") ? OptionalLong.of(json.get("seed").longValue()) : OptionalLong.empty(),
                json.get("dt").doubleValue(),
                metrics,
                attributes,
                Map.of(),
                environmentConfig);
        return KeptEpisode.of(facts, place, videos);
    }

    /** Long, Double, Boolean or String, as free attributes are. */
    private static Object value(JsonNode json) {
        if (json.isTextual()) {
            return json.textValue();
        }
        if (json.isBoolean()) {
            return json.booleanValue();
        }
        return json.isIntegralNumber() ? (Object) json.longValue() : (Object) json.doubleValue();
    }
}
