package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.recorder.OutputLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings whose files were uploaded and removed: what each command makes of them. */
class RetainIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TASK = "BananaInBowlTask";

    @TempDir
    private Path folder;

    private Path take() {
        return folder.resolve("output/take");
    }

    private Path file(String name) {
        return take().resolve(TASK).resolve(name);
    }

    private InProcess record(String... more) {
        List<String> args = new ArrayList<>(
                List.of("--num-envs=2", "--max-steps=40", "--camera-size=64x36", "--output-folder-name=take"));
        args.addAll(List.of(more));
        InProcess recorded = InProcess.record(folder, args.toArray(String[]::new));
        assertEquals(Outcome.OK, recorded.outcome(), recorded.err());
        return recorded;
    }

    /** As a listener that has taken everything leaves it. */
    private void markAll() throws Exception {
        try (var files = Files.list(take().resolve(TASK))) {
            for (Path file : files.sorted().toList()) {
                Uploads.mark(take(), TASK + "/" + file.getFileName());
            }
        }
    }

    private List<String> dataFiles() throws IOException {
        try (var files = Files.list(take().resolve(TASK))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".hdf5") || name.endsWith(".mp4"))
                    .sorted()
                    .toList();
        }
    }

    private static InProcess run(Outcome expected, String... args) {
        InProcess ran = InProcess.run(args);
        assertEquals(expected, ran.outcome(), ran.out() + ran.err());
        return ran;
    }

    @Test
    void removedRunsAreKnownToAllThatReadsTheFolder() throws Exception {
        record("--num-runs=2", "--video-mode=viewport");
        String report = run(Outcome.OK, "report", take().toString()).out();
        List<String> before = dataFiles();
        assertEquals(6, before.size(), before.toString());
        InProcess nothing = run(Outcome.OK, "retain", take().toString(), "--older-than-days=1");
        assertTrue(nothing.out().startsWith("0 files removed with 0 bytes"), nothing.out());
        markAll();
        InProcess dry = run(Outcome.OK, "retain", take().toString(), "--older-than-days=1", "--dry-run");
        assertTrue(dry.out().contains("run_0.hdf5: would be removed"), dry.out());
        assertEquals(before, dataFiles());

        JsonNode removed = JSON.readTree(run(Outcome.OK, "retain", "--json", take().toString(), "--older-than-days=0.5")
                .out());

        assertEquals(6, removed.get("removed").size());
        assertEquals(0, removed.get("bytes_left").asLong());
        assertEquals(List.of(), dataFiles());
        InProcess check = run(Outcome.OK, "check", take().toString());
        assertTrue(
                check.out().contains(file("run_0.hdf5") + ": was uploaded and removed, so it was not checked"),
                check.out());
        assertFalse(check.out().contains("error"), check.out());
        assertEquals(report, run(Outcome.OK, "report", take().toString()).out());
        InProcess metrics = run(Outcome.DATA_LOST, "metrics", take().toString());
        assertTrue(metrics.err().contains("run_0.hdf5 was uploaded and removed"), metrics.err());
        String merged = "--into=" + folder.resolve("merged");
        InProcess merge = run(Outcome.BAD_ARGUMENTS, "merge", take().toString(), merged);
        assertTrue(merge.err().contains("run_0.hdf5 was uploaded and removed"), merge.err());
        InProcess rebuild = run(Outcome.OK, "rebuild", take().toString());
        assertEquals("", rebuild.err());
    }

    @Test
    void goingOnRecordsOnlyWhatWasNeverThere() throws Exception {
        record("--num-runs=1", "--video-mode=none");
        markAll();
        run(Outcome.OK, "retain", take().toString(), "--keep-mb=1", "--older-than-days=1");
        assertEquals(List.of(), dataFiles());
        InProcess more = record("--num-runs=2", "--video-mode=none", "--json");
        assertEquals(List.of("run_1.hdf5"), dataFiles());
        assertEquals("[0]", JSON.readTree(more.out()).get("skipped_runs").toString());
        assertEquals(
                4, Files.readAllLines(take().resolve("episode_results.jsonl")).size());
        run(Outcome.OK, "check", take().toString());
    }

    @Test
    void aRunThatWasNotCompleteIsRecordedAgain() throws Exception {
        record("--num-runs=1", "--video-mode=none");
        markAll();
        run(Outcome.OK, "retain", take().toString(), "--older-than-days=1");
        Path results = take().resolve("episode_results.jsonl");
        List<String> lines = Files.readAllLines(results);
        Files.writeString(results, lines.get(0) + "\n");
        InProcess again = record("--num-runs=1", "--video-mode=none");
        int lost = 1 - JSON.readTree(lines.get(0)).get("env_id").asInt();
        assertTrue(again.err().contains("demo_" + lost + " has 0 result lines, not 1"), again.err());
        assertEquals(List.of("run_0.hdf5"), dataFiles());
        assertEquals(2, Files.readAllLines(results).size());
    }

    @Test
    void continuousEpisodesThatWereRemovedCount() throws Exception {
        String config =
                "--config=" + Files.writeString(folder.resolve("few.yaml"), "recorder: {episodes_per_file: 8}\n");
        record("--episodes=4", "--video-mode=none", config);
        markAll();
        run(Outcome.OK, "retain", take().toString(), "--older-than-days=1");
        record("--episodes=6", "--video-mode=none", config);
        assertEquals(List.of("run_1.hdf5"), dataFiles());
        assertEquals(
                6, Files.readAllLines(take().resolve("episode_results.jsonl")).size());
        run(Outcome.OK, "check", take().toString());
    }

    @Test
    void aBoundIsAskedForAndAFolderInUseKeepsAll() throws Exception {
        record("--num-runs=1", "--video-mode=none");
        markAll();
        InProcess none = run(Outcome.BAD_ARGUMENTS, "retain", take().toString());
        assertTrue(none.err().contains("--older-than-days DAYS, --keep-mb MIB"), none.err());
        InProcess zero = run(Outcome.BAD_ARGUMENTS, "retain", take().toString(), "--keep-mb=0");
        assertTrue(zero.err().contains("--keep-mb is 0"), zero.err());
        try (var lock = OutputLock.acquire(take())) {
            InProcess locked = run(Outcome.FAILED, "retain", lock.folder().toString(), "--older-than-days=1");
            assertTrue(locked.err().contains("is being written by"), locked.err());
        }
        assertEquals(List.of("run_0.hdf5"), dataFiles());
    }
}
