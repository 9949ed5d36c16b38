package io.github.roboreel.tools.folder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.tools.FileFault;
import io.github.roboreel.tools.Json;
import java.io.IOException;
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
    private final List<FileFault> problems;
    private final List<Line> lines = new ArrayList<>();

    /** @param problems where what cannot be read is added */
    ResultsReader(Path file, List<FileFault> problems) {
        this.file = file;
        this.problems = problems;
    }

    /** An object per line; blank lines do not count. Bytes that are no UTF-8 spoil their line. */
    List<Line> readLines() throws IOException {
        ResultLines.visit(file, this::addLine);
        return lines;
    }

    private void addLine(StoredLine line) {
        int number = line.number();
        switch (line.kind()) {
            case EPISODE -> {
                add(number, line.episode().get());
                complainAboutKeys(line);
            }
            case NO_EPISODE -> problems.add(noEpisode(number));
            case NO_JSON -> problems.add(line.isTerminated() ? garbage(number, line.fault()) : tornLine(number));
            case NOT_UTF8 -> problems.add(notUtf8(number));
            case TOO_LONG -> problems.add(tooLong(number));
        }
    }

    private void complainAboutKeys(StoredLine line) {
        if (line.repeatsKey()) {
            problems.add(
                    FileFault.doubtful(file, line.number(), "has a field twice; the last one counts", "mend the line"));
        }
    }

    private FileFault notUtf8(int number) {
        return FileFault.leftOut(
                file,
                number,
                "has bytes that are not UTF-8",
                "mend the line, or delete it and re-create it (roboreel rebuild)");
    }

    private FileFault tooLong(int number) {
        return FileFault.leftOut(
                file,
                number,
                "is longer than " + (ResultLines.LONGEST_BYTES >> 20) + " MiB",
                "shorten the line, or delete it and re-create it (roboreel rebuild)");
    }

    private FileFault tornLine(int number) {
        return FileFault.leftOut(
                file,
                number,
                "is torn: its recorder died while it wrote it",
                "re-create the line from the run file (roboreel rebuild), or delete it");
    }

    private FileFault garbage(int number, String fault) {
        return FileFault.leftOut(
                file,
                number,
                "is not JSON (" + fault + ")",
                "mend or delete the line, or re-create the file (roboreel rebuild)");
    }

    /** A JSON array; what follows a broken element cannot be read. */
    List<Line> readArray() throws IOException {
        int number = 0;
        try (MappingIterator<JsonNode> elements = Json.reader().readValues(Files.newInputStream(file))) {
            while (elements.hasNextValue()) {
                JsonNode element = elements.nextValue();
                number++;
                add(number, element);
            }
        } catch (IOException e) {
            problems.add(FileFault.leftOut(
                    file,
                    "cannot be read after episode " + number + " of its array (" + Json.reason(e) + ")",
                    "mend it, or re-create it from the run files (roboreel rebuild)"));
        }
        return lines;
    }

    private void add(int number, JsonNode json) {
        if (StoredLine.isEpisode(json)) {
            lines.add(new Line(number, (ObjectNode) json));
            complainAboutVerdict(number, json.path("success"));
        } else {
            problems.add(noEpisode(number));
        }
    }

    private FileFault noEpisode(int number) {
        return FileFault.leftOut(
                file,
                number,
                "is no episode: expected an object whose env_name is the name of a folder",
                "mend or delete the line");
    }

    private void complainAboutVerdict(int number, JsonNode success) {
        if (success.isBoolean() || success.isNull() || success.isMissingNode()) {
            return;
        }
        problems.add(FileFault.doubtful(
                file,
                number,
                "has success " + success + "; expected true, false or null, so it counts as not judged",
                "mend the line"));
    }
}
