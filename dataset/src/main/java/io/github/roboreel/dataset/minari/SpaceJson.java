package io.github.roboreel.dataset.minari;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.github.roboreel.format.DType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Spaces of Gymnasium in a short form: equal bounds of a box are said once, and infinite ones are the texts {@code inf}
 * and {@code -inf}. So that of a camera has some bytes instead of megabytes.
 */
final class SpaceJson {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS)
            .build();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String SUBSPACES = "subspaces";
    private static final String INFINITE = "inf";
    private static final int BRIGHTEST = 255;

    private SpaceJson() {}

    /** The short form of a space's text, going along it; missing when it is no space. */
    static JsonNode shortened(String text) {
        try (JsonParser json = JSON.createParser(text)) {
            JsonNode node = json.nextToken() == null ? MissingNode.getInstance() : node(json);
            return node.has("type") ? node : MissingNode.getInstance();
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        } catch (IOException e) {
            throw new IllegalStateException("a text cannot be read", e);
        }
    }

    private static JsonNode node(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            return JSON.readTree(json);
        }
        ObjectNode object = NODES.objectNode();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            object.set(name, member(name, json));
        }
        return object;
    }

    private static JsonNode member(String name, JsonParser json) throws IOException {
        if (name.equals("low") || name.equals("high")) {
            return bounds(json);
        }
        if (name.equals(SUBSPACES) && json.currentToken() == JsonToken.START_ARRAY) {
            ArrayNode members = NODES.arrayNode();
            while (json.nextToken() != JsonToken.END_ARRAY) {
                members.add(node(json));
            }
            return members;
        }
        return node(json);
    }

    /** One bound for all where they are equal. */
    private static JsonNode bounds(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            return bound(JSON.readTree(json));
        }
        ArrayNode all = NODES.arrayNode();
        boolean isEqual = true;
        while (json.nextToken() != JsonToken.END_ARRAY) {
            all.add(bounds(json));
            isEqual &= all.get(0).equals(all.get(all.size() - 1));
        }
        return isEqual && !all.isEmpty() && !all.get(0).isArray() ? all.get(0) : all;
    }

    private static JsonNode bound(JsonNode value) {
        if (value.isDouble() && Double.isInfinite(value.doubleValue())) {
            return new TextNode(value.doubleValue() > 0 ? INFINITE : "-" + INFINITE);
        }
        return switch (value.asText()) {
            case "Infinity" -> new TextNode(INFINITE);
            case "-Infinity" -> new TextNode("-" + INFINITE);
            default -> value;
        };
    }

    /**
     * The whole text of a space.
     *
     * @param tokens whether infinite bounds are Python's tokens, which Minari 0.4 wants, instead of texts, which are
     *     strict JSON
     */
    static String text(JsonNode space, boolean tokens) {
        try {
            return JSON.writeValueAsString(whole(space, tokens));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static JsonNode whole(JsonNode space, boolean tokens) {
        ObjectNode whole = NODES.objectNode();
        for (Map.Entry<String, JsonNode> member : space.properties()) {
            String name = member.getKey();
            JsonNode value = member.getValue();
            whole.set(
                    name,
                    switch (name) {
                        case "low", "high" -> spread(value, space.path("shape"), 0, tokens);
                        case SUBSPACES -> subspaces(value, tokens);
                        default -> value;
                    });
        }
        return whole;
    }

    private static JsonNode subspaces(JsonNode members, boolean tokens) {
        if (members.isArray()) {
            ArrayNode all = NODES.arrayNode();
            members.forEach(member -> all.add(whole(member, tokens)));
            return all;
        }
        ObjectNode all = NODES.objectNode();
        members.properties().forEach(m -> all.set(m.getKey(), whole(m.getValue(), tokens)));
        return all;
    }

    private static JsonNode spread(JsonNode bound, JsonNode shape, int axis, boolean tokens) {
        if (axis == shape.size()) {
            return tokens && bound.asText().endsWith(INFINITE) ? token(bound) : bound;
        }
        ArrayNode all = NODES.arrayNode();
        JsonNode equal = bound.isArray() ? null : spread(bound, shape, axis + 1, tokens);
        for (int i = 0; i < shape.get(axis).asInt(); i++) {
            all.add(equal != null ? equal : spread(bound.path(i), shape, axis + 1, tokens));
        }
        return all;
    }

    private static JsonNode token(JsonNode bound) {
        return new DoubleNode(bound.asText().startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
    }

    /** The spaces that hold no others, by the path of their array. */
    static Map<String, JsonNode> leaves(String group, JsonNode space) {
        Map<String, JsonNode> leaves = new TreeMap<>();
        addLeaves(group, space, leaves);
        return leaves;
    }

    /** The arrays of a space in its long form, as far as it says what they are. */
    static Map<String, StoredArray> arrays(String group, String text) {
        Map<String, StoredArray> arrays = new TreeMap<>();
        leaves(group, shortened(text)).forEach((path, box) -> arrays.put(path, array(path, box)));
        return arrays;
    }

    private static StoredArray array(String path, JsonNode box) {
        List<Long> shape = new ArrayList<>();
        box.path("shape").forEach(size -> shape.add(size.asLong()));
        DType dtype = box.path("dtype").asText().equals("uint8") ? DType.UINT8 : DType.INT64;
        boolean isPicture = Leaf.looksLikePicture(dtype, shape)
                && box.path("low").asInt(-1) == 0
                && box.path("high").asInt(-1) == BRIGHTEST;
        return new StoredArray(path, dtype, shape, isPicture);
    }

    private static void addLeaves(String path, JsonNode space, Map<String, JsonNode> leaves) {
        JsonNode members = space.path(SUBSPACES);
        if (members.isArray()) {
            for (int i = 0; i < members.size(); i++) {
                addLeaves(path + "/_index_" + i, members.get(i), leaves);
            }
        } else if (members.isObject()) {
            members.properties().forEach(m -> addLeaves(path + "/" + m.getKey(), m.getValue(), leaves));
        } else {
            leaves.put(path, space);
        }
    }
}
