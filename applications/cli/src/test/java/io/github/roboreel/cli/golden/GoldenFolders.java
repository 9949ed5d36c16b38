package io.github.roboreel.cli.golden;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.cli.ChildJvm;
import io.github.roboreel.cli.ExampleFolders;
import io.github.roboreel.cli.HostileFolders;
import io.github.roboreel.cli.InProcess;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.format.FormatJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A recording of each kind, of which every one has the same contents each time. */
final class GoldenFolders implements AutoCloseable {
    /** In the order of their names, as those who list folders have them. */
    static final List<String> KINDS = List.of("continuous", "damaged", "legacy", "live", "ours", "robolab");

    private static final String RESULTS = "episode_results.jsonl";
    private static final String ENV = "BananaInBowlTask";
    private static final String MAX_STEPS = "--max-steps=125";
    private static final int TRUNCATED_BYTES = 4096;

    /** Changes the last byte of the first chunk of an array, which is of the checksum of what was compressed. */
    private static final String CHANGE_BYTE = """
            import h5py, sys
            with h5py.File(sys.argv[1], 'r') as f:
                chunk = f[sys.argv[2]].id.get_chunk_info(0)
            with open(sys.argv[1], 'r+b') as f:
                f.seek(chunk.byte_offset + chunk.size - 1)
                last = f.read(1)[0]
                f.seek(-1, 1)
                f.write(bytes([last ^ 0xff]))
            """;

    private final Path lab;
    private final LiveTake live;

    private GoldenFolders(Path lab, LiveTake live) {
        this.lab = lab;
        this.live = live;
    }

    /** Records all of them; the live one keeps recording until this is closed. */
    static GoldenFolders record(Path lab) throws Exception {
        Path ours = lab.resolve("ours");
        record(ours, "--num-runs=2", MAX_STEPS);
        damage(ours, lab.resolve("damaged"));
        Path config = Files.writeString(lab.resolveSibling("recorder.yaml"), "recorder:\n  episodes_per_file: 3\n");
        record(lab.resolve("continuous"), "--episodes=5", "--config=" + config, "--seed=3", MAX_STEPS);
        ExampleFolders.make(lab.resolve("robolab"), "--foreign");
        ExampleFolders.make(lab.resolve("legacy"), "--legacy");
        return new GoldenFolders(lab, LiveTake.begin(lab.resolve("live")));
    }

    private static void record(Path folder, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "record",
                "--num-envs=2",
                "--video-mode=none",
                "--quiet",
                "--output-dir=" + folder.getParent(),
                "--output-folder-name=" + folder.getFileName()));
        arguments.addAll(List.of(options));
        InProcess recorded = InProcess.run(arguments.toArray(String[]::new));
        assertEquals(Outcome.OK, recorded.outcome(), recorded.err());
        sortLines(folder.resolve(RESULTS));
    }

    /** Whose episode's files are closed first is chance. */
    private static void sortLines(Path results) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(results));
        lines.sort(Comparator.comparingInt(GoldenFolders::episode));
        Files.write(results, lines);
    }

    private static int episode(String line) {
        try {
            return FormatJson.read(line).path("episode").asInt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Run 1 is truncated, the line of episode 1 is gone, and a byte of episode 0's actions has changed. */
    private static void damage(Path sound, Path folder) throws Exception {
        HostileFolders.copy(sound, folder);
        try (FileChannel file = FileChannel.open(run(folder, 1), StandardOpenOption.WRITE)) {
            file.truncate(TRUNCATED_BYTES);
        }
        Path results = folder.resolve(RESULTS);
        List<String> lines = new ArrayList<>(Files.readAllLines(results));
        lines.removeIf(line -> episode(line) == 1);
        Files.write(results, lines);
        ChildJvm.python("-c", CHANGE_BYTE, run(folder, 0).toString(), "data/demo_0/actions");
    }

    private static Path run(Path folder, int run) {
        return folder.resolve(ENV).resolve("run_" + run + ".hdf5");
    }

    /** The folder that holds all of them. */
    Path lab() {
        return lab;
    }

    Path folder(String kind) {
        return lab.resolve(kind);
    }

    /** The first run file of a recording. */
    Path firstRun(String kind) {
        return switch (kind) {
            case "robolab" -> folder(kind).resolve(ExampleFolders.ENV).resolve("run_0.hdf5");
            case "legacy" -> folder(kind).resolve(ExampleFolders.ENV).resolve("data.hdf5");
            case "live" -> folder(kind).resolve(LiveTake.ENV).resolve("run_0.hdf5");
            default -> run(folder(kind), 0);
        };
    }

    @Override
    public void close() {
        live.close();
    }
}
