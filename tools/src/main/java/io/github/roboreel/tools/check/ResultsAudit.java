package io.github.roboreel.tools.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.tools.FileFault;
import io.github.roboreel.tools.folder.EpisodeRecord;
import io.github.roboreel.tools.folder.ResultFolder;
import io.github.roboreel.tools.merge.FolderMerge;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Audit of a results file by itself. */
final class ResultsAudit {
    private final ResultFolder folder;
    private final boolean isOurs;
    private final Findings findings;

    ResultsAudit(ResultFolder folder, boolean isOurs, Findings findings) {
        this.folder = folder;
        this.isOurs = isOurs;
        this.findings = findings;
    }

    void run() throws IOException {
        for (FileFault problem : folder.problems()) {
            findings.error(
                    problem.file(),
                    problem.line() > 0 ? "line " + problem.line() : "",
                    problem.problem(),
                    problem.advice());
        }
        if (folder.resultsFile().isEmpty() && !folder.isEmpty()) {
            findings.error(
                    folder.path().resolve(RunFolder.RESULTS),
                    "",
                    "is missing",
                    "re-create it from the run files: roboreel rebuild " + folder.path());
        }
        folder.resultsFile().ifPresent(this::checkLastLine);
        folder.episodes().forEach(this::checkNumbers);
        noteWhatWasSetAside();
        checkMerge();
    }

    private void checkMerge() {
        Path journal = folder.path().resolve(FolderMerge.JOURNAL);
        if (Files.exists(journal)) {
            findings.error(
                    journal,
                    "",
                    "says that a merge into this folder was not finished",
                    "run the same merge again: it goes on from there");
        }
    }

    private void checkLastLine(Path file) {
        if (!file.toString().endsWith(RunFolder.JSON_LINES_SUFFIX)) {
            return;
        }
        boolean isReported =
                folder.problems().stream().anyMatch(p -> p.problem().startsWith("is torn"));
        if (!isReported && endsWithoutNewline(file)) {
            findings.error(
                    file,
                    "",
                    "ends without a line's end, so the next line would be glued to its last",
                    "add the line's end");
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

    private void checkNumbers(EpisodeRecord record) {
        Optional<String> field = nonFinite("", record.json());
        if (field.isEmpty()) {
            return;
        }
        String inside = "line " + record.line() + ", " + field.get().substring(1);
        if (isOurs) {
            findings.error(
                    record.file(),
                    inside,
                    "is no finite number, which JSON does not allow",
                    "compute the metrics anew and write them");
        } else {
            findings.habit(record.file(), inside, "NaN or infinity, as RoboLab writes it");
        }
    }

    private static Optional<String> nonFinite(String path, JsonNode node) {
        if (node.isFloatingPointNumber() && !Double.isFinite(node.doubleValue())) {
            return Optional.of(path);
        }
        if (node.isObject()) {
            return node.properties().stream()
                    .flatMap(e -> nonFinite(path + "." + e.getKey(), e.getValue()).stream())
                    .findFirst();
        }
        return Optional.empty();
    }

    private void noteWhatWasSetAside() throws IOException {
        try (Stream<Path> files = Files.list(folder.path())) {
            files.filter(f -> RunFolder.isTornLine(f.getFileName().toString()))
                    .sorted()
                    .forEach(f -> findings.note(
                            f,
                            "",
                            "is a torn result line that was set aside",
                            "delete it when the episode is complete otherwise"));
        }
    }
}
