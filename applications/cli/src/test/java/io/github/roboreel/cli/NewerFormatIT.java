package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.recorder.GoldenFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Folders of which something has a newer format version are refused by name, and left alone. */
class NewerFormatIT {
    private static final String REFUSAL =
            " has format version 99, and this RoboReel reads versions up to 1; update RoboReel";

    @TempDir
    private Path folder;

    private Path take;
    private Path envFolder;

    @BeforeEach
    void unpack() throws IOException {
        take = GoldenFiles.unpack(GoldenFiles.FIRST, "recording", folder.resolve("take"));
        envFolder = take.resolve("BananaInBowlTask");
    }

    private Map<Path, Long> sizes() throws IOException {
        Map<Path, Long> sizes = new TreeMap<>();
        try (Stream<Path> files = Files.walk(take)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (!file.getFileName().toString().startsWith(".recording.lock")) {
                    sizes.put(file, Files.size(file));
                }
            }
        }
        return sizes;
    }

    private InProcess run(String... args) {
        return InProcess.run(Stream.of(args)
                .map(a -> a.replace("TAKE", take.toString()))
                .map(a -> a.replace("FOLDER", folder.toString()))
                .toArray(String[]::new));
    }

    private InProcess goOn() {
        return run(
                "record",
                "--num-envs=2",
                "--num-runs=3",
                "--max-steps=24",
                "--record-image-data",
                "--camera-size=16x16",
                "--video-mode=none",
                "--output-dir=FOLDER",
                "--output-folder-name=take");
    }

    private static final List<String> READERS = List.of(
            "check TAKE",
            "metrics TAKE",
            "metrics --write TAKE",
            "events TAKE",
            "poses TAKE",
            "plot TAKE",
            "export minari TAKE --root FOLDER/sets --id lab/banana-v0",
            "export rlds TAKE --out FOLDER/sets --name banana",
            "export lerobot TAKE --out FOLDER/sets --repo-id lab/banana",
            "export robomimic TAKE --out FOLDER/banana.hdf5");

    @Test
    void aNewerRunFileIsNamedByEveryReader() throws Exception {
        Path run = envFolder.resolve("run_1.hdf5");
        ChildJvm.python(
                "-c",
                "import h5py,sys,numpy;"
                        + "h5py.File(sys.argv[1],'r+')['data'].attrs.modify("
                        + "'format_version',numpy.int64(99))",
                run.toString());
        Map<Path, Long> before = sizes();

        for (String reader : READERS) {
            InProcess result = run(reader.split(" "));
            assertFalse(result.outcome() == Outcome.OK, reader);
            assertTrue(said(result).contains("run_1.hdf5"), reader + ": " + said(result));
            assertTrue(said(result).contains(REFUSAL.replace("; update RoboReel", "")), reader + ": " + said(result));
            assertTrue(said(result).contains("; update RoboReel"), reader + ": " + said(result));
            assertFalse(said(result).contains("see what is damaged"), reader + said(result));
        }
        InProcess inspect = run("inspect", run.toString());
        assertEquals(Outcome.FAILED, inspect.outcome());
        assertEquals("roboreel: " + run + REFUSAL, inspect.err().strip());
        InProcess record = goOn();
        assertEquals(Outcome.FAILED, record.outcome());
        assertEquals("roboreel: " + run + REFUSAL, record.err().strip());
        assertEquals(before.get(run), sizes().get(run));
        try (Stream<Path> files = Files.list(envFolder)) {
            assertEquals(8, files.count());
        }
    }

    /** Of what is in the file nothing is called wrong, and the other run is checked. */
    @Test
    void checkFindsNothingElseInANewerRunFile() throws Exception {
        Path run = envFolder.resolve("run_0.hdf5");
        ChildJvm.python(
                "-c",
                "import h5py,sys,numpy;f=h5py.File(sys.argv[1],'r+');"
                        + "f['data'].attrs.modify('format_version',numpy.int64(99));"
                        + "del f['data/demo_1'], f['data'].attrs['total']",
                run.toString());

        InProcess check = run("check", "TAKE");

        assertEquals(Outcome.DATA_LOST, check.outcome());
        assertEquals(
                List.of("error: " + run + ":" + REFUSAL),
                check.out().lines().limit(1).toList(),
                check.out());
        assertEquals(2, check.out().lines().count(), check.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"run_complete.json", "episode_results.jsonl"})
    void newerResultsAreRefusedByWhoeverReadsThem(String name) throws IOException {
        Path file = name.endsWith("jsonl") ? take.resolve(name) : envFolder.resolve(name);
        String text = Files.readString(file);
        Files.writeString(
                file,
                name.endsWith("jsonl")
                        ? text.replaceFirst("\\{", "{\"format_version\":99,")
                        : text.replaceFirst("\"format_version\" : 1,", "\"format_version\" : 99,"));
        Map<Path, Long> before = sizes();

        for (String reader : READERS) {
            assertRefused(run(reader.split(" ")), reader, file);
        }
        assertRefused(run("report", "TAKE"), "report", file);
        assertRefused(run("merge", "TAKE", "--into", "FOLDER/all"), "merge", file);
        assertRefused(run("rebuild", "TAKE"), "rebuild", file);
        assertRefused(run("recover", "TAKE"), "recover", file);
        assertRefused(run("compile", "TAKE", "-o", "FOLDER/all.json"), "compile", file);
        assertRefused(goOn(), "record", file);
        assertEquals(before, sizes());
        assertFalse(Files.exists(folder.resolve("all/episode_results.jsonl")));
    }

    private static void assertRefused(InProcess result, String command, Path file) {
        assertFalse(result.outcome() == Outcome.OK, command);
        assertTrue(said(result).contains(file + REFUSAL), command + ": " + said(result));
    }

    private static String said(InProcess result) {
        return result.out() + result.err();
    }
}
