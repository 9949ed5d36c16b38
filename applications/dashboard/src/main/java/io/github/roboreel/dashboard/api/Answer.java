package io.github.roboreel.dashboard.api;

import io.github.roboreel.format.fault.IoConsumer;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Optional;

/** Answer to a request. The server adds ETags, ranges and headers. */
public sealed interface Answer {
    /**
     * A document.
     *
     * @param value maps, lists, records, numbers, text; written as JSON with records' components in snake_case
     */
    record Json(Object value) implements Answer {}

    /**
     * A document with a version, which writers send back as {@code If-Match}.
     *
     * @param value as of a {@link Json}
     * @param version its ETag, without quotes
     */
    record Versioned(Object value, String version) implements Answer {}

    /**
     * Bytes at once.
     *
     * @param type media type
     * @param timing value of {@code Server-Timing}; empty for none
     * @param stays whether they will hardly change, so that a browser may keep them for minutes
     */
    record Bytes(String type, byte[] bytes, String timing, boolean stays) implements Answer {
        /** Those that no browser may keep. */
        public Bytes(String type, byte[] bytes, String timing) {
            this(type, bytes, timing, false);
        }
    }

    /**
     * Bytes as they are made, by the thread that asked.
     *
     * @param type media type
     * @param fileName under which a browser saves it; empty when it shows it
     * @param writer writes all of it; fails when it cannot be made, or the client has gone
     */
    record Stream(String type, Optional<String> fileName, IoConsumer<OutputStream> writer) implements Answer {}

    /**
     * A file, whole or in ranges; it may grow meanwhile.
     *
     * @param path real path inside a served folder
     * @param type media type
     */
    record FileContent(Path path, String type) implements Answer {}
}
