package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.FormatJson;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Texts about the RLDS datasets that episodes were imported from, as far as all episodes agree. Its size does not
 * depend on the number of episodes. For one thread.
 */
final class KeptTexts {
    private final Set<String> unlike = new TreeSet<>();
    private Map<String, String> common;

    /** The configuration that was looked at last, since episodes of one run have the same. */
    private String lastConfig = "";

    /** One that {@link #json} gave. */
    static KeptTexts of(JsonNode json) {
        KeptTexts read = new KeptTexts();
        read.common = json.has("common") ? texts(json.path("common")) : null;
        json.path("unlike").forEach(name -> read.unlike.add(name.asText()));
        return read;
    }

    JsonNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        if (common != null) {
            json.set("common", FormatJson.tree(common));
        }
        unlike.forEach(json.putArray("unlike")::add);
        return json;
    }

    /** Looks at the configuration of an episode's environment. */
    void add(String environmentConfig) {
        if (common == null || !environmentConfig.equals(lastConfig)) {
            agree(texts(FormatJson.readOrMissing(environmentConfig).path(RldsAbout.KEPT)));
        }
        lastConfig = environmentConfig;
    }

    /** Takes what another found. */
    void add(KeptTexts later) {
        unlike.addAll(later.unlike);
        if (later.common != null) {
            agree(later.common);
        }
    }

    private void agree(Map<String, String> own) {
        common = common == null ? own : common;
        Set<String> names = new TreeSet<>(common.keySet());
        names.addAll(own.keySet());
        for (String name : names) {
            if (!Optional.ofNullable(own.get(name)).equals(Optional.ofNullable(common.get(name)))) {
                unlike.add(name);
            }
        }
    }

    private static Map<String, String> texts(JsonNode object) {
        Map<String, String> texts = new TreeMap<>();
        object.properties().stream()
                .filter(entry ->
                        RldsAbout.isOne(entry.getKey(), entry.getValue().asText()))
                .forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
        return texts;
    }

    /** What all episodes say alike. */
    Map<String, String> common() {
        Map<String, String> alike = new TreeMap<>(common == null ? Map.of() : common);
        alike.keySet().removeAll(unlike);
        return alike;
    }

    /** Names of what they do not say alike. */
    Set<String> unlike() {
        return Set.copyOf(unlike);
    }
}
