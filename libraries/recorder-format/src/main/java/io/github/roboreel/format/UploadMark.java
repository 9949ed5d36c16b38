package io.github.roboreel.format;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/**
 * A line of {@code uploaded.jsonl}: a listener has taken a file as it was then. Of several lines of one file and
 * listener the last counts.
 *
 * @param file path below the output folder, with {@code /}
 * @param bytes its size
 * @param sha256 of its content, 64 hexadecimal digits
 * @param listener who took it
 * @param time when, ISO 8601 in UTC
 * @param removed when the file was about to be removed from the output folder, ISO 8601 in UTC; null when it was not
 */
@JsonNaming(SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UploadMark(
        @JsonProperty(required = true) String file,
        @JsonProperty(required = true) Long bytes,
        @JsonProperty(required = true) String sha256,
        @JsonProperty(required = true) String listener,
        @JsonProperty(required = true) String time,
        String removed) {
    /** Reads a line; empty when it is no mark. */
    public static Optional<UploadMark> parse(String line) {
        try {
            UploadMark mark = FormatJson.read(FormatJson.utf8(line), UploadMark.class);
            return mark.isWhole() && mark.instant() != null ? Optional.of(mark) : Optional.empty();
        } catch (IOException | DateTimeException e) {
            return Optional.empty();
        }
    }

    private boolean isWhole() {
        return file != null && bytes != null && sha256 != null && listener != null && time != null;
    }

    /**
     * When it was taken.
     *
     * @throws DateTimeException when {@code time} is no time
     */
    public Instant instant() {
        return Instant.parse(time);
    }

    /** The mark of the same file when it is about to be removed. */
    public UploadMark asRemoved(String now) {
        return new UploadMark(file, bytes, sha256, listener, time, now);
    }

    /** Whether the file was about to be removed. */
    public boolean wasRemoved() {
        return removed != null;
    }
}
