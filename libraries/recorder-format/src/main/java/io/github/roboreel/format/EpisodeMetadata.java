package io.github.roboreel.format;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.github.roboreel.format.fault.Sentence;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The JSON in a demo's attribute {@code episode_metadata}: what an application says of its episode. Its attribute has a
 * fixed size, so that it can be rewritten while others read the file. Applications add fields of their own. Immutable.
 *
 * @param episodeAttributes free attributes, text, number or boolean each
 * @param unjudged whether no one judged the episode, however it ended
 * @param irregularSteps whether the rows have no common period; as a rule an attribute says so
 * @param ending {@link #TERMINATED} or {@link #TRUNCATED} where the status does not say it, as of an episode without a
 *     verdict that the environment ended, or of a success at the limit; null otherwise
 */
@JsonNaming(SnakeCaseStrategy.class)
public record EpisodeMetadata(
        Map<String, Object> episodeAttributes, Boolean unjudged, Boolean irregularSteps, String ending) {
    /** The attribute's size in bytes of UTF-8 JSON. */
    public static final int MAX_BYTES = 4096;

    private static final int MAX_SHOWN_CHARS = 80;

    /** Key of the free attributes, and of the same in the result line. */
    public static final String ATTRIBUTES = "episode_attributes";

    /** Key that says, when true, that no one judged the episode, however it ended. */
    public static final String UNJUDGED = "unjudged";

    /** Key that says how the episode ended where its status does not. */
    public static final String ENDING = "ending";

    /** The environment ended it. */
    public static final String TERMINATED = "terminated";

    /** A limit cut it, or its recorder. */
    public static final String TRUNCATED = "truncated";

    /** Attribute of an episode: which of its steps were stored, in words. */
    public static final String STEP_SCHEDULE = "step_schedule";

    /** Attribute of an episode: steps that were handed over, stored or not. */
    public static final String STEPS_TAKEN = "steps_taken";

    /** Attribute of an episode: options that its env was reset with, a JSON object as text. */
    public static final String RESET_OPTIONS = "reset_options";

    /** Attribute of an episode, true where its rows have no common period. */
    public static final String IRREGULAR_STEPS = "irregular_steps";

    /**
     * Of a stored demo; empty where it has none or its text is no JSON.
     *
     * @param demo attributes of the demo
     */
    public static EpisodeMetadata of(Map<String, ?> demo) {
        JsonNode json = tree(demo);
        return json.isObject()
                ? LenientJson.bind(json, EpisodeMetadata.class)
                : new EpisodeMetadata(null, null, null, null);
    }

    /**
     * All that a stored demo's metadata hold.
     *
     * @param demo attributes of the demo
     * @return a missing node where it has none or its text is no JSON
     */
    public static JsonNode tree(Map<String, ?> demo) {
        return FormatJson.readOrMissing(demo.get(AttributeNames.EPISODE_METADATA));
    }

    /**
     * The attribute's text in UTF-8.
     *
     * @param metadata texts, numbers, booleans, nulls, and maps and lists of them
     * @throws IllegalArgumentException when it takes more than {@link #MAX_BYTES} or is no JSON
     */
    public static byte[] bytes(Map<String, ?> metadata) {
        byte[] json = FormatJson.utf8(FormatJson.python(metadata));
        if (json.length > MAX_BYTES) {
            throw new IllegalArgumentException(Sentence.of(
                    "the outcome's metadata%s takes %d bytes as JSON; expected at most %d, store less of it",
                    hasResetOptions(metadata) ? ", which the reset options share the room of," : "",
                    json.length,
                    MAX_BYTES));
        }
        return json;
    }

    private static boolean hasResetOptions(Map<String, ?> metadata) {
        return metadata.get(ATTRIBUTES) instanceof Map<?, ?> attributes && attributes.containsKey(RESET_OPTIONS);
    }

    /**
     * Refuses options of a reset that cannot be stored with an episode; an empty text is none.
     *
     * @throws IllegalArgumentException when they are null or no JSON object, hold half a character, or take more than
     *     half of {@link #MAX_BYTES} as a JSON string, which leaves room for what else is said of the episode
     */
    public static void requireResetOptions(String json) {
        if (json == null) {
            throw new IllegalArgumentException(
                    "the reset options are null; expected a JSON object, or an empty text for none");
        }
        if (json.isEmpty()) {
            return;
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(json)) {
            throw new IllegalArgumentException(Sentence.of(
                    "the reset options hold half a character (an unpaired surrogate); expected whole ones"));
        }
        if (!FormatJson.readOrMissing(json).isObject()) {
            throw new IllegalArgumentException(Sentence.of(
                    "the reset options are %s; expected a JSON object, for example {\"goal\": 3}",
                    FormatJson.text(json.substring(0, Math.min(MAX_SHOWN_CHARS, json.length())))));
        }
        int bytes = FormatJson.utf8(FormatJson.python(json)).length;
        if (bytes > MAX_BYTES / 2) {
            throw new IllegalArgumentException(Sentence.of(
                    "the reset options take %d bytes as a JSON string; expected at most %d, give less of them",
                    bytes, MAX_BYTES / 2));
        }
    }

    /** Whether no one judged the episode. */
    public boolean isUnjudged() {
        return Boolean.TRUE.equals(unjudged);
    }

    /** Whether the rows have no common period. */
    @JsonIgnore
    public boolean isIrregular() {
        Object attribute = episodeAttributes == null ? null : episodeAttributes.get(IRREGULAR_STEPS);
        return Boolean.TRUE.equals(attribute) || Boolean.TRUE.equals(irregularSteps);
    }
}
