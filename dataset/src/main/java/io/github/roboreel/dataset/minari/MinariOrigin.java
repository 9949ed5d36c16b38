package io.github.roboreel.dataset.minari;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Facts that a recording keeps of the Minari dataset it was imported from, so that an export to Minari gives back equal
 * spaces, keys and arrays. It is the object {@code minari} of the environment's configuration.
 *
 * @param observationSpace the space of observations in short form; missing when it had none
 * @param actionSpace that of actions
 * @param paths original path of an array below its episode by the path of its field, where that is not what follows
 *     from it
 * @param emptyArrays arrays whose rows hold nothing, which are no fields
 */
public record MinariOrigin(
        JsonNode observationSpace, JsonNode actionSpace, Map<String, String> paths, List<EmptyArray> emptyArrays) {
    private static final String KEY = "minari";
    private static final String OBSERVATION_SPACE = "observation_space";
    private static final String ACTION_SPACE = "action_space";
    private static final String PATHS = "paths";
    private static final String EMPTY_ARRAYS = "empty_arrays";

    /** Prefixes of fields and of the arrays that they are in a dataset. */
    private static final Map<String, String> GROUPS = groups();

    /**
     * An array whose rows hold nothing, since one of its axes has size 0.
     *
     * @param path below the episode
     * @param dtype label of the element type
     * @param shape of a row
     * @param moreRows by how many rows it is longer than the actions
     */
    public record EmptyArray(String path, String dtype, List<Long> shape, long moreRows) {
        /** Copies the list. */
        public EmptyArray {
            shape = List.copyOf(shape);
        }
    }

    /** Copies the collections. */
    public MinariOrigin {
        paths = new TreeMap<>(paths);
        emptyArrays = List.copyOf(emptyArrays);
    }

    private static Map<String, String> groups() {
        Map<String, String> groups = new LinkedHashMap<>();
        groups.put("obs", StoredArray.OBSERVATIONS);
        groups.put("actions", StoredArray.ACTIONS);
        groups.put("infos", StoredArray.INFOS);
        return groups;
    }

    /**
     * Of a dataset with these texts of spaces.
     *
     * @param paths original path by field, of all arrays; only others than usual are kept
     */
    public static MinariOrigin of(
            String observationSpace, String actionSpace, Map<String, String> paths, List<EmptyArray> emptyArrays) {
        Map<String, String> unusual = new TreeMap<>(paths);
        unusual.entrySet().removeIf(e -> usualPath(e.getKey()).equals(e.getValue()));
        return new MinariOrigin(
                SpaceJson.shortened(observationSpace), SpaceJson.shortened(actionSpace), unusual, emptyArrays);
    }

    /** What an environment's configuration keeps; empty when it comes from no such import. */
    public static Optional<MinariOrigin> in(String environmentConfig) {
        try {
            JsonNode kept = new ObjectMapper().readTree(environmentConfig).path(KEY);
            return kept.isObject() ? Optional.of(of(kept)) : Optional.empty();
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    private static MinariOrigin of(JsonNode kept) {
        Map<String, String> paths = new TreeMap<>();
        kept.path(PATHS)
                .properties()
                .forEach(e -> paths.put(e.getKey(), e.getValue().asText()));
        List<EmptyArray> empty = new ArrayList<>();
        for (JsonNode array : kept.path(EMPTY_ARRAYS)) {
            List<Long> shape = new ArrayList<>();
            array.path("shape").forEach(size -> shape.add(size.asLong()));
            empty.add(new EmptyArray(
                    array.path("path").asText(),
                    array.path("dtype").asText(),
                    shape,
                    array.path("more_rows").asLong()));
        }
        return new MinariOrigin(space(kept, OBSERVATION_SPACE), space(kept, ACTION_SPACE), paths, empty);
    }

    private static JsonNode space(JsonNode kept, String name) {
        return kept.path(name).has("type") ? kept.path(name) : MissingNode.getInstance();
    }

    /** With the arrays of another episode of the same dataset. */
    public MinariOrigin plus(MinariOrigin other) {
        Map<String, String> allPaths = new TreeMap<>(other.paths);
        allPaths.putAll(paths);
        Map<String, EmptyArray> allEmpty = new LinkedHashMap<>();
        Stream.of(emptyArrays, other.emptyArrays)
                .flatMap(List::stream)
                .forEach(array -> allEmpty.putIfAbsent(array.path(), array));
        return new MinariOrigin(observationSpace, actionSpace, allPaths, List.copyOf(allEmpty.values()));
    }

    /**
     * An environment's configuration in which it is noted.
     *
     * @throws IOException if that is no JSON object
     */
    public String notedIn(String environmentConfig) throws IOException {
        ObjectNode config = new ObjectMapper().readValue(environmentConfig, ObjectNode.class);
        noteIn(config.putObject(KEY));
        return config.toString();
    }

    private void noteIn(ObjectNode kept) {
        if (!observationSpace.isMissingNode()) {
            kept.set(OBSERVATION_SPACE, observationSpace);
        }
        if (!actionSpace.isMissingNode()) {
            kept.set(ACTION_SPACE, actionSpace);
        }
        ObjectNode named = kept.putObject(PATHS);
        paths.forEach(named::put);
        ArrayNode empty = kept.putArray(EMPTY_ARRAYS);
        for (EmptyArray array : emptyArrays) {
            ObjectNode node = empty.addObject().put("path", array.path());
            ArrayNode sizes = node.put("dtype", array.dtype()).putArray("shape");
            array.shape().forEach(sizes::add);
            node.put("more_rows", array.moreRows());
        }
    }

    /** The spaces that hold no others, by the path of their array. */
    Map<String, JsonNode> spaces() {
        Map<String, JsonNode> spaces = new TreeMap<>();
        addSpaces(StoredArray.OBSERVATIONS, observationSpace, spaces);
        addSpaces(StoredArray.ACTIONS, actionSpace, spaces);
        return spaces;
    }

    private static void addSpaces(String group, JsonNode space, Map<String, JsonNode> spaces) {
        if (!space.isMissingNode()) {
            spaces.putAll(SpaceJson.leaves(group, space));
        }
    }

    /** Path of a field's array below its episode in the dataset. */
    public String path(String field) {
        return paths.getOrDefault(field, usualPath(field));
    }

    private static String usualPath(String field) {
        String group = field.contains("/") ? field.substring(0, field.indexOf('/')) : field;
        return GROUPS.containsKey(group) ? GROUPS.get(group) + field.substring(group.length()) : field;
    }
}
