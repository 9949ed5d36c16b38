package io.github.roboreel.dataset.robomimic;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Collects robomimic's {@code env_args}: how its tools learn of the environment. */
final class EnvArgs {
    /** robomimic's number for a Gym environment. */
    private static final int GYM_TYPE = 2;

    private final ObjectMapper json = new ObjectMapper();
    private String config;
    private boolean sameConfig = true;

    void add(EpisodeFacts facts) {
        if (config == null) {
            config = facts.environmentConfig();
        }
        sameConfig &= config.equals(facts.environmentConfig());
    }

    /**
     * Attributes of {@code data}: {@code env_args}, JSON text with the configuration when all episodes have the same
     * one; what the file said that the episodes were imported from, and the configuration apart from it.
     */
    Map<String, Object> attributes(List<String> envNames) {
        JsonNode imported =
                sameConfig ? FormatJson.readOrMissing(config).path(RobomimicMetadata.KEPT) : MissingNode.getInstance();
        Map<String, Object> attributes = new LinkedHashMap<>();
        imported.properties()
                .forEach(entry -> FormatJson.attribute(entry.getValue())
                        .ifPresent(value -> attributes.put(entry.getKey(), value)));
        if (attributes.containsKey(RobomimicMetadata.ENV_ARGS)) {
            attributes.put(RobomimicMetadata.ENV_CONFIG, config);
        } else {
            attributes.put(RobomimicMetadata.ENV_ARGS, text(envNames));
        }
        return attributes;
    }

    private String text(List<String> envNames) {
        ObjectNode args = json.createObjectNode();
        args.put("env_name", String.join(",", envNames));
        args.put("type", GYM_TYPE);
        ObjectNode kwargs = args.putObject("env_kwargs");
        if (sameConfig && config != null && !config.isEmpty()) {
            kwargs.set("env_cfg", parsed(config));
        }
        return args.toString();
    }

    /** What it leaves out. */
    Optional<String> note() {
        return sameConfig
                ? Optional.empty()
                : Optional.of("env_args has no env_cfg, because the episodes' environments are not"
                        + " configured alike; export one environment after the other to keep"
                        + " it");
    }

    /** As text when it is no JSON. */
    private JsonNode parsed(String text) {
        try {
            return json.readTree(text);
        } catch (JsonProcessingException e) {
            return json.getNodeFactory().textNode(text);
        }
    }
}
