package io.github.roboreel.tools.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.Operation;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.FileFault.Severity;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.tools.merge.FolderMerge;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Audit of a results file by itself. */
record ResultsAudit(ResultFolder folder, boolean isOurs, Findings findings) {
    void run() throws IOException {
        folder.problems().forEach(problem -> findings.add(problem, Severity.ERROR));
        run(folder.episodes());
        folder.resultsFile().ifPresent(this::checkLastLine);
        noteWhatWasSetAside();
        Path journal = folder.path().resolve(FolderMerge.JOURNAL);
        if (Files.exists(journal)) {
            String advice = "run the same merge again: it resumes from there";
            findings.error(journal, "", "says that a merge into this folder was not finished", advice);
        }
    }

    /** Of some of its lines; what else the file holds is left alone. */
    void run(List<EpisodeRecord> lines) {
        if (folder.resultsFile().isEmpty() && !folder.isEmpty()) {
            Path results = folder.path().resolve(RunFolder.RESULTS);
            String advice = "re-create it from the run files: " + Operation.REBUILD.command(folder.path());
            findings.error(results, "", "is missing", advice);
        }
        lines.forEach(this::checkNumbers);
    }

    /** What is torn, its reader says. */
    private void checkLastLine(Path file) {
        boolean isLines = file.toString().endsWith(RunFolder.JSON_LINES_SUFFIX);
        if (isLines && !folder.endsInTornLine() && endsWithoutNewline(file)) {
            String problem = "ends without a line's end, so the next line would be glued to its last";
            findings.error(file, "", problem, "add the line's end");
        }
    }

    private static boolean endsWithoutNewline(Path file) {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
            if (bytes.length() == 0) {
                return false;
            }
            bytes.seek(bytes.length() - 1);
            return bytes.read() != '\n';
        } catch (IOException e) {
            // That it cannot be read has been reported.
            return false;
        }
    }

    private void checkNumbers(EpisodeRecord line) {
        Optional<String> found = nonFinite("", line.json());
        if (found.isEmpty()) {
            return;
        }
        String field = found.get().substring(1);
        if (isOurs) {
            findings.error(
                    line,
                    field,
                    "is no finite number, which JSON does not allow",
                    "recompute the metrics and write them");
        } else {
            findings.habit(line, field, "NaN or infinity, as RoboLab writes it");
        }
    }

    private static Optional<String> nonFinite(String path, JsonNode node) {
        if (node.isFloatingPointNumber() && !Double.isFinite(node.doubleValue())) {
            return Optional.of(path);
        }
        return node.properties().stream()
                .flatMap(e -> nonFinite(path + "." + e.getKey(), e.getValue()).stream())
                .findFirst();
    }

    private void noteWhatWasSetAside() throws IOException {
        String problem = "is a torn result line that was set aside";
        String advice = "delete it when the episode is complete otherwise";
        try (Stream<Path> files = Files.list(folder.path())) {
            files.filter(file -> RunFolder.isTornLine(file.getFileName().toString()))
                    .sorted()
                    .forEach(file -> findings.note(file, "", problem, advice));
        }
    }
}
