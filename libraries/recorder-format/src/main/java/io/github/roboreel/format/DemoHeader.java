package io.github.roboreel.format;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Attributes of a demo: its episode. Immutable.
 *
 * @param numSamples stored steps
 * @param success the verdict; false, too, for what was never judged
 * @param status how the episode ended, a status's label
 * @param episodeMetadata what an application says of its episode, JSON
 * @param dt seconds from row to row
 * @param instruction what the robot was asked to do
 * @param policy who acted
 * @param envName name of the environment
 * @param seed the episode's seed; -1 when it is unknown
 * @param simEnvId the simulator's env that a continuous episode comes from; null where each env has one episode a run
 */
@JsonNaming(SnakeCaseStrategy.class)
public record DemoHeader(
        @JsonProperty(required = true) long numSamples,
        @JsonProperty(required = true) boolean success,
        @JsonProperty(required = true) String status,
        @JsonProperty(required = true) String episodeMetadata,
        @JsonProperty(required = true) double dt,
        @JsonProperty(required = true) String instruction,
        @JsonProperty(required = true) String policy,
        @JsonProperty(required = true) String envName,
        @JsonProperty(required = true) long seed,
        Long simEnvId) {
    private static final Set<String> EMPTY = Set.of("recording", "discarded");

    /**
     * Attributes of a demo as JSON shows them: null for a seed that is unknown, which the file has as -1.
     *
     * @param attributes of the demo
     * @return a copy, in the same order
     */
    public static Map<String, Object> json(Map<String, Object> attributes) {
        Map<String, Object> json = new LinkedHashMap<>(attributes);
        json.replaceAll((name, value) -> isUnknownSeed(name, value) ? null : value);
        return json;
    }

    private static boolean isUnknownSeed(String name, Object value) {
        return name.equals(AttributeNames.SEED) && value instanceof Long seed && seed < 0;
    }

    /**
     * Whether a group is a place in which no episode has begun, as files of continuous episodes have them. One that was
     * recovered is none, even where nothing says which env it was.
     *
     * @param attributes of the demo
     */
    public static boolean isUnused(Map<String, Object> attributes) {
        return attributes.get(AttributeNames.SIM_ENV_ID) instanceof Long simEnv
                && simEnv < 0
                && EMPTY.contains(String.valueOf(attributes.get(AttributeNames.STATUS)));
    }
}
