package io.github.roboreel.recorder.hdf5.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.hdf5.RunReaderFixture;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every reader of run files says about files and requests that it cannot serve. */
public abstract class RunReaderRefusals {
    @TempDir
    Path folder;

    /** Opens a run file with the reader that is tested. */
    protected abstract RunReader open(Path file) throws IOException;

    private static void assertSays(String part, Executable action) {
        String message = assertThrows(IOException.class, action).getMessage();
        assertTrue(message.contains(part), message);
        assertEquals(-1, message.indexOf('\n'), message);
    }

    private Path odd(String version) throws IOException {
        Path file = folder.resolve("odd.hdf5");
        RunReaderFixture.run("odd", file.toString(), version);
        return file;
    }

    @Test
    void missingFile() {
        Path file = folder.resolve("run_7.hdf5");
        assertSays(file + " does not exist", () -> open(file));
    }

    @Test
    void folderInsteadOfFile() {
        assertSays(folder + " is a folder", () -> open(folder));
    }

    @Test
    void otherFormatAndEmptyFile() throws IOException {
        Path file = Files.writeString(folder.resolve("x.hdf5"), "not HDF5 at all".repeat(500));
        assertSays(file + " is not an HDF5 file", () -> open(file));
        Files.writeString(file, "");
        assertSays(file + " is not an HDF5 file", () -> open(file));
    }

    @ParameterizedTest
    @ValueSource(strings = {"earliest", "latest"})
    void truncatedFile(String version) throws IOException {
        Path file = odd(version);
        byte[] all = Files.readAllBytes(file);
        for (int length : new int[] {all.length - 1, all.length / 2, 96, 60}) {
            Files.write(file, Arrays.copyOf(all, length));
            assertSays(file + " is truncated", () -> open(file));
        }
        Files.write(file, all);
        try (RunReader reader = open(file)) {
            assertEquals(20, reader.demo("demo_0").numSamples(), "whole again after the failures");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"earliest", "latest"})
    void damagedRootGroup(String version) throws IOException {
        Path file = odd(version);
        byte[] all = Files.readAllBytes(file);
        Arrays.fill(all, 48, 2048, (byte) 0x5a);
        Files.write(file, all);
        assertSays(file + " cannot be read: it is damaged", () -> open(file));
    }

    @Test
    void fileWithoutDataGroup() throws IOException {
        Path file = folder.resolve("other.hdf5");
        RunReaderFixture.run("nodata", file.toString());
        assertSays("no group 'data'", () -> open(file));
    }

    @Test
    void unclosedFile() throws IOException {
        Path file = folder.resolve("unclosed.hdf5");
        RunReaderFixture.runToDeath("unclosed", file.toString());
        assertSays(file + " was not closed by its recorder", () -> open(file));
    }

    @Test
    void userBlockBeforeTheFile() throws IOException {
        Path file = odd("earliest");
        byte[] all = Files.readAllBytes(file);
        byte[] shifted = new byte[512 + all.length];
        System.arraycopy(all, 0, shifted, 512, all.length);
        Files.write(file, shifted);
        try (RunReader reader = open(file)) {
            assertEquals(20, reader.demo("demo_0").numSamples());
        }
    }

    @Test
    void wrongRequestsAreNamed() throws IOException {
        RunReader reader = open(odd("latest"));
        EpisodeReader demo = reader.demo("demo_0");
        assertSays("no demo 'demo_3'; it has demo_0 to extra", () -> reader.demo("demo_3"));
        assertSays("no demo 'notes'", () -> reader.demo("notes"));
        assertSays("no demo 'demo_0/types'", () -> reader.demo("demo_0/types"));
        assertSays("no dataset 'states'", () -> demo.info("states"));
        assertSays("'types', which is a group", () -> demo.readDoubles("types"));
        assertSays("stored type compound", () -> demo.info("types/c8"));
        assertSays("stored type string", () -> demo.readBytes("types/text", 0, 1));
        assertSays(
                "neither an integer attribute num_samples nor a dataset actions",
                () -> reader.demo("demo_10").numSamples());
        reader.close();
        reader.close();
        assertSays("is closed", reader::attributes);
        assertSays("is closed", () -> demo.info("types/f2"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1,2", "3,2", "0,701", "701,701"})
    void rangesOutsideTheRowsAreRefused(String range) throws IOException {
        long from = Long.parseLong(range.split(",")[0]);
        long to = Long.parseLong(range.split(",")[1]);
        try (RunReader reader = open(odd("latest"))) {
            EpisodeReader demo = reader.demo("demo_0");
            String message = assertThrows(
                            IllegalArgumentException.class, () -> demo.readDoubles("ee_pose/position", from, to))
                    .getMessage();
            assertEquals(
                    "rows " + from + " to " + to + " of ee_pose/position asked for, but it has rows 0 to 700", message);
            assertThrows(IllegalArgumentException.class, () -> demo.readBytes("ee_pose/position", from, to));
        }
    }

    @Test
    void tooManyRowsForOneArray() throws IOException {
        try (RunReader reader = open(odd("latest"))) {
            EpisodeReader demo = reader.demo("demo_0");
            assertSays("read at most 776 rows", () -> demo.readDoubles("shapes/huge"));
            assertSays("read at most 776 rows", () -> demo.readBytes("shapes/huge", 5, 990));
            assertEquals(720 * 1280 * 3, demo.readBytes("shapes/huge", 998, 999).length);
        }
    }
}
