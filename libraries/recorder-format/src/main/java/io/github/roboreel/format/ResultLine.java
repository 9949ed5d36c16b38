package io.github.roboreel.format;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/**
 * Result of one episode, a line of {@code episode_results.jsonl}. Its components are the line's fields in their order:
 * RoboLab's, then ours. One that is null is null in the line, too, or is left out where it is marked so. Required ones
 * are in every line of ours. Maps keep their order. Immutable.
 *
 * @param envName name of the env and of its folder
 * @param taskName name of the task
 * @param runName name of the run
 * @param run index of the run, from 0
 * @param episode number in the env folder: run x num_envs + env_id, of continuous episodes run x episodes_per_file +
 *     env_id
 * @param envId number of the demo in its run, from 0: that of the env, unless episodes are continuous
 * @param simEnvId the simulator's env, of a continuous episode
 * @param policy who acted
 * @param instruction what the robot was asked to do
 * @param attributes labels of the task, difficulty included: an array of texts
 * @param success the verdict; null when it was never judged
 * @param episodeStep stored steps
 * @param duration stored steps x dt, seconds
 * @param dt time from row to row, seconds
 * @param metrics number by name; null where there is no value
 * @param events how often each of RoboLab's events happened, and {@code wrong_objects_grabbed}; empty when nothing did,
 *     null and so left out when some of the episode's events are lost or may be
 * @param ownEvents how often each of users' own events happened, by name
 * @param instructionType variant of the instruction, for example {@code default}
 * @param timing where the wall-clock time went, seconds and milliseconds by name: RoboLab's keys, 0 where nothing was
 *     timed, then others; empty and so left out of a line that was made of what is stored
 * @param score the last score, 0 to 1; null when none was recorded
 * @param reason why the episode ended as it did, one sentence for people
 * @param status how it ended, a status's label
 * @param saturatedValues values that did not fit their integer field and were clamped
 * @param droppedVideoFrames frames that a side sink dropped rather than wait
 * @param failedSinks side outputs that failed
 */
@JsonNaming(SnakeCaseStrategy.class)
@JsonPropertyOrder(alphabetic = false)
public record ResultLine(
        @JsonProperty(required = true) String envName,
        @JsonProperty(required = true) String taskName,

        @JsonProperty(required = true) @JsonInclude(Include.NON_NULL)
        String runName,

        @JsonProperty(required = true) @JsonInclude(Include.NON_NULL)
        Integer run,

        @JsonProperty(required = true) Integer episode,

        @JsonProperty(required = true) @JsonInclude(Include.NON_NULL)
        Integer envId,

        @JsonInclude(Include.NON_NULL) Integer simEnvId,
        @JsonProperty(required = true) String policy,
        @JsonProperty(required = true) String instruction,
        @JsonProperty(required = true) List<Object> attributes,
        @JsonProperty(required = true) Boolean success,
        @JsonProperty(required = true) Long episodeStep,

        @JsonProperty(required = true) @JsonInclude(Include.NON_NULL)
        Double duration,

        @JsonProperty(required = true) @JsonInclude(Include.NON_NULL)
        Double dt,

        @JsonProperty(required = true) Map<String, Double> metrics,
        @JsonInclude(Include.NON_NULL) Map<String, Object> events,
        @JsonInclude(Include.NON_EMPTY) Map<String, Integer> ownEvents,
        @JsonProperty(required = true) String instructionType,
        @JsonInclude(Include.NON_EMPTY) Map<String, Object> timing,
        @JsonProperty(required = true) Double score,
        @JsonProperty(required = true) String reason,

        @JsonProperty(required = true) @JsonInclude(Include.NON_NULL)
        String status,

        @JsonInclude(Include.NON_DEFAULT) long saturatedValues,
        @JsonInclude(Include.NON_DEFAULT) long droppedVideoFrames,
        @JsonInclude(Include.NON_EMPTY) List<String> failedSinks) {

    /** Key in {@code timing}: seconds of all that was timed. */
    public static final String WALL_TOTAL_S = "wall_total_s";

    /** Key of the tally of RoboLab's events. */
    public static final String EVENTS = "events";

    /** Key of the tally of users' own events. */
    public static final String OWN_EVENTS = "own_events";

    /**
     * The line as JSON, followed by what else is known of the episode.
     *
     * @param metadata the episode's; of a field that the line has, its own value stays
     */
    public ObjectNode toJson(JsonNode metadata) {
        ObjectNode line = FormatJson.tree(this);
        metadata.properties().forEach(entry -> {
            if (!line.hasNonNull(entry.getKey())) {
                line.set(entry.getKey(), entry.getValue());
            }
        });
        return line;
    }
}
