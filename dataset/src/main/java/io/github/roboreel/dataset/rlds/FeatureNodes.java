package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/** Nodes of {@code features.json}, in the JSON form of TFDS's protobuf messages. */
final class FeatureNodes {
    static final String CLASS = "pythonClassName";

    private static final String PACKAGE = "tensorflow_datasets.core.features.";
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private FeatureNodes() {}

    /** A tensor; a scalar without an encoding has a class of its own. */
    static ObjectNode tensor(String dtype, List<Long> shape, String encoding) {
        boolean scalar = shape.isEmpty() && encoding.equals("none");
        ObjectNode content = JSON.objectNode();
        content.set("shape", shape(shape));
        content.put("dtype", dtype).put("encoding", encoding);
        return node(scalar ? "scalar.Scalar" : "tensor_feature.Tensor", "tensor", content);
    }

    static ObjectNode image(String dtype, List<Long> shape, String format) {
        ObjectNode content = JSON.objectNode();
        content.set("shape", shape(shape));
        content.put("dtype", dtype).put("encodingFormat", format);
        return node("image_feature.Image", "image", content);
    }

    static ObjectNode text() {
        return node("text_feature.Text", "text", JSON.objectNode());
    }

    static ObjectNode dict(Map<String, ObjectNode> features) {
        ObjectNode content = JSON.objectNode();
        content.set("features", JSON.objectNode().setAll(features));
        return node("features_dict.FeaturesDict", "featuresDict", content);
    }

    /** The steps of an episode; without the length, readers take it for 0. */
    static ObjectNode steps(ObjectNode step) {
        ObjectNode content = JSON.objectNode();
        content.put("length", "-1").set("feature", step);
        return node("dataset_feature.Dataset", "sequence", content);
    }

    private static ObjectNode node(String pythonClass, String kind, ObjectNode content) {
        ObjectNode node = JSON.objectNode().put(CLASS, PACKAGE + pythonClass);
        node.set(kind, content);
        return node;
    }

    /** Sizes are int64, which this JSON writes as text; a scalar has none. */
    private static ObjectNode shape(List<Long> sizes) {
        ObjectNode shape = JSON.objectNode();
        if (!sizes.isEmpty()) {
            ArrayNode dimensions = shape.putArray("dimensions");
            sizes.forEach(size -> dimensions.add(size.toString()));
        }
        return shape;
    }
}
