package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.ExportRefusedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** {@code features.json}: the structure of a dataset, a tree whose leaves are the features of its records. */
final class FeaturesFile {
    private static final String STEPS = "/steps";
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final Map<String, FeaturesFile> children = new TreeMap<>();
    private final String path;
    private RldsFeature leaf;

    private FeaturesFile(String path) {
        this.path = path;
    }

    static Path in(Path folder) {
        return folder.resolve("features.json");
    }

    /**
     * The root's node.
     *
     * @throws ExportRefusedException when a name is empty, or one key lies inside another
     */
    static ObjectNode declare(Collection<RldsFeature> features) {
        FeaturesFile root = new FeaturesFile("");
        features.forEach(root::add);
        return root.declaration();
    }

    private void add(RldsFeature feature) {
        FeaturesFile node = this;
        for (String name : feature.key().split("/", -1)) {
            require(!name.isEmpty(), feature, "has an empty name in it");
            String below = node.path + "/" + name;
            node = node.children.computeIfAbsent(name, n -> new FeaturesFile(below));
            require(node.leaf == null, feature, "is there twice, or lies inside another");
        }
        require(node.children.isEmpty(), feature, "has another inside it");
        node.leaf = feature;
    }

    private static void require(boolean ok, RldsFeature feature, String fault) {
        if (!ok) {
            throw new ExportRefusedException(
                    "the RLDS feature '" + feature.key() + "' " + fault + "; rename its source");
        }
    }

    private ObjectNode declaration() {
        if (leaf != null) {
            return leaf.declaration();
        }
        ObjectNode content = JSON.objectNode();
        ObjectNode features = content.putObject("features");
        children.forEach((name, child) -> features.set(name, child.declaration()));
        ObjectNode dict = ValueCodec.node("features_dict.FeaturesDict", "featuresDict", content);
        if (!path.equals(STEPS)) {
            return dict;
        }
        // Without the length, readers take it for 0.
        ObjectNode steps = JSON.objectNode().put("length", "-1");
        steps.set("feature", dict);
        return ValueCodec.node("dataset_feature.Dataset", "sequence", steps);
    }

    /** The leaves that a folder's file declares, by the keys they have in records. */
    static Map<String, JsonNode> read(Path folder) throws IOException {
        return leaves(JsonFiles.read(in(folder)));
    }

    /** The leaves below a root. */
    static Map<String, JsonNode> leaves(JsonNode root) {
        Map<String, JsonNode> leaves = new TreeMap<>();
        addLeaves("", root, leaves);
        return leaves;
    }

    private static void addLeaves(String key, JsonNode node, Map<String, JsonNode> leaves) {
        if (node.has("sequence")) {
            addLeaves(key, node.get("sequence").get("feature"), leaves);
        } else if (node.has("featuresDict")) {
            String prefix = key.isEmpty() ? "" : key + "/";
            JsonNode features = node.get("featuresDict").get("features");
            features.properties().forEach(f -> addLeaves(prefix + f.getKey(), f.getValue(), leaves));
        } else {
            leaves.put(key, node);
        }
    }
}
