package io.github.roboreel.tools.folder;

import io.github.roboreel.format.LenientJson;
import io.github.roboreel.format.ResultLine;
import io.github.roboreel.tools.folder.StoredLine.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads {@code episode_results.jsonl}. All who read or rewrite the file take their lines from here, so that none drops
 * what another read. A line ends with a newline, a carriage return or both, as Python reads it; its text is UTF-8.
 */
public final class ResultLines {
    /** Bytes of a line that is looked at. */
    public static final int LONGEST_BYTES = 64 << 20;

    private static final int CHUNK = 1 << 16;
    private static final String BYTE_ORDER_MARK = "\uFEFF";
    private static final int MARK_BYTES = 3;

    private final Path file;
    private final int longest;
    private final Consumer<StoredLine> visitor;
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private int number;
    private long start;
    private long position;
    private boolean afterReturn;

    private ResultLines(Path file, int longest, Consumer<StoredLine> visitor) {
        this.file = file;
        this.longest = longest;
        this.visitor = visitor;
    }

    /**
     * Visits every line that is not blank, one at a time.
     *
     * @throws IOException when the file cannot be read or is no regular file
     */
    public static void visit(Path file, Consumer<StoredLine> visitor) throws IOException {
        visit(file, LONGEST_BYTES, visitor);
    }

    static void visit(Path file, int longest, Consumer<StoredLine> visitor) throws IOException {
        LenientJson.requireRegular(file);
        try (InputStream in = Files.newInputStream(file)) {
            new ResultLines(file, longest, visitor).read(in);
        }
    }

    /** All lines that are not blank. */
    public static List<StoredLine> of(Path file) throws IOException {
        List<StoredLine> lines = new ArrayList<>();
        visit(file, lines::add);
        return lines;
    }

    private void read(InputStream in) throws IOException {
        byte[] chunk = new byte[CHUNK];
        for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
            add(chunk, count);
        }
        if (afterReturn) {
            end(position - 1, position);
        } else if (position > start) {
            end(position, position);
        }
    }

    private void add(byte[] chunk, int count) {
        int from = 0;
        while (from < count) {
            if (afterReturn) {
                boolean isBoth = chunk[from] == '\n';
                long end = position - 1;
                position += isBoth ? 1 : 0;
                from += isBoth ? 1 : 0;
                end(end, position);
                continue;
            }
            int to = endOfLine(chunk, from, count);
            text.write(chunk, from, Math.min(to - from, longest + 1 - text.size()));
            position += to - from;
            from = to;
            if (to < count) {
                position++;
                from++;
                endAt(chunk[to]);
            }
        }
    }

    private void endAt(byte mark) {
        if (mark == '\r') {
            afterReturn = true;
        } else {
            end(position - 1, position);
        }
    }

    private static int endOfLine(byte[] chunk, int from, int count) {
        int end = from;
        while (end < count && chunk[end] != '\n' && chunk[end] != '\r') {
            end++;
        }
        return end;
    }

    private void end(long end, long next) {
        afterReturn = false;
        number++;
        byte[] bytes = text.toByteArray();
        text.reset();
        long first = start;
        start = next;
        if (bytes.length > longest) {
            visitor.accept(line(first, end, next, Kind.TOO_LONG, ""));
        } else {
            plain(bytes, first, end, next)
                    .or(() -> decoded(bytes, first, end, next))
                    .ifPresent(visitor);
        }
    }

    /** A result in ASCII, as nearly all are: read without a detour. Empty when it is anything else. */
    private Optional<StoredLine> plain(byte[] bytes, long first, long end, long next) {
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
                    : Optional.of(episode(first, end, next, episode, others, false));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private Optional<StoredLine> decoded(byte[] bytes, long first, long end, long next) {
        String all = new String(bytes, StandardCharsets.UTF_8);
        boolean hasMark = number == 1 && all.startsWith(BYTE_ORDER_MARK);
        String decoded = hasMark ? all.substring(1) : all;
        return decoded.isBlank()
                ? Optional.empty()
                : Optional.of(line(decoded, isUtf8(bytes), first + (hasMark ? MARK_BYTES : 0), end, next));
    }

    private StoredLine line(String text, boolean isUtf8, long first, long end, long next) {
        try {
            LenientJson.Document document = LenientJson.parse(text);
            if (!StoredLine.isEpisode(document.json())) {
                return line(first, end, next, Kind.NO_EPISODE, "");
            }
            if (!isUtf8) {
                return line(first, end, next, Kind.NOT_UTF8, "");
            }
            Map<String, Object> others = new LinkedHashMap<>();
            ResultLine episode = LenientJson.bind(document.json(), ResultLine.class, others);
            return episode(first, end, next, episode, others, document.repeatsKey());
        } catch (IOException e) {
            return line(first, end, next, Kind.NO_JSON, LenientJson.reason(e));
        }
    }

    private StoredLine episode(
            long first, long end, long next, ResultLine episode, Map<String, Object> others, boolean repeatsKey) {
        Map<String, Object> kept = others.isEmpty() ? Map.of() : others;
        Optional<ResultLine> result = Optional.of(episode);
        return new StoredLine(
                file, number, first, end, next, Kind.EPISODE, result, kept, Optional.empty(), repeatsKey, "");
    }

    private StoredLine line(long first, long end, long next, Kind kind, String fault) {
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

    /** The bytes of the lines that are to be kept in a new file, each as it stands and with a line's end. */
    public static byte[] kept(Path file) throws IOException {
        byte[] all = Files.readAllBytes(file);
        ByteArrayOutputStream kept = new ByteArrayOutputStream(all.length + 1);
        for (StoredLine line : of(file)) {
            if (line.isKept()) {
                int start = (int) line.start();
                boolean hasNewline = line.isTerminated() && all[(int) line.next() - 1] == '\n';
                kept.write(all, start, (int) (hasNewline ? line.next() : line.end()) - start);
                if (!hasNewline) {
                    kept.write('\n');
                }
            }
        }
        return kept.toByteArray();
    }
}
