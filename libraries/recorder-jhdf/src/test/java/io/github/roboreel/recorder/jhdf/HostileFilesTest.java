package io.github.roboreel.recorder.jhdf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.GoldenFiles;
import io.github.roboreel.recorder.hdf5.read.StoredContent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged run files: each is read, or refused in one sentence, and nothing else happens. */
class HostileFilesTest {
    private static final int FILES = 250;

    @TempDir
    private Path folder;

    private byte[] whole;

    @BeforeEach
    void aRunFile() throws IOException {
        Path golden = GoldenFiles.unpack(GoldenFiles.FIRST, "embedded", folder.resolve("golden"));
        whole = Files.readAllBytes(golden.resolve("WaveTask").resolve("run_0.hdf5"));
    }

    /** Whether it was refused. */
    private boolean isRefused(byte[] content, long atOnceBytes) throws IOException {
        Path file = folder.resolve("run_0.hdf5");
        Files.write(file, content);
        try (JhdfRunReader reader = JhdfRunReader.open(file.toString(), Files.newByteChannel(file), atOnceBytes)) {
            StoredContent.of(reader);
            return false;
        } catch (IOException e) {
            assertTrue(e.getMessage().startsWith(file.toString()), e.getMessage());
            assertEquals(-1, e.getMessage().indexOf('\n'), e.getMessage());
            return true;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, 0})
    void bytesThatChanged(long atOnceBytes) throws IOException {
        Random random = new Random(5);
        int refused = 0;
        for (int i = 0; i < FILES; i++) {
            byte[] damaged = whole.clone();
            int count = 1 + random.nextInt(1 << random.nextInt(6));
            int at = random.nextInt(damaged.length);
            for (int k = 0; k < count; k++) {
                int place = random.nextBoolean() ? (at + k) % damaged.length : random.nextInt(damaged.length);
                damaged[place] = random.nextBoolean() ? (byte) 0xff : (byte) random.nextInt();
            }
            refused += isRefused(damaged, atOnceBytes) ? 1 : 0;
        }
        assertTrue(refused > 0 && refused < FILES, refused + " refused");
    }

    @Test
    void filesThatEndEarly() throws IOException {
        Random random = new Random(6);
        for (int i = 0; i < FILES; i++) {
            assertTrue(isRefused(Arrays.copyOf(whole, random.nextInt(whole.length)), Long.MAX_VALUE));
        }
    }
}
