package io.github.roboreel.recordings.folder;

import io.github.roboreel.format.LenientJson;
import io.github.roboreel.format.ResultLine;
import io.github.roboreel.recordings.folder.StoredLine.Kind;
import io.github.roboreel.recordings.folder.StoredLine.Place;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A line of {@code episode_results.jsonl} as it stands in the file.
 *
 * @param place where it stands
 * @param bytes of it, one more than {@code longest} at most
 * @param longest most bytes that are looked at
 */
record RawLine(Place place, byte[] bytes, int longest) {
    private static final String BYTE_ORDER_MARK = "\uFEFF";
    private static final int MARK_BYTES = 3;

    /** What it says; empty when it is blank. */
    Optional<StoredLine> read() {
        return bytes.length > longest ? Optional.of(line(place, Kind.TOO_LONG, "")) : plain().or(this::decoded);
    }

    /** A result in ASCII, as nearly all are: read without a detour. Empty when it is anything else. */
    private Optional<StoredLine> plain() {
        for (byte b : bytes) {
            if (b < 0) {
                return Optional.empty();
            }
        }
        try {
            Map<String, Object> others = new LinkedHashMap<>();
            ResultLine episode = LenientJson.bind(bytes, ResultLine.class, others);
            return episode == null || !StoredLine.isFolderName(episode.envName())
                    ? Optional.empty()
                    : Optional.of(episode(place, episode, others, false));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private Optional<StoredLine> decoded() {
        String all = new String(bytes, StandardCharsets.UTF_8);
        boolean hasMark = place.number() == 1 && all.startsWith(BYTE_ORDER_MARK);
        String decoded = hasMark ? all.substring(1) : all;
        return decoded.isBlank()
                ? Optional.empty()
                : Optional.of(line(decoded, isUtf8(bytes), hasMark ? place.without(MARK_BYTES) : place));
    }

    private StoredLine line(String text, boolean isUtf8, Place where) {
        try {
            LenientJson.Document document = LenientJson.parse(text);
            if (!StoredLine.isEpisode(document.json())) {
                return line(where, Kind.NO_EPISODE, "");
            }
            if (!isUtf8) {
                return line(where, Kind.NOT_UTF8, "");
            }
            Map<String, Object> others = new LinkedHashMap<>();
            ResultLine episode = LenientJson.bind(document.json(), ResultLine.class, others);
            return episode(where, episode, others, document.repeatsKey());
        } catch (IOException e) {
            return line(where, Kind.NO_JSON, LenientJson.reason(e));
        }
    }

    private StoredLine episode(Place where, ResultLine episode, Map<String, Object> others, boolean repeatsKey) {
        Map<String, Object> kept = others.isEmpty() ? Map.of() : others;
        Optional<ResultLine> result = Optional.of(episode);
        return new StoredLine(where, Kind.EPISODE, result, kept, Optional.empty(), repeatsKey, "");
    }

    private StoredLine line(Place where, Kind kind, String fault) {
        return new StoredLine(where, kind, Optional.empty(), Map.of(), Optional.empty(), false, fault);
    }

    private static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
