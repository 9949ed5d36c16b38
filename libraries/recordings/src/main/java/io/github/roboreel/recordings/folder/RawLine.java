package io.github.roboreel.recordings.folder;

import io.github.roboreel.format.LenientJson;
import io.github.roboreel.format.ResultLine;
import io.github.roboreel.recordings.folder.StoredLine.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A line of {@code episode_results.jsonl} as it stands in the file.
 *
 * @param file that it stands in
 * @param number of the line, from 1
 * @param start place of its first byte
 * @param end place behind its last
 * @param next place of the next line
 * @param bytes of it, one more than {@code longest} at most
 * @param longest most bytes that are looked at
 */
record RawLine(Path file, int number, long start, long end, long next, byte[] bytes, int longest) {
    private static final String BYTE_ORDER_MARK = "\uFEFF";
    private static final int MARK_BYTES = 3;

    /** What it says; empty when it is blank. */
    Optional<StoredLine> read() {
        return bytes.length > longest ? Optional.of(line(start, Kind.TOO_LONG, "")) : plain().or(this::decoded);
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
                    : Optional.of(episode(start, episode, others, false));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private Optional<StoredLine> decoded() {
        String all = new String(bytes, StandardCharsets.UTF_8);
        boolean hasMark = number == 1 && all.startsWith(BYTE_ORDER_MARK);
        String decoded = hasMark ? all.substring(1) : all;
        return decoded.isBlank()
                ? Optional.empty()
                : Optional.of(line(decoded, isUtf8(bytes), start + (hasMark ? MARK_BYTES : 0)));
    }

    private StoredLine line(String text, boolean isUtf8, long first) {
        try {
            LenientJson.Document document = LenientJson.parse(text);
            if (!StoredLine.isEpisode(document.json())) {
                return line(first, Kind.NO_EPISODE, "");
            }
            if (!isUtf8) {
                return line(first, Kind.NOT_UTF8, "");
            }
            Map<String, Object> others = new LinkedHashMap<>();
            ResultLine episode = LenientJson.bind(document.json(), ResultLine.class, others);
            return episode(first, episode, others, document.repeatsKey());
        } catch (IOException e) {
            return line(first, Kind.NO_JSON, LenientJson.reason(e));
        }
    }

    private StoredLine episode(long first, ResultLine episode, Map<String, Object> others, boolean repeatsKey) {
        Map<String, Object> kept = others.isEmpty() ? Map.of() : others;
        Optional<ResultLine> result = Optional.of(episode);
        return new StoredLine(
                file, number, first, end, next, Kind.EPISODE, result, kept, Optional.empty(), repeatsKey, "");
    }

    private StoredLine line(long first, Kind kind, String fault) {
        return new StoredLine(
                file, number, first, end, next, kind, Optional.empty(), Map.of(), Optional.empty(), false, fault);
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
