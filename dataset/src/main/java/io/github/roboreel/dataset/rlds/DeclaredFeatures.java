package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The leaves that a {@code features.json} declares, by the keys they have in records. */
final class DeclaredFeatures {
    private static final String FILE = "features.json";

    private final Map<String, JsonNode> leaves = new TreeMap<>();

    private DeclaredFeatures() {}

    static Path in(Path folder) {
        return folder.resolve(FILE);
    }

    static Map<String, JsonNode> read(Path folder) throws IOException {
        return of(JsonFiles.read(in(folder)));
    }

    static Map<String, JsonNode> of(JsonNode root) {
        DeclaredFeatures declared = new DeclaredFeatures();
        declared.add("", root);
        return declared.leaves;
    }

    private void add(String key, JsonNode node) {
        if (node.has("sequence")) {
            add(key, node.get("sequence").get("feature"));
        } else if (node.has("featuresDict")) {
            String prefix = key.isEmpty() ? "" : key + "/";
            node.get("featuresDict")
                    .get("features")
                    .fields()
                    .forEachRemaining(child -> add(prefix + child.getKey(), child.getValue()));
        } else {
            leaves.put(key, node);
        }
    }
}
