package io.github.roboreel.dataset.robomimic;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.util.List;
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

    /** JSON text; the configuration is in it when all episodes have the same one. */
    String text(List<String> envNames) {
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
