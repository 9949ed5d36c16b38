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
import io.github.roboreel.format.DType;
import io.github.roboreel.format.FieldSignal;
import io.github.roboreel.format.SpaceJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A space of Gymnasium in the short form of {@link SpaceJson}.
 *
 * @param json the short form; missing where there is no space
 */
record Space(JsonNode json) {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS)
            .build();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    /** Types whose values are arrays of numbers. */
    private static final Set<String> ARRAYS = Set.of("Box", "Discrete", "MultiDiscrete", "MultiBinary");

    private static final int MIN_PICTURE = 32;
    private static final int BRIGHTEST = 255;

    /**
     * An array that a space is made for.
     *
     * @param name path in the observation or action; empty when it is all of it
     * @param dtype of the recorded array; booleans become numbers
     * @param shape of a row
     * @param signal bounds or numbers of values of the elements, where they were said
     */
    record Member(String name, DType dtype, List<Long> shape, FieldSignal signal) {}

    /** Reads a space's text, going along it; missing when it is no space. */
    static Space parse(String text) {
        try {
            return read(text);
        } catch (JsonProcessingException e) {
            return new Space(MissingNode.getInstance());
        }
    }

    /**
     * Reads a space's text, going along it; missing when the text is empty or no space.
     *
     * @throws JsonProcessingException when it is no JSON
     */
    static Space read(String text) throws JsonProcessingException {
        try (JsonParser json = JSON.createParser(text)) {
            JsonNode node = json.nextToken() == null ? MissingNode.getInstance() : node(json);
            return new Space(node.has("type") ? node : MissingNode.getInstance());
        } catch (JsonProcessingException e) {
            throw e;
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
            object.set(name, part(name, json));
        }
        return object;
    }

    private static JsonNode part(String name, JsonParser json) throws IOException {
        if (name.equals("low") || name.equals("high")) {
            return bounds(json);
        }
        if (name.equals(SpaceJson.SUBSPACES) && json.currentToken() == JsonToken.START_ARRAY) {
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
            return SpaceJson.infinite(value.doubleValue() > 0);
        }
        return switch (value.asText()) {
            case "Infinity" -> SpaceJson.infinite(true);
            case "-Infinity" -> SpaceJson.infinite(false);
            default -> value;
        };
    }

    /** The space of these arrays: a dictionary of those of each, or one alone. */
    static Space of(List<Member> members) {
        return of(members, member -> SpaceJson.of(member.dtype(), member.shape(), member.signal()));
    }

    /** The same of boxes and texts alone, since Minari 0.4 knows no others for arrays. */
    static Space ofBoxes(List<Member> members) {
        return of(members, member -> SpaceJson.box(member.dtype(), member.shape(), member.signal()));
    }

    private static Space of(List<Member> members, Function<Member, ObjectNode> space) {
        Map<String, ObjectNode> byName = new LinkedHashMap<>();
        members.forEach(member -> byName.put(member.name(), space.apply(member)));
        return new Space(SpaceJson.of(byName));
    }

    /** Whether there is none. */
    boolean isMissing() {
        return json.isMissingNode();
    }

    /**
     * The whole text, as Minari keeps it in its metadata.
     *
     * @param tokens whether infinite bounds are Python's tokens, which Minari 0.4 wants, instead of texts, which are
     *     strict JSON
     */
    String text(boolean tokens) {
        try {
            return JSON.writeValueAsString(whole(json, tokens));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static JsonNode whole(JsonNode space, boolean tokens) {
        ObjectNode whole = NODES.objectNode();
        for (Map.Entry<String, JsonNode> part : space.properties()) {
            JsonNode value = part.getValue();
            whole.set(
                    part.getKey(),
                    switch (part.getKey()) {
                        case "low", "high" -> spread(value, space.path("shape"), 0, tokens);
                        case SpaceJson.SUBSPACES -> subspaces(value, tokens);
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

    /** Minari wants a bound for every element. */
    private static JsonNode spread(JsonNode bound, JsonNode shape, int axis, boolean tokens) {
        if (axis == shape.size()) {
            return tokens && bound.asText().endsWith(SpaceJson.INFINITE) ? token(bound) : bound;
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

    /**
     * The spaces that hold no others.
     *
     * @param group path of the whole, {@code observations} or {@code actions}
     * @return by the path of their array
     */
    Map<String, JsonNode> leaves(String group) {
        Map<String, JsonNode> leaves = new TreeMap<>();
        if (!isMissing()) {
            addLeaves(group, json, leaves);
        }
        return leaves;
    }

    /** Whether a part of it is of that type of Gymnasium. */
    boolean has(String type) {
        return leaves("").values().stream().anyMatch(leaf -> isOfType(leaf, type));
    }

    /** Paths of the arrays whose space is a Discrete. */
    static Set<String> discrete(Space observations, Space actions) {
        return Stream.of(observations.leaves(MinariArray.OBSERVATIONS), actions.leaves(MinariArray.ACTIONS))
                .flatMap(leaves -> leaves.entrySet().stream())
                .filter(leaf -> isOfType(leaf.getValue(), "Discrete"))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private static boolean isOfType(JsonNode leaf, String type) {
        return leaf.path("type").asText().equals(type);
    }

    private static void addLeaves(String path, JsonNode space, Map<String, JsonNode> leaves) {
        String before = path.isEmpty() ? "" : path + "/";
        JsonNode members = space.path(SpaceJson.SUBSPACES);
        if (members.isArray()) {
            for (int i = 0; i < members.size(); i++) {
                addLeaves(before + "_index_" + i, members.get(i), leaves);
            }
        } else if (members.isObject()) {
            members.properties().forEach(m -> addLeaves(before + m.getKey(), m.getValue(), leaves));
        } else {
            leaves.put(path, space);
        }
    }

    /** Whether this is the other space, or the boxes without bounds that versions before 0.3.0 made of its arrays. */
    boolean isWithOrWithoutBounds(Space other) {
        Map<String, JsonNode> own = leaves("");
        Map<String, JsonNode> others = other.leaves("");
        return own.keySet().equals(others.keySet())
                && own.entrySet().stream()
                        .allMatch(leaf -> leaf.getValue().equals(others.get(leaf.getKey()))
                                || isWithoutBounds(leaf.getValue(), others.get(leaf.getKey())));
    }

    /** Sizes of the axes of a space's values; none of one value. */
    static List<Long> shape(JsonNode leaf) {
        List<Long> shape = new ArrayList<>();
        switch (leaf.path("type").asText()) {
            case "MultiDiscrete" -> {
                for (JsonNode axis = leaf.path("nvec"); axis.isArray(); axis = axis.path(0)) {
                    shape.add((long) axis.size());
                }
            }
            case "MultiBinary" -> {
                JsonNode sizes = leaf.path("n");
                (sizes.isArray() ? sizes : List.of(sizes)).forEach(size -> shape.add(size.asLong()));
            }
            default -> leaf.path("shape").forEach(size -> shape.add(size.asLong()));
        }
        return shape;
    }

    /** Whether rows of that shape can be values of a space; so of one of another kind, or that does not say it. */
    static boolean isOfShape(JsonNode leaf, DType dtype, List<Long> row) {
        boolean isSaid = ARRAYS.contains(leaf.path("type").asText()) && (leaf.has("shape") || !isOfType(leaf, "Box"));
        boolean isPicture = dtype == DType.UINT8 && row.size() > 1;
        return !isSaid || (isPicture ? withoutOnes(row).equals(withoutOnes(shape(leaf))) : row.equals(shape(leaf)));
    }

    /** A grey picture has an axis of one channel, or none. */
    private static List<Long> withoutOnes(List<Long> shape) {
        return shape.stream().filter(size -> size != 1).toList();
    }

    /** Whether numbers of a type can be values of a space, as Gymnasium asks it: each is one of the space's type. */
    static boolean isOfNumbers(JsonNode leaf, DType dtype) {
        if (!isOfType(leaf, "Box")) {
            return !ARRAYS.contains(leaf.path("type").asText()) || dtype.isInteger() || dtype.isBool();
        }
        DType said = DType.named(leaf.path("dtype").asText()).orElse(dtype);
        if (said == dtype || dtype.isBool() || said.isText()) {
            return said == dtype || !said.isText();
        }
        if (said.isFloating()) {
            boolean isWide = said.bytes() > dtype.bytes() || said == DType.FLOAT64;
            return dtype.isFloating() ? said.bytes() >= dtype.bytes() : isWide;
        }
        return dtype.isInteger()
                && said.isInteger()
                && said.min().compareTo(dtype.min()) <= 0
                && said.max().compareTo(dtype.max()) >= 0;
    }

    private static boolean isWithoutBounds(JsonNode box, JsonNode leaf) {
        Stream<DType> booleans = isOfBooleans(leaf) ? Stream.of(DType.BOOL) : Stream.empty();
        return Stream.concat(booleans, DType.named(leaf.path("dtype").asText()).stream())
                .map(dtype -> SpaceJson.box(dtype, shape(leaf), FieldSignal.NONE))
                .anyMatch(unbounded -> box.equals(new Space(unbounded).parsed()));
    }

    private static boolean isOfBooleans(JsonNode leaf) {
        return leaf.equals(new Space(SpaceJson.of(DType.BOOL, shape(leaf), FieldSignal.NONE)).parsed());
    }

    /** As it is read again: numbers of other classes are not equal. */
    private JsonNode parsed() {
        return parse(text(false)).json();
    }

    /** The arrays of the space, as far as it says what they are, by path. */
    Map<String, MinariArray> arrays(String group) {
        Map<String, MinariArray> arrays = new TreeMap<>();
        leaves(group).forEach((path, box) -> arrays.put(path, array(path, box)));
        return arrays;
    }

    private static MinariArray array(String path, JsonNode box) {
        List<Long> shape = shape(box);
        DType dtype = box.path("dtype").asText().equals("uint8") ? DType.UINT8 : DType.INT64;
        boolean isPicture = looksLikePicture(dtype, shape)
                && box.path("low").asInt(-1) == 0
                && box.path("high").asInt(-1) == BRIGHTEST;
        return new MinariArray(path, dtype, shape, isPicture);
    }

    /** Whether Minari takes values of all numbers that uint8 has for a picture, by their shape. */
    static boolean looksLikePicture(DType dtype, List<Long> shape) {
        return dtype == DType.UINT8
                && (shape.size() == 2 || shape.size() == 3)
                && shape.get(0) >= MIN_PICTURE
                && shape.get(1) >= MIN_PICTURE;
    }
}
