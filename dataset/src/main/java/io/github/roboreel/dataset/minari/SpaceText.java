package io.github.roboreel.dataset.minari;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.github.roboreel.format.DType;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Spaces of Gymnasium as the JSON text that Minari keeps in its metadata. */
final class SpaceText {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final JsonMapper JSON =
            JsonMapper.builder().disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS).build();
    private static final String SUBSPACES = "subspaces";

    /** The texts' characters are not known; these are what most are made of. */
    private static final String PRINTABLE =
            IntStream.rangeClosed(' ', '~').mapToObj(Character::toString).collect(Collectors.joining());

    /** How an infinite bound is written. */
    private enum Infinity {
        TEXT,
        TOKEN;

        JsonNode node(boolean positive) {
            if (this == TEXT) {
                return new TextNode(positive ? "inf" : "-inf");
            }
            return new DoubleNode(positive ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY);
        }
    }

    private final Infinity infinity;

    private SpaceText(Infinity infinity) {
        this.infinity = infinity;
    }

    /** Strict JSON; infinite bounds are texts, which Minari 0.5 reads as numbers. */
    static String strict(List<Leaf> leaves) {
        return new SpaceText(Infinity.TEXT).text(leaves);
    }

    /** As Python writes it, and the only way that Minari 0.4 reads: infinite bounds are tokens. */
    static String withTokens(List<Leaf> leaves) {
        return new SpaceText(Infinity.TOKEN).text(leaves);
    }

    private String text(List<Leaf> leaves) {
        try {
            return JSON.writeValueAsString(space(leaves));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private ObjectNode space(List<Leaf> leaves) {
        if (leaves.size() == 1 && leaves.get(0).name().isEmpty()) {
            return box(leaves.get(0));
        }
        ObjectNode root = dict();
        for (Leaf leaf : leaves) {
            ObjectNode parent = root;
            String[] names = leaf.name().split("/");
            for (int i = 0; i < names.length - 1; i++) {
                parent = child(parent, names[i]);
            }
            ((ObjectNode) parent.get(SUBSPACES)).set(names[names.length - 1], box(leaf));
        }
        return root;
    }

    private static ObjectNode child(ObjectNode parent, String name) {
        ObjectNode subspaces = (ObjectNode) parent.get(SUBSPACES);
        if (!subspaces.has(name)) {
            subspaces.set(name, dict());
        }
        return (ObjectNode) subspaces.get(name);
    }

    private static ObjectNode dict() {
        ObjectNode dict = NODES.objectNode().put("type", "Dict");
        dict.set(SUBSPACES, NODES.objectNode());
        return dict;
    }

    private ObjectNode box(Leaf leaf) {
        List<Long> shape = leaf.field().rowShape();
        if (leaf.dtype().isText()) {
            return NODES.objectNode()
                    .put("type", "Text")
                    .put("max_length", shape.get(0))
                    .put("min_length", 0)
                    .put("charset", PRINTABLE);
        }
        ObjectNode box = NODES.objectNode();
        box.put("type", "Box").put("dtype", leaf.dtype().label());
        ArrayNode sizes = box.putArray("shape");
        shape.forEach(sizes::add);
        box.set("low", bounds(shape, low(leaf)));
        box.set("high", bounds(shape, high(leaf)));
        return box;
    }

    /** Minari wants a bound for every element. */
    private static JsonNode bounds(List<Long> shape, JsonNode bound) {
        if (shape.isEmpty()) {
            return bound;
        }
        JsonNode inner = bounds(shape.subList(1, shape.size()), bound);
        ArrayNode all = NODES.arrayNode();
        for (long i = 0; i < shape.get(0); i++) {
            all.add(inner);
        }
        return all;
    }

    private JsonNode low(Leaf leaf) {
        return leaf.dtype().isFloating()
                ? infinity.node(false)
                : BigIntegerNode.valueOf(IntegerBounds.low(leaf.dtype()));
    }

    private JsonNode high(Leaf leaf) {
        if (leaf.field().dtype() == DType.BOOL) {
            return BigIntegerNode.valueOf(BigInteger.ONE);
        }
        return leaf.dtype().isFloating()
                ? infinity.node(true)
                : BigIntegerNode.valueOf(IntegerBounds.high(leaf.dtype()));
    }
}
