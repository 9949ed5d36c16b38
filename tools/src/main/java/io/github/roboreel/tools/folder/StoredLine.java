package io.github.roboreel.tools.folder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * A line of {@code episode_results.jsonl} that is not blank, as it stands in the file.
 *
 * @param number number of the line, from 1
 * @param start offset of its first byte; a byte-order mark is not part of it
 * @param end offset after its last byte, its line's end not counted
 * @param next offset of the next line; {@code end} when the file ends without a line's end
 * @param kind what it is
 * @param episode the result; only of {@link Kind#EPISODE}; not to be changed
 * @param repeatsKey whether an object in it has the same key twice
 * @param fault why it is no JSON; only of {@link Kind#NO_JSON}
 */
public record StoredLine(
        int number,
        long start,
        long end,
        long next,
        Kind kind,
        Optional<ObjectNode> episode,
        boolean repeatsKey,
        String fault) {
    /** What a line is. */
    public enum Kind {
        /** A result. */
        EPISODE,
        /** JSON that is no result. */
        NO_EPISODE,
        /** No JSON. */
        NO_JSON,
        /** A result but for bytes that are not UTF-8. */
        NOT_UTF8,
        /** More than {@link ResultLines#LONGEST_BYTES}, so nobody looked. */
        TOO_LONG
    }

    /** Whether it is a result or may be one, so that who writes the file anew keeps it. */
    public boolean isKept() {
        return kind != Kind.NO_EPISODE && kind != Kind.NO_JSON;
    }

    /** Whether a line's end follows. */
    public boolean isTerminated() {
        return next > end;
    }

    /**
     * Whether it is an object whose {@code env_name} can be a folder. The name leads to files, so it must not lead out
     * of the output folder.
     */
    public static boolean isEpisode(JsonNode json) {
        JsonNode name = json.path("env_name");
        return json.isObject()
                && name.isTextual()
                && name.textValue().matches("(?s)[^/\\x00]+")
                && !name.textValue().matches("\\.\\.?");
    }
}
