package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.ExportRefusedException;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** The structure of a dataset as {@code features.json} declares it, from the keys of its leaves. */
final class FeatureTree {
    private static final String STEPS = "steps";

    private final Map<String, FeatureTree> children = new TreeMap<>();
    private final String path;
    private Feature leaf;

    private FeatureTree(String path) {
        this.path = path;
    }

    /**
     * The root's node.
     *
     * @throws ExportRefusedException when a name is empty, or one key lies inside another
     */
    static ObjectNode declare(Collection<Feature> features) {
        FeatureTree root = new FeatureTree("");
        features.forEach(root::add);
        return root.declaration();
    }

    private void add(Feature feature) {
        FeatureTree node = this;
        for (String name : feature.key().split("/", -1)) {
            require(!name.isEmpty(), feature, "has an empty name in it");
            String below = node.path + "/" + name;
            node = node.children.computeIfAbsent(name, n -> new FeatureTree(below));
            require(node.leaf == null, feature, "is there twice, or lies inside another");
        }
        require(node.children.isEmpty(), feature, "has another inside it");
        node.leaf = feature;
    }

    private static void require(boolean ok, Feature feature, String fault) {
        if (!ok) {
            throw new ExportRefusedException(
                    "the RLDS feature '" + feature.key() + "' " + fault + "; rename its source");
        }
    }

    private ObjectNode declaration() {
        if (leaf != null) {
            return leaf.declaration();
        }
        Map<String, ObjectNode> nodes = new TreeMap<>();
        children.forEach((name, child) -> nodes.put(name, child.declaration()));
        ObjectNode dict = FeatureNodes.dict(nodes);
        return path.equals("/" + STEPS) ? FeatureNodes.steps(dict) : dict;
    }
}
