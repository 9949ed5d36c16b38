package io.github.roboreel.format;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;

/**
 * A line of {@code annotations.jsonl}: what was noted about an episode. Of several lines of one episode that of the
 * highest version counts, and of two of one version the first. An episode is named by run and env, or by its number
 * where these are not known. Immutable.
 *
 * @param envName name of the env and of its folder
 * @param run index of the run; null where it is not known
 * @param envId number of the demo in its run; null where it is not known
 * @param episode number in the env folder; null where it is not known
 * @param flag whether the episode is marked
 * @param tags words that group episodes, in the order given
 * @param note text, of several lines it may be
 * @param version 1 for an episode's first line, one more with each further one
 * @param at when, ISO 8601 in UTC
 */
@JsonNaming(SnakeCaseStrategy.class)
@JsonPropertyOrder(alphabetic = false)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Annotation(
        @JsonProperty(required = true) String envName,
        Integer run,
        Integer envId,
        Integer episode,
        @JsonProperty(required = true) boolean flag,
        @JsonProperty(required = true) List<String> tags,
        @JsonProperty(required = true) String note,
        @JsonProperty(required = true) int version,
        @JsonProperty(required = true) String at) {
    /** Copies the tags. */
    public Annotation {
        tags = List.copyOf(tags);
    }

    /** The same with another version. */
    public Annotation withVersion(int other) {
        return new Annotation(envName, run, envId, episode, flag, tags, note, other, at);
    }
}
