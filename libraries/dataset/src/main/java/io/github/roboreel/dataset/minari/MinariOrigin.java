package io.github.roboreel.dataset.minari;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.OriginalPaths;
import java.io.IOException;
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
 * @param observationSpace the space of observations; missing when it had none
 * @param actionSpace that of actions
 * @param paths original path of an array below its episode by the path of its field, where that is not what follows
 *     from it
 * @param emptyArrays arrays whose rows hold nothing, which are no fields
 */
record MinariOrigin(
        Space observationSpace, Space actionSpace, Map<String, String> paths, List<EmptyArray> emptyArrays) {
    private static final String PATHS = "paths";

    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /**
     * An array whose rows hold nothing, since one of its axes has size 0.
     *
     * @param path below the episode
     * @param dtype label of the element type
     * @param shape of a row
     * @param moreRows by how many rows it is longer than the actions
     */
    record EmptyArray(
            String path,
            String dtype,
            List<Long> shape,
            @JsonProperty("more_rows") long moreRows) {
        EmptyArray {
            shape = List.copyOf(shape);
        }
    }

    /** The object as it is kept; a space that is not there has no key. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Kept(
            @JsonProperty("observation_space") JsonNode observationSpace,
            @JsonProperty("action_space") JsonNode actionSpace,
            Map<String, String> paths,
            @JsonProperty("empty_arrays") List<EmptyArray> emptyArrays) {
        private static JsonNode of(Space space) {
            return space.isMissing() ? null : space.json();
        }

        private static Space space(JsonNode kept) {
            return new Space(kept != null && kept.has("type") ? kept : MissingNode.getInstance());
        }

        MinariOrigin origin() {
            return new MinariOrigin(
                    space(observationSpace),
                    space(actionSpace),
                    paths == null ? Map.of() : paths,
                    emptyArrays == null ? List.of() : emptyArrays);
        }
    }

    MinariOrigin {
        paths = new TreeMap<>(paths);
        emptyArrays = List.copyOf(emptyArrays);
    }

    /**
     * Of a dataset with these texts of spaces.
     *
     * @param paths original path by field, of all arrays; only others than usual are kept
     */
    static MinariOrigin of(
            String observationSpace, String actionSpace, Map<String, String> paths, List<EmptyArray> emptyArrays) {
        Map<String, String> unusual = OriginalPaths.of(paths).unusual();
        return new MinariOrigin(Space.parse(observationSpace), Space.parse(actionSpace), unusual, emptyArrays);
    }

    /** What an environment's configuration keeps; empty when it comes from no such import. */
    static Optional<MinariOrigin> in(String environmentConfig) {
        try {
            JsonNode kept = JSON.readTree(environmentConfig).path(OriginalPaths.KEY);
            return kept.path(PATHS).isObject()
                    ? Optional.of(JSON.treeToValue(kept, Kept.class).origin())
                    : Optional.empty();
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    /** With the arrays of another episode of the same dataset. */
    MinariOrigin plus(MinariOrigin other) {
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
    String notedIn(String environmentConfig) throws IOException {
        ObjectNode config = JSON.readValue(environmentConfig, ObjectNode.class);
        config.set(
                OriginalPaths.KEY,
                JSON.valueToTree(new Kept(Kept.of(observationSpace), Kept.of(actionSpace), paths, emptyArrays)));
        return config.toString();
    }

    /** The spaces that hold no others, by the path of their array. */
    Map<String, JsonNode> spaces() {
        Map<String, JsonNode> spaces = new TreeMap<>(observationSpace.leaves(MinariArray.OBSERVATIONS));
        spaces.putAll(actionSpace.leaves(MinariArray.ACTIONS));
        return spaces;
    }

    /** Path of a field's array below its episode in the dataset. */
    String path(String field) {
        return new OriginalPaths(paths).of(field);
    }
}
