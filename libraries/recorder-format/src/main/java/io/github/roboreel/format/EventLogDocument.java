package io.github.roboreel.format;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;

/**
 * {@code log_{run}_env{env}.json}, schema 2: what happened in one episode; since 0.3.0 an episode without events has
 * none. Its components are the document's fields in their order. Immutable.
 *
 * @param schemaVersion {@link #SCHEMA_VERSION}
 * @param dt time from row to row, seconds
 * @param task name of the task
 * @param envId index of the env in its run
 * @param run index of the run
 * @param success the verdict; null when it was never judged
 * @param finalStep stored steps
 * @param events in time
 * @param eventsLost how many events of the episode are lost because its recorder died; left out when none are
 */
@JsonNaming(SnakeCaseStrategy.class)
public record EventLogDocument(
        @JsonProperty(required = true) int schemaVersion,
        @JsonProperty(required = true) double dt,
        @JsonProperty(required = true) String task,
        @JsonProperty(required = true) int envId,
        @JsonProperty(required = true) int run,
        @JsonProperty(required = true) Boolean success,
        @JsonProperty(required = true) long finalStep,
        @JsonProperty(required = true) List<Entry> events,
        @JsonInclude(Include.NON_DEFAULT) long eventsLost) {
    /** The version that is written. */
    public static final int SCHEMA_VERSION = 2;

    /**
     * One event.
     *
     * @param step control step after which it was seen, counted from 1
     * @param code status code, 0 to 65535
     * @param name the code's name
     * @param info one sentence for people
     * @param score score after this step, 0 to 1; null for an event that leaves the score alone
     */
    public record Entry(int step, int code, String name, String info, Double score) {}

    /** Copies the events. */
    public EventLogDocument {
        events = List.copyOf(events);
    }
}
