package io.github.roboreel.dataset.minari;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.roboreel.dataset.ExportRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a Minari dataset says of itself, in {@code metadata.json} or, the older way, in the attributes of its HDF5 file.
 *
 * @param isArrow whether its arrays are in Arrow files, else in one of HDF5
 * @param id of the dataset
 * @param episodes number of episodes
 * @param steps number of their actions; empty when unsaid
 * @param observationSpace text of the space; empty without one
 * @param actionSpace likewise
 * @param algorithm who acted; empty when unknown
 * @param described what else it says of itself, by key
 * @param extras what our exporter added; missing for other datasets
 */
record MinariMetadata(
        boolean isArrow,
        String id,
        int episodes,
        OptionalLong steps,
        String observationSpace,
        String actionSpace,
        String algorithm,
        Map<String, Object> described,
        JsonNode extras) {
    private static final String EPISODES = "total_episodes";
    private static final String STEPS = "total_steps";

    /** The space of a camera is a text of megabytes, more than Jackson takes without being told. */
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    /**
     * Reads {@code metadata.json}; empty without one.
     *
     * @throws ExportRefusedException when it is of a kind that is not read
     */
    static Optional<MinariMetadata> ofJson(Path data) throws IOException {
        Path file = data.resolve("metadata.json");
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        JsonNode json = parsed(file);
        return Optional.of(new MinariMetadata(
                isArrow(file, json.path("data_format").asText()),
                json.path("dataset_id").asText(),
                episodes(file, number(json.path(EPISODES))),
                number(json.path(STEPS)),
                json.path("observation_space").asText(),
                json.path("action_space").asText(),
                json.path("algorithm_name").asText(),
                DescriptionJson.of(json),
                json.path("robolab")));
    }

    private static JsonNode parsed(Path file) throws IOException {
        try {
            return JSON.readTree(file.toFile());
        } catch (JsonProcessingException e) {
            throw ExportRefusedException.noJson(file, e);
        }
    }

    private static boolean isArrow(Path file, String format) {
        return switch (format) {
            case "hdf5" -> false;
            case "arrow" -> true;
            case "" ->
                throw new ExportRefusedException(file + " has no data_format, such as 'hdf5'; repair the dataset");
            default ->
                throw new ExportRefusedException(
                        "%s says data_format '%s', but only 'hdf5' and 'arrow' are imported; write the dataset again "
                                + "with minari.DataCollector(..., data_format='hdf5')",
                        file, format);
        };
    }

    private static OptionalLong number(JsonNode node) {
        return node.isIntegralNumber() && node.canConvertToLong()
                ? OptionalLong.of(node.longValue())
                : OptionalLong.empty();
    }

    private static int episodes(Path where, OptionalLong said) {
        long episodes = said.orElse(-1);
        if (episodes < 0 || episodes > Integer.MAX_VALUE) {
            throw new ExportRefusedException(
                    where + " has no total_episodes that is a whole number of at least 0; repair the dataset");
        }
        return (int) episodes;
    }

    /** For an episode of that name, which the dataset counts. */
    ExportRefusedException missing(String episode) {
        return new ExportRefusedException(
                "'%s' is missing, but the dataset says that it has %s episodes; repair the dataset", episode, episodes);
    }

    /**
     * Requires that the dataset counts the actions as they are.
     *
     * @throws ExportRefusedException naming both numbers
     */
    void requireSteps(long actions) {
        if (steps.isPresent() && steps.getAsLong() != actions) {
            throw new ExportRefusedException(
                    "the dataset says total_steps %s, but its episodes have %s actions; repair the dataset",
                    steps.getAsLong(), actions);
        }
    }

    /**
     * What the older layout says, in the attributes of its HDF5 file.
     *
     * @throws ExportRefusedException when that is nothing
     */
    static MinariMetadata ofAttributes(Path data, Map<String, Object> attributes) {
        if (!(attributes.get(EPISODES) instanceof Long episodes)) {
            throw new ExportRefusedException(
                    "%s has no metadata.json, and main_data.hdf5 no attribute total_episodes, so it is "
                            + "no Minari dataset; name the folder that holds 'data'",
                    data);
        }
        return new MinariMetadata(
                false,
                text(attributes, "dataset_id"),
                episodes(data.resolve("main_data.hdf5"), OptionalLong.of(episodes)),
                attributes.get(STEPS) instanceof Long steps ? OptionalLong.of(steps) : OptionalLong.empty(),
                text(attributes, "observation_space"),
                text(attributes, "action_space"),
                text(attributes, "algorithm_name"),
                described(attributes),
                MissingNode.getInstance());
    }

    /** The texts that Minari itself wrote there. */
    private static Map<String, Object> described(Map<String, Object> attributes) {
        Map<String, Object> described = new LinkedHashMap<>();
        for (String name : MinariDescription.OLD_TEXTS) {
            if (attributes.get(name) instanceof String text && !text.isBlank()) {
                DescriptionJson.put(described, name, text);
            }
        }
        return described;
    }

    private static String text(Map<String, Object> attributes, String name) {
        return attributes.get(name) instanceof String text ? text : "";
    }
}
