package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.UploadMark;
import io.github.roboreel.recorder.Retention.Bounds;
import io.github.roboreel.recorder.Retention.Removed;
import io.github.roboreel.recorder.Retention.Result;
import io.github.roboreel.recorder.spi.FinalFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of three closed runs of 1,000 bytes each, uploaded 30, 20 and 10 days ago. */
class RetentionTest {
    private static final Bounds NONE_LEFT = new Bounds(1, Duration.ZERO);

    @TempDir
    private Path folder;

    @BeforeEach
    void threeRuns() throws IOException {
        Files.createDirectories(folder.resolve("Env"));
        for (int run = 0; run < 3; run++) {
            write("run_" + run + ".hdf5", 1000);
            mark("run_" + run + ".hdf5", "bucket", 30 - 10 * run);
        }
    }

    private Path path(String name) {
        return folder.resolve("Env").resolve(name);
    }

    private void write(String name, int bytes) throws IOException {
        byte[] content = new byte[bytes];
        content[0] = (byte) name.hashCode();
        Files.write(path(name), content);
    }

    private void mark(String name, String listener, int daysAgo) throws IOException {
        FinalFile file = RunFiles.finalFile(folder, "Env/" + name);
        String time = Instant.now().minus(Duration.ofDays(daysAgo)).toString();
        UploadMark mark = new UploadMark(file.name(), file.bytes(), file.sha256(), listener, time, null);
        String line = FormatJson.text(mark) + "\n";
        Files.writeString(folder.resolve("uploaded.jsonl"), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private Result apply(Bounds bounds, boolean isDryRun, Path... others) throws IOException {
        try (OutputLock lock = OutputLock.acquire(folder)) {
            return Retention.apply(List.of(lock), List.of(others), bounds, isDryRun);
        }
    }

    private List<String> left() throws IOException {
        try (var files = Files.list(folder.resolve("Env"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private List<UploadMark> removals() throws IOException {
        return Files.readAllLines(folder.resolve("uploaded.jsonl")).stream()
                .map(line -> UploadMark.parse(line).orElseThrow())
                .filter(UploadMark::wasRemoved)
                .toList();
    }

    @Test
    void theOldestUploadsGoUntilTheRestIsWithinTheBound() throws IOException {
        Result result = apply(new Bounds(1999, Duration.ZERO), false);
        assertEquals(
                List.of(new Removed(path("run_0.hdf5"), 1000), new Removed(path("run_1.hdf5"), 1000)),
                result.removed());
        assertEquals(1000, result.bytesLeft());
        assertEquals(List.of("run_2.hdf5"), left());
        assertEquals(
                List.of("Env/run_0.hdf5", "Env/run_1.hdf5"),
                removals().stream().map(UploadMark::file).toList());
        assertTrue(Instant.parse(removals().get(0).removed())
                .isBefore(Instant.now().plusSeconds(1)));
    }

    @Test
    void uploadsBeyondTheAgeGo() throws IOException {
        Result result = apply(new Bounds(0, Duration.ofDays(15)), false);
        assertEquals(List.of(), result.kept());
        assertEquals(List.of("run_2.hdf5"), left());
    }

    @Test
    void aDryRunLeavesAllAsItIs() throws IOException {
        String before = Files.readString(folder.resolve("uploaded.jsonl"));
        Result result = apply(NONE_LEFT, true);
        assertEquals(3, result.removed().size());
        assertEquals(0, result.bytesLeft());
        assertEquals(3, left().size());
        assertEquals(before, Files.readString(folder.resolve("uploaded.jsonl")));
    }

    @Test
    void aFileThatChangedSinceStays() throws IOException {
        byte[] content = Files.readAllBytes(path("run_0.hdf5"));
        content[500]++;
        Files.write(path("run_0.hdf5"), content);
        Result result = apply(NONE_LEFT, false);
        assertEquals(List.of("run_0.hdf5"), left());
        assertEquals(
                List.of(path("run_0.hdf5") + " stays: its content is not the one that was uploaded"), result.kept());
        assertEquals(1000, result.bytesLeft());
    }

    @Test
    void aRunStaysUntilAllOfItIsTaken() throws IOException {
        write("Put it away_0_env0.mp4", 10);
        write("log_1_env0.json", 10);
        assertEquals(List.of(path("run_2.hdf5")), removed());
        mark("Put it away_0_env0.mp4", "bucket", 5);
        mark("log_1_env0.json", "bucket", 5);
        assertEquals(List.of(path("run_0.hdf5"), path("run_1.hdf5"), path("Put it away_0_env0.mp4")), removed());
        assertEquals(List.of("log_1_env0.json"), left());
    }

    @Test
    void aRunStaysWhenOneOfItsFilesGrewSince() throws IOException {
        write("log_0_env0.json", 10);
        mark("log_0_env0.json", "bucket", 30);
        write("log_0_env0.json", 11);
        assertEquals(List.of(path("run_1.hdf5"), path("run_2.hdf5")), removed());
    }

    private List<Path> removed() throws IOException {
        return apply(NONE_LEFT, false).removed().stream().map(Removed::file).toList();
    }

    @Test
    void whatOneOfSeveralListenersHasNotTakenStays() throws IOException {
        mark("run_1.hdf5", "archive", 1);
        assertEquals(List.of(path("run_1.hdf5")), removed());
        assertEquals(2, removals().size());
    }

    @Test
    void aRunThatIsNotClosedAndALinkStay() throws IOException {
        Files.createFile(path("run_0.staging"));
        Path elsewhere = Files.write(folder.resolve("elsewhere"), Files.readAllBytes(path("run_1.hdf5")));
        Files.delete(path("run_1.hdf5"));
        Files.createSymbolicLink(path("run_1.hdf5"), elsewhere);
        assertEquals(List.of(path("run_2.hdf5")), removed());
        assertTrue(Files.exists(elsewhere));
    }

    @Test
    void aMarkWithoutATimeIsNone() throws IOException {
        Path marks = folder.resolve("uploaded.jsonl");
        Files.writeString(marks, Files.readString(marks).replaceFirst("\"time\":\"[^\"]*\"", "\"time\":\"today\""));
        assertEquals(List.of(path("run_1.hdf5"), path("run_2.hdf5")), removed());
    }

    @Test
    void otherFoldersCountAndStay() throws IOException {
        Path other = folder.resolveSibling(folder.getFileName() + "-other");
        Files.createDirectories(other.resolve("Env"));
        Files.write(other.resolve("Env/run_0.hdf5"), new byte[1500]);
        Result result = apply(new Bounds(3000, Duration.ZERO), false, other);
        assertEquals(List.of("run_2.hdf5"), left());
        assertEquals(2500, result.bytesLeft());
        assertEquals(1500, Files.size(other.resolve("Env/run_0.hdf5")));
    }

    @Test
    void aFolderWithoutMarksLosesNothing() throws IOException {
        Files.delete(folder.resolve("uploaded.jsonl"));
        assertEquals(List.of(), removed());
        assertEquals(3, left().size());
        assertTrue(Files.notExists(folder.resolve("uploaded.jsonl")));
    }
}
