package io.github.roboreel.format;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * A line of {@code uploaded.jsonl}: a listener has taken a file as it was then.
 *
 * @param file path below the output folder, with {@code /}
 * @param bytes its size
 * @param sha256 of its content, 64 hexadecimal digits
 * @param listener who took it
 * @param time when, ISO 8601 in UTC
 */
@JsonNaming(SnakeCaseStrategy.class)
public record UploadMark(
        @JsonProperty(required = true) String file,
        @JsonProperty(required = true) Long bytes,
        @JsonProperty(required = true) String sha256,
        @JsonProperty(required = true) String listener,
        @JsonProperty(required = true) String time) {}
