package io.github.roboreel.dashboard.health;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/**
 * How a recorder fares, as it said itself. Immutable.
 *
 * @param recording id of the recording
 * @param status whether it could be asked
 * @param detail why not, and what to do, in one sentence; null when it could
 * @param state what it said, as {@link RecorderState} names it; null when it could not be asked. In JSON its values
 *     stand beside the others
 */
public record Health(
        String recording,
        Status status,
        String detail,
        @JsonAnyGetter Map<String, Object> state) {
    /** Whether a recorder says how it fares. */
    public enum Status {
        /** It does. */
        @JsonProperty("ok")
        OK,
        /** It was started without an endpoint, or has ended. */
        @JsonProperty("no_endpoint")
        NO_ENDPOINT,
        /** It died, and left the file that names its endpoint. */
        @JsonProperty("dead")
        DEAD,
        /** It lives, but does not answer. */
        @JsonProperty("no_answer")
        NO_ANSWER
    }

    static Health without(String recording, Status status, String detail) {
        return new Health(recording, status, detail, null);
    }
}
