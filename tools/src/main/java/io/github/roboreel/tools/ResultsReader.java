package io.github.roboreel.tools;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads the lines of a results file; what is no episode is reported and skipped. */
final class ResultsReader {
    /**
     * A result as it stands in the file.
     *
     * @param line number of the line or array element, from 1
     * @param json the object
     */
    record Line(int line, ObjectNode json) {}

    private final Path file;
    private final List<Problem> problems;
    private final List<Line> lines = new ArrayList<>();

    /**
     * @param problems where what cannot be read is added
     */
    ResultsReader(Path file, List<Problem> problems) {
        this.file = file;
        this.problems = problems;
    }

    /** An object per line; blank lines do not count. Bytes that are no UTF-8 spoil their line. */
    List<Line> readLines() throws IOException {
        boolean torn = !endsWithNewline();
        try (BufferedReader reader =
                new BufferedReader(
                        new InputStreamReader(
                                Files.newInputStream(file), StandardCharsets.UTF_8))) {
            String text = reader.readLine();
            for (int number = 1; text != null; number++) {
                String next = reader.readLine();
                addLine(number, number == 1 ? withoutMark(text) : text, torn && next == null);
                text = next;
            }
        }
        return lines;
    }

    private static String withoutMark(String text) {
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private boolean endsWithNewline() throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
            if (bytes.length() == 0) {
                return true;
            }
            bytes.seek(bytes.length() - 1);
            return bytes.read() == '\n';
        }
    }

    private void addLine(int number, String text, boolean torn) {
        if (text.isBlank()) {
            return;
        }
        try {
            Json.Document document = Json.parse(text);
            add(number, document.json());
            if (document.repeatsKey()) {
                problems.add(
                        Problem.doubtful(
                                file,
                                number,
                                "has a field twice; the last one counts",
                                "mend the line"));
            }
        } catch (IOException e) {
            problems.add(torn ? tornLine(number) : garbage(number, e));
        }
    }

    private Problem tornLine(int number) {
        return Problem.leftOut(
                file,
                number,
                "is torn: its recorder died while it wrote it",
                "re-create the line from the run file (roboreel rebuild), or delete it");
    }

    private Problem garbage(int number, IOException e) {
        return Problem.leftOut(
                file,
                number,
                "is not JSON (" + Json.reason(e) + ")",
                "mend or delete the line, or re-create the file (roboreel rebuild)");
    }

    /** A JSON array; what follows a broken element cannot be read. */
    List<Line> readArray() throws IOException {
        int number = 0;
        try (MappingIterator<JsonNode> elements =
                Json.reader().readValues(Files.newInputStream(file))) {
            while (elements.hasNextValue()) {
                JsonNode element = elements.nextValue();
                number++;
                add(number, element);
            }
        } catch (IOException e) {
            problems.add(
                    Problem.leftOut(
                            file,
                            "cannot be read after episode "
                                    + number
                                    + " of its array ("
                                    + Json.reason(e)
                                    + ")",
                            "mend it, or re-create it from the run files (roboreel rebuild)"));
        }
        return lines;
    }

    private void add(int number, JsonNode json) {
        if (json instanceof ObjectNode object && isFolderName(object.path("env_name"))) {
            lines.add(new Line(number, object));
            complainAboutVerdict(number, object.path("success"));
            return;
        }
        problems.add(
                Problem.leftOut(
                        file,
                        number,
                        "is no episode: expected an object whose env_name is the name of a folder",
                        "mend or delete the line"));
    }

    /** The name leads to files, so it must not lead out of the output folder. */
    private static boolean isFolderName(JsonNode name) {
        return name.isTextual()
                && name.textValue().matches("(?s)[^/\\x00]+")
                && !name.textValue().matches("\\.\\.?");
    }

    private void complainAboutVerdict(int number, JsonNode success) {
        if (success.isBoolean() || success.isNull() || success.isMissingNode()) {
            return;
        }
        problems.add(
                Problem.doubtful(
                        file,
                        number,
                        "has success "
                                + success
                                + "; expected true, false or null, so it counts as not judged",
                        "mend the line"));
    }
}
