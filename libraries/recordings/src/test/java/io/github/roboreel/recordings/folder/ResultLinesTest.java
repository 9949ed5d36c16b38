package io.github.roboreel.recordings.folder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.roboreel.recordings.folder.StoredLine.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultLinesTest {
    private static final String A = "{\"env_name\": \"A\"}";
    private static final String B = "{\"env_name\": \"B\"}";

    @TempDir
    Path folder;

    @Test
    void aLineEndsWithEitherMarkOrBoth() throws IOException {
        List<StoredLine> lines = read(A + "\r" + B + "\r\n\n\r\r\n" + A + "\n" + B);

        assertEquals(
                List.of(1, 2, 6, 7), lines.stream().map(l -> l.place().number()).toList());
        assertEquals(
                List.of(0L, 18L, 41L, 59L),
                lines.stream().map(l -> l.place().start()).toList());
        assertEquals(
                List.of(17L, 35L, 58L, 76L),
                lines.stream().map(l -> l.place().end()).toList());
        assertEquals(
                List.of(true, true, true, false),
                lines.stream().map(l -> l.place().isTerminated()).toList());
    }

    @Test
    void linesLongerThanAChunkAreWhole() throws IOException {
        List<String> names = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            String name = "x".repeat(7_919 * i % 200_000 + 1) + i;
            names.add(name);
            text.append("{\"env_name\": \"").append(name).append("\"}").append("\r\n");
        }

        List<StoredLine> lines = read(text.toString());

        assertEquals(names, lines.stream().map(l -> l.envName().get()).toList());
    }

    @Test
    void whatIsNoResultIsOneOfFourKinds() throws IOException {
        String badBytes = "{\"env_name\": \"A\", \"x\": \"\u00e9\"}\n";
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.write(badBytes.getBytes(StandardCharsets.ISO_8859_1));
        file.write("\u00e9{]\n".getBytes(StandardCharsets.ISO_8859_1));
        file.write(("[]\n" + A + " " + B + "\n" + A).getBytes(StandardCharsets.UTF_8));
        Path results = Files.write(folder.resolve("r.jsonl"), file.toByteArray());

        assertEquals(
                List.of(Kind.NOT_UTF8, Kind.NO_JSON, Kind.NO_EPISODE, Kind.NO_JSON, Kind.EPISODE),
                ResultLines.of(results).stream().map(StoredLine::kind).toList());
        assertEquals(badBytes + A + "\n", new String(ResultLines.kept(results), StandardCharsets.ISO_8859_1));
    }

    @Test
    void aLineThatIsTooLongIsPassedOverAndTheNextIsRead() throws IOException {
        Path results = folder.resolve("r.jsonl");
        Files.writeString(results, "x".repeat(100) + "\n" + A + "\n");
        List<StoredLine> lines = new ArrayList<>();

        ResultLines.visit(results, 20, lines::add);

        assertEquals(
                List.of(Kind.TOO_LONG, Kind.EPISODE),
                lines.stream().map(l -> l.kind()).toList());
        assertEquals(101, lines.get(1).place().start());
    }

    @Test
    void aMarkAtTheBeginningIsNoPartOfTheLine() throws IOException {
        Path results = folder.resolve("r.jsonl");
        Files.writeString(results, "\uFEFF" + A + "\n");

        assertEquals(3, ResultLines.of(results).get(0).place().start());
        assertEquals(A + "\n", new String(ResultLines.kept(results), StandardCharsets.UTF_8));
    }

    @Test
    void aFolderIsRefused() {
        assertThrows(IOException.class, () -> ResultLines.of(folder));
    }

    private List<StoredLine> read(String text) throws IOException {
        return ResultLines.of(Files.writeString(folder.resolve("r.jsonl"), text));
    }
}
