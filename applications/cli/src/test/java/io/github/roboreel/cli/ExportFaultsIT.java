package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.base.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an export does about damage and interruptions, and what it leaves untouched. */
class ExportFaultsIT {
    @TempDir
    Path temp;

    private TakeToExport take;

    @BeforeEach
    void copyTake() throws IOException {
        take = TakeToExport.copy(RecordedTakes.withImages(), temp);
    }

    @Test
    void whatIsThereStaysAsItIs() throws Exception {
        Files.writeString(take.target(), "mine");
        InProcess file = take.export();
        assertEquals(Outcome.BAD_ARGUMENTS, file.outcome(), file.err());
        assertTrue(file.err().contains(take.target() + " exists already"), file.err());
        assertEquals("mine", Files.readString(take.target()));

        for (String format : List.of("minari", "rlds", "lerobot")) {
            Path there = temp.resolve(format).resolve(folderOf(format));
            Files.createDirectories(there);
            Files.writeString(there.resolve("mine.txt"), "mine");
            InProcess refused = InProcess.run(arguments(format));
            assertEquals(Outcome.BAD_ARGUMENTS, refused.outcome(), refused.err());
            assertTrue(refused.err().contains(there.toString()), refused.err());
            assertEquals(List.of(there.resolve("mine.txt")), HostileFolders.regularFiles(there));
            assertEquals(List.of(there), list(there.getParent()));
        }
    }

    private static String folderOf(String format) {
        return switch (format) {
            case "minari" -> "robolab/banana-v0/data";
            case "rlds" -> "banana/1.0.0";
            default -> "lab/banana";
        };
    }

    private String[] arguments(String format) {
        String root = temp.resolve(format).toString();
        List<String> own = switch (format) {
            case "minari" -> List.of("--root", root, "--id", "robolab/banana-v0");
            case "rlds" -> List.of("--out", root, "--name", "banana");
            default -> List.of("--out", root, "--repo-id", "lab/banana");
        };
        return Stream.concat(Stream.of("export", format, take.folder().toString()), own.stream())
                .toArray(String[]::new);
    }

    @Test
    void aDamagedEpisodeEndsTheExportUnlessItIsLeftOut() throws Exception {
        ChildJvm.python("-c", DAMAGE, RecordedTakes.file(take.folder(), 1).toString());

        InProcess failed = take.export();

        TakeToExport.requireFailure("run_1.hdf5, data/demo_2/actions", failed);
        TakeToExport.requireFailure("or leave episode 6 out with --episodes", failed);
        assertTrue(list(temp).stream().noneMatch(f -> f.toString().contains("exporting")));
        assertEquals("0, 1, 2, 3, 4, 5, 7", take.exported("--episodes=0-5,7"));
    }

    /** Puts other bytes into the first chunk of demo_2's actions. */
    private static final String DAMAGE = """
            import h5py, sys
            with h5py.File(sys.argv[1], 'r') as f:
                chunk = f['data/demo_2/actions'].id.get_chunk_info(0)
            with open(sys.argv[1], 'r+b') as f:
                f.seek(chunk.byte_offset)
                f.write(b'\\x55' * chunk.size)
            """;

    @Test
    void aRunFileThatCannotBeReadEndsTheExport() throws Exception {
        Files.writeString(RecordedTakes.file(take.folder(), 1), "not HDF5");

        TakeToExport.requireFailure("run_1.hdf5 cannot be read", take.export());
        TakeToExport.requireFailure("to go on without it move the file away", take.export("--episodes=0-3"));
        InProcess other = take.export("--env-name", "Juggle");
        TakeToExport.requireBadArgument("no env is called 'Juggle'; known are BananaInBowlTask", other);
    }

    @Test
    void anEpisodeWhoseRecorderDiedMustBeRecoveredFirst() throws Exception {
        take.setVerdict(6, "recording");

        InProcess refused = take.export();

        TakeToExport.requireFailure("holds demo_2, whose recorder died before its episode ended", refused);
        TakeToExport.requireFailure("roboreel recover; to go on without it choose others", refused);
        assertEquals("0, 1, 2, 3, 4, 5, 7", take.exported("--episodes=0-5,7"));
    }

    @Test
    void anEpisodeThatIsStillBeingRecordedIsLeftOutAndSaid() throws Exception {
        ChildJvm recording = ChildJvm.start(
                temp,
                "record",
                "--num-envs=1",
                "--num-runs=2",
                "--policy=hold",
                "--video-mode=none",
                "--realtime",
                "--max-steps=15",
                "--output-folder-name=live");
        TakeToExport live = new TakeToExport(temp.resolve("output/live"), take.target());
        while (recording.isAlive() && !Files.exists(RecordedTakes.file(live.folder(), 1))) {
            Thread.sleep(20);
        }

        InProcess done = live.export("--json");
        recording.kill();

        assertEquals(Outcome.DATA_LOST, done.outcome(), done.err());
        assertTrue(done.err().contains("holds demo_0, which is still being recorded"), done.err());
        assertEquals(1, new ObjectMapper().readTree(done.out()).get("episodes").asInt());
        Files.delete(live.target());
        TakeToExport.requireFailure("recover it before reading it", live.export());
    }

    @Test
    void aDamagedResultLineIsReportedAndItsEpisodeIsThere() throws Exception {
        Path results = take.folder().resolve("episode_results.jsonl");
        List<String> lines = new ArrayList<>(Files.readAllLines(results));
        lines.set(3, lines.get(3).substring(0, 50));
        Files.write(results, lines);

        InProcess done = take.export("--json");

        assertEquals(Outcome.DATA_LOST, done.outcome(), done.err());
        assertTrue(done.err().contains("episode_results.jsonl, line 4"), done.err());
        JsonNode summary = new ObjectMapper().readTree(done.out());
        assertEquals(8, summary.get("episodes").asInt());
        assertEquals(1, summary.get("problems").size());
    }

    @Test
    void aLostRunFileIsReported() throws Exception {
        Files.delete(RecordedTakes.file(take.folder(), 1));

        InProcess done = take.export("--episodes=0-4", "--json");

        assertEquals(Outcome.DATA_LOST, done.outcome(), done.err());
        assertEquals(1, done.err().lines().count(), done.err());
        assertTrue(done.err().contains("has no data: there is no demo_0 in"), done.err());
        assertEquals(4, new ObjectMapper().readTree(done.out()).get("episodes").asInt());
    }

    @Test
    void ctrlCLeavesNothingBehind() throws Exception {
        Path root = Files.createDirectory(temp.resolve("datasets"));
        ChildJvm child = startLongExport(root);

        child.signal("INT");

        assertEquals(1, child.exitCode(), child.err());
        assertEquals("roboreel: interrupted; nothing was exported, run it again", child.lastSaid());
        assertEquals(List.of(), HostileFolders.regularFiles(root));
    }

    @Test
    void aKilledExportLeavesNoDatasetAndTheNextOneWorks() throws Exception {
        Path root = Files.createDirectory(temp.resolve("datasets"));

        startLongExport(root).kill();

        Path dataset = root.resolve("lab/banana");
        assertFalse(Files.exists(dataset));
        assertTrue(HostileFolders.regularFiles(root).stream()
                .allMatch(f -> f.toString().contains(".exporting-")));
        InProcess again =
                InProcess.run("export", "lerobot", take.folder().toString(), "--out=" + root, "--repo-id=lab/banana");
        assertEquals(Outcome.OK, again.outcome(), again.err());
        assertTrue(Files.exists(dataset.resolve("meta/info.json")));
    }

    /** Of many episodes, so that it is under way when this returns. */
    private ChildJvm startLongExport(Path root) throws Exception {
        for (int copy = 0; copy < 4; copy++) {
            HostileFolders.copy(take.folder(), temp.resolve("copy_" + copy));
        }
        String[] export = {
            "export", "lerobot", temp + "/copy_*", "--out=" + root, "--repo-id=lab/banana", "--images=png"
        };
        ChildJvm child = ChildJvm.start(temp, export);
        while (HostileFolders.regularFiles(root).isEmpty() || !child.isAlive()) {
            if (!child.isAlive()) { // It was through before it was seen.
                assertEquals(0, child.exitCode(), child.err());
                HostileFolders.remove(root.resolve("lab"));
                child = ChildJvm.start(temp, export);
            }
            Thread.sleep(5);
        }
        return child;
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        }
    }
}
