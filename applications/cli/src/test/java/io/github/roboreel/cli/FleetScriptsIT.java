package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts that make fleets and count what was exported of them: real copies, real exports, and spoilt ones. */
class FleetScriptsIT {
    private static final int STEPS = 20;
    private static final int EPISODES = 16;
    private static final String ENV = "BananaInBowlTask";
    private static final List<String> COPIES =
            List.of("host_00/take_00", "host_00/take_01", "host_01/take_00", "host_01/take_01");

    @TempDir
    static Path shared;

    private static Path fleet;
    private static Path exported;

    @TempDir
    Path folder;

    private Path dataset;
    private Path shard;

    @BeforeAll
    static void makeFleet() throws Exception {
        run(
                "record",
                "--num-envs=2",
                "--num-runs=2",
                "--max-steps=" + STEPS,
                "--camera-size=64x48",
                "--quiet",
                "--output-dir=" + shared,
                "--output-folder-name=source");
        fleet = shared.resolve("fleet");
        JsonNode made = new ObjectMapper()
                .readTree(ChildJvm.python(
                        script("make_fleet.py"),
                        shared.resolve("source").toString(),
                        fleet.toString(),
                        "--hosts=2",
                        "--takes=2"));
        assertEquals(COPIES.size(), made.get("folders").asInt());
        assertEquals(EPISODES, made.get("episodes").asInt());
        assertEquals(EPISODES * STEPS, made.get("steps").asInt());
        export("rlds", "--name=set", "--out=" + shared);
        exported = shared.resolve("set/1.0.0");
    }

    @BeforeEach
    void copyDataset() throws IOException {
        dataset = Files.createDirectories(folder.resolve("datasets/set/1.0.0"));
        try (Stream<Path> files = Files.list(exported)) {
            for (Path file : files.toList()) {
                Files.copy(file, dataset.resolve(file.getFileName()));
            }
        }
        shard = dataset.resolve("set-train.tfrecord-00000-of-00001");
    }

    @Test
    void copiesAreRecordingsOfTheirOwnThatCheckAccepts() throws IOException {
        String checked = run(onAll("check"));
        assertEquals(
                COPIES.size(),
                checked.lines().filter(line -> line.startsWith("ok:")).count(),
                checked);
        Set<String> begun = new TreeSet<>();
        Set<String> actions = new TreeSet<>();
        Set<Object> seeds = new TreeSet<>();
        for (String copy : COPIES) {
            try (Hdf5RunReader run =
                    Hdf5RunReader.open(fleet.resolve(copy).resolve(ENV).resolve("run_1.hdf5"))) {
                begun.add(run.attributes().get(AttributeNames.RECORDED_AT).toString());
                actions.add(HexFormat.of().formatHex(run.demo("demo_0").readBytes("actions", 0, 1)));
                seeds.add(run.demo("demo_0").attributes().get(AttributeNames.SEED));
            }
        }
        assertEquals(COPIES.size(), begun.size(), begun.toString());
        assertEquals(COPIES.size(), actions.size(), actions.toString());
        assertEquals(COPIES.size(), seeds.size(), seeds.toString());
    }

    @Test
    void everyEpisodeOfTheFleetIsCountedOnce() throws Exception {
        JsonNode found = accepted(dataset);
        assertEquals(EPISODES, found.get("episodes").asInt());
        assertEquals(EPISODES, found.get("source_episodes").asInt());
        assertEquals(digest(exported), found.get("digest").asText());
    }

    @Test
    void theDigestIsOfNamesAndContents() throws Exception {
        String before = digest(dataset);
        Path info = dataset.resolve("dataset_info.json");
        Files.writeString(info, Files.readString(info) + " ");
        assertNotEquals(before, digest(dataset));
        Files.copy(exported.resolve("dataset_info.json"), info, StandardCopyOption.REPLACE_EXISTING);
        assertEquals(before, digest(dataset));
        Files.move(info, info.resolveSibling("dataset_info2.json"));
        assertNotEquals(before, digest(dataset));
    }

    @Test
    void aDroppedEpisodeIsMissing() throws Exception {
        changeRecords(records -> records.remove(5));
        assertRefused(fleet.resolve("host_00/take_01/" + ENV + "/run_0.hdf5") + " demo_1: is missing");
    }

    @Test
    void anEpisodeThatIsThereTwiceIsADouble() throws Exception {
        changeRecords(records -> records.add(records.get(0)));
        assertRefused(shard.getFileName() + "#16: is " + fleet.resolve("host_00/take_00/" + ENV + "/run_0.hdf5")
                + " demo_0 again");
    }

    @Test
    void anEpisodeOfAnotherFleetIsUnknown() throws Exception {
        assertRefusedOf(
                List.of(fleet.resolve("host_00"), fleet.resolve("host_01/take_00")),
                shard.getFileName() + "#12: is no episode of the source");
    }

    @Test
    void anActionThatDiffersInOneBitIsAnotherEpisode() throws Exception {
        changeRecords(records -> flip(records.get(3), "actions"));
        assertRefused(shard.getFileName() + "#3: is no episode of the source");
    }

    @Test
    void anArrayThatDiffersInOneBitIsNamed() throws Exception {
        changeRecords(records -> flip(records.get(3), "ee_pose/position"));
        assertRefused(shard.getFileName() + "#3: was altered: steps/next/ee_pose/position differs");
    }

    @Test
    void aFlippedByteIsNamedByItsChecksum() throws Exception {
        byte[] bytes = Files.readAllBytes(shard);
        bytes[bytes.length - 100] ^= 1;
        Files.write(shard, bytes);
        assertRefused(
                shard.getFileName() + ": CRC of the data is wrong",
                "host_01/take_01/" + ENV + "/run_1.hdf5 demo_1: is missing");
    }

    @Test
    void whatAnExportLeftOverIsNamed() throws Exception {
        Files.createDirectory(folder.resolve("datasets/set/.1.0.0.exporting-12ab"));
        Path attempt = Files.createFile(dataset.resolve("set-train.tfrecord-00000-of-00001.attempt-7"));
        assertRefused(
                attempt + ": was left over in the dataset", ".1.0.0.exporting-12ab: was left over beside the dataset");
    }

    @Test
    void lerobotsRowsAreCounted() throws Exception {
        export("lerobot", "--repo-id=lab/set", "--images=none", "--out=" + folder);
        Path target = folder.resolve("lab/set");
        assertEquals(EPISODES, accepted(target).get("episodes").asInt());
        Path info = target.resolve("meta/info.json");
        Files.writeString(info, Files.readString(info).replace("\"total_frames\" : 320", "\"total_frames\" : 300"));
        dataset = target;
        assertRefused("info.json, total_frames: 300, expected 320", "rows of data: 320, expected 300");
    }

    private interface Change {
        void of(List<byte[]> records) throws IOException;
    }

    private void changeRecords(Change change) throws IOException {
        List<byte[]> records = RecordFile.read(shard);
        assertEquals(EPISODES, records.size());
        change.of(records);
        RecordFile.write(shard, records);
    }

    /** In the first row of an array of record 3. */
    private static void flip(byte[] record, String array) throws IOException {
        byte[] row;
        try (Hdf5RunReader run =
                Hdf5RunReader.open(fleet.resolve(COPIES.get(0)).resolve(ENV).resolve("run_1.hdf5"))) {
            row = run.demo("demo_1").readBytes(array, 0, 1);
        }
        String bytes = new String(record, StandardCharsets.ISO_8859_1);
        int at = bytes.indexOf(new String(row, StandardCharsets.ISO_8859_1));
        assertTrue(at > 0, array);
        record[at] ^= 1;
    }

    private JsonNode accepted(Path target) throws Exception {
        String printed = ChildJvm.python(script("check_fleet.py"), target.toString(), fleet.toString());
        assertEquals(1, printed.lines().count(), printed);
        return new ObjectMapper().readTree(printed);
    }

    private static String digest(Path target) throws Exception {
        return ChildJvm.python(script("check_fleet.py"), target.toString(), "--digest-only")
                .strip();
    }

    private void assertRefused(String... sentences) throws Exception {
        assertRefusedOf(List.of(fleet), sentences);
    }

    private void assertRefusedOf(List<Path> sources, String... sentences) throws Exception {
        List<String> command =
                new ArrayList<>(List.of("/usr/bin/python3", script("check_fleet.py"), dataset.toString()));
        sources.forEach(source -> command.add(source.toString()));
        Process python = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(1, python.waitFor(), printed);
        for (String sentence : sentences) {
            assertTrue(printed.contains(sentence), () -> sentence + " in " + printed);
        }
    }

    private static String script(String name) {
        return InProcess.HOME.resolve("conformance").resolve(name).toString();
    }

    private static void export(String format, String... options) {
        List<String> arguments = new ArrayList<>(List.of(onAll("export", format)));
        arguments.addAll(List.of(options));
        run(arguments.toArray(String[]::new));
    }

    private static String[] onAll(String... command) {
        return Stream.concat(
                        Stream.of(command),
                        COPIES.stream().map(copy -> fleet.resolve(copy).toString()))
                .toArray(String[]::new);
    }

    private static String run(String... arguments) {
        InProcess command = InProcess.run(arguments);
        assertEquals(0, command.outcome().exitCode(), command.out() + command.err());
        return command.out();
    }
}
