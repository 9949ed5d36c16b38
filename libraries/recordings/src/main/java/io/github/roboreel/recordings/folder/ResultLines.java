package io.github.roboreel.recordings.folder;

import io.github.roboreel.format.LenientJson;
import io.github.roboreel.recordings.folder.StoredLine.Place;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads {@code episode_results.jsonl}. All who read or rewrite the file take their lines from here, so that none drops
 * what another read. A line ends with a newline, a carriage return or both, as Python reads it; its text is UTF-8.
 */
public final class ResultLines {
    /** Bytes of a line that is looked at. */
    public static final int MAX_BYTES = 64 << 20;

    private static final int CHUNK = 1 << 16;
    private static final int BATCH_BYTES = 1 << 20;

    private final Path file;
    private final int longest;
    private final Consumer<StoredLine> visitor;
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private final List<RawLine> batch = new ArrayList<>();
    private int batchBytes;
    private int number;
    private long start;
    private long position;
    private boolean afterReturn;

    private ResultLines(Path file, int longest, long start, int number, Consumer<StoredLine> visitor) {
        this.file = file;
        this.longest = longest;
        this.start = start;
        this.position = start;
        this.number = number;
        this.visitor = visitor;
    }

    /**
     * Visits every line that is not blank, one at a time.
     *
     * @throws IOException when the file cannot be read or is no regular file
     */
    public static void visit(Path file, Consumer<StoredLine> visitor) throws IOException {
        visit(file, MAX_BYTES, visitor);
    }

    static void visit(Path file, int longest, Consumer<StoredLine> visitor) throws IOException {
        LenientJson.requireRegular(file);
        try (InputStream in = Files.newInputStream(file)) {
            new ResultLines(file, longest, 0, 0, visitor).read(in);
        }
    }

    /**
     * Visits the lines behind one that was visited before.
     *
     * @param start offset of the line that follows it
     * @param number its number
     */
    static void visitFrom(Path file, long start, int number, Consumer<StoredLine> visitor) throws IOException {
        LenientJson.requireRegular(file);
        try (SeekableByteChannel bytes = Files.newByteChannel(file)) {
            InputStream in = Channels.newInputStream(bytes.position(start));
            new ResultLines(file, MAX_BYTES, start, number, visitor).read(in);
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
        visitBatch();
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
        batch.add(new RawLine(new Place(file, number, start, end, next), text.toByteArray(), longest));
        batchBytes += text.size();
        text.reset();
        start = next;
        if (batchBytes >= BATCH_BYTES) {
            visitBatch();
        }
    }

    /** Lines are read by as many threads as there are, and visited in their order. */
    private void visitBatch() {
        List<Optional<StoredLine>> lines =
                batch.parallelStream().map(RawLine::read).toList();
        batch.clear();
        batchBytes = 0;
        lines.forEach(line -> line.ifPresent(visitor));
    }

    /** The bytes of the lines that are to be kept in a new file, each as it stands and with a line's end. */
    public static byte[] kept(Path file) throws IOException {
        byte[] all = Files.readAllBytes(file);
        ByteArrayOutputStream kept = new ByteArrayOutputStream(all.length + 1);
        for (StoredLine line : of(file)) {
            if (line.isKept()) {
                Place place = line.place();
                int start = (int) place.start();
                boolean hasNewline = place.isTerminated() && all[(int) place.next() - 1] == '\n';
                kept.write(all, start, (int) (hasNewline ? place.next() : place.end()) - start);
                if (!hasNewline) {
                    kept.write('\n');
                }
            }
        }
        return kept.toByteArray();
    }
}
