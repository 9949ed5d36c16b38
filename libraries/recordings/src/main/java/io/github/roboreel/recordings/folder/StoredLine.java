package io.github.roboreel.recordings.folder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.LenientJson;
import io.github.roboreel.format.ResultLine;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A line of a results file that is not blank, as it stands in the file; in a JSON array an element.
 *
 * @param place where it stands; an array's element has no offsets
 * @param kind what it is
 * @param episode the result's fields that the format knows; only of {@link Kind#EPISODE}
 * @param others the result's other fields, and {@code success} where it is neither a verdict nor null
 * @param element the result itself where it is an array's element
 * @param repeatsKey whether an object in it has the same key twice
 * @param fault why it is no JSON; only of {@link Kind#NO_JSON}
 */
public record StoredLine(
        Place place,
        Kind kind,
        Optional<ResultLine> episode,
        Map<String, Object> others,
        Optional<ObjectNode> element,
        boolean repeatsKey,
        String fault) {
    /**
     * Where a line stands.
     *
     * @param file the results file
     * @param number number of the line, from 1; in a JSON array of the element
     * @param start offset of its first byte; a byte-order mark is not part of it
     * @param end offset after its last byte, its line's end not counted
     * @param next offset of the next line; {@code end} when the file ends without a line's end
     */
    record Place(Path file, int number, long start, long end, long next) {
        /** Without so many bytes at its beginning. */
        Place without(int bytes) {
            return new Place(file, number, start + bytes, end, next);
        }

        /** Whether a line's end follows. */
        boolean isTerminated() {
            return next > end;
        }

        /** A result with all its fields, read again from its file. */
        ObjectNode read() {
            try {
                return (ObjectNode) LenientJson.parse(new String(bytes(), StandardCharsets.UTF_8))
                        .json();
            } catch (IOException | ClassCastException e) {
                String problem = file + ", line " + number + " has changed since it was read; read the folder again";
                throw new UncheckedIOException(problem, new IOException(problem, e));
            }
        }

        /** The bytes of the line, as they stand there now. */
        byte[] bytes() throws IOException {
            byte[] text = new byte[(int) (end - start)];
            try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
                bytes.seek(start);
                bytes.readFully(text);
                return text;
            }
        }
    }

    /** Kind of a line. */
    public enum Kind {
        /** A result. */
        EPISODE,
        /** JSON that is no result. */
        NO_EPISODE,
        NO_JSON,
        /** A result but for bytes that are not UTF-8. */
        NOT_UTF8,
        /** More than {@link ResultLines#MAX_BYTES}, so it was not parsed. */
        TOO_LONG
    }

    /** Whether it is a result or may be one, so that code that rewrites the file keeps it. */
    public boolean isKept() {
        return kind != Kind.NO_EPISODE && kind != Kind.NO_JSON;
    }

    /** Name of the result's env; empty when it is no result. */
    public Optional<String> envName() {
        return episode.map(ResultLine::envName);
    }

    /** Whether it is an object whose {@code env_name} can be a folder. */
    public static boolean isEpisode(JsonNode json) {
        return json.isObject() && isFolderName(json.path("env_name").textValue());
    }

    /** The name leads to files, so it must not lead out of the output folder. */
    static boolean isFolderName(String name) {
        return name != null
                && !name.isEmpty()
                && name.indexOf('/') < 0
                && name.indexOf('\0') < 0
                && !name.equals(".")
                && !name.equals("..");
    }
}
