package io.github.roboreel.recorder.hdf5.lib;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.hdf5.SinkHarness;
import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuperblockTest {
    @TempDir
    Path folder;

    /** Values published with lookup3.c: its self-test of "Four score and seven years ago". */
    @Test
    void theChecksumIsThatOfLookup3() {
        byte[] text = "Four score and seven years ago".getBytes(StandardCharsets.US_ASCII);
        assertEquals(0x17770551, Lookup3.of(ByteBuffer.wrap(text), 0, text.length));
        assertEquals(0xdeadbeef, Lookup3.of(ByteBuffer.allocate(0), 0, 0));
    }

    @Test
    void aClosedFilesOwnChecksumIsRightAndMendingItChangesNothing() throws Exception {
        SinkHarness run = new SinkHarness(folder, Hdf5SinkTest.SCHEMA, 1, SinkHarness.untimed());
        run.record(() -> {
            run.begin(0);
            run.steps(0, 10);
            run.end(0, EpisodeOutcome.success(""));
        });
        byte[] closed = Files.readAllBytes(run.file());
        ByteBuffer block = ByteBuffer.wrap(closed).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals(block.getInt(44), Lookup3.of(block, 0, 44));
        assertFalse(Superblock.isDamaged(run.file()));
        Superblock.repair(run.file());
        assertArrayEquals(closed, Files.readAllBytes(run.file()));
    }

    @Test
    void aDamagedOneIsNotReliedOn() throws Exception {
        SinkHarness run = new SinkHarness(folder, Hdf5SinkTest.SCHEMA, 1, SinkHarness.untimed());
        run.record(() -> run.begin(0));
        byte[] bytes = Files.readAllBytes(run.file());
        bytes[37] ^= 4;
        Files.write(run.file(), bytes);
        assertTrue(Superblock.isDamaged(run.file()));
        IOException e = assertThrows(IOException.class, () -> Superblock.repair(run.file()));
        assertTrue(e.getMessage().contains("damaged superblock"), e.getMessage());
    }
}
